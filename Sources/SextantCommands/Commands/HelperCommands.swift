import ArgumentParser
import Foundation
import OutsideEstimators
import SensorModel

/// The subcommand `sextant connect`: a process that connects Sextant to an estimator in a Python session. Only Sextant
/// starts this process.
struct ConnectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: SocketRelay.subcommand,
        abstract: "Connect standard input and output to a Unix socket.",
        shouldDisplay: false
    )

    @Argument(help: "The path of the socket.")
    var socket: String

    @Argument(parsing: .allUnrecognized, help: "The words to send before standard input.")
    var words: [String] = []

    func run() throws {
        do {
            try SocketRelay.run(path: socket, words: words)
        } catch let failure as SocketRelay.Failure {
            FileHandle.standardError.write(Data("sextant: \(failure)\n".utf8))
            throw ExitCode(1)
        }
    }
}

/// The subcommand `sextant plugin-host`: the separate process in which an estimator of a shared library runs with
/// `isolated=true`. Only Sextant starts this process.
struct PluginHostCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: PluginHost.subcommand,
        abstract: "Run an estimator of a shared library on samples from standard input.",
        shouldDisplay: false
    )

    @Argument(help: "The shared library.")
    var library: String

    @Argument(help: "The sensors whose samples each return an orientation, separated by commas.")
    var drivers: String

    @Argument(parsing: .allUnrecognized, help: "The values of the library's parameters, in the order of its table.")
    var values: [String] = []

    func run() throws {
        try PluginHost.run(
            file: library,
            drivers: drivers.split(separator: ",").map(String.init),
            values: values.compactMap { Double($0) }
        )
        Foundation.exit(PluginHost.completion)
    }
}
