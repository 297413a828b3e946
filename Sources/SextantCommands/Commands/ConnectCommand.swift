import ArgumentParser
import Foundation
import OutsideEstimators

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
