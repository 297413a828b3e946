import ArgumentParser
import Foundation
import OutsideEstimators

/// `sextant connect`: the process of an estimator in a Python session. Users do not call it.
struct ConnectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: SocketRelay.subcommand,
        abstract: "Hand standard input and output to the other side of a Unix socket.",
        shouldDisplay: false
    )

    @Argument(help: "The path of the socket.")
    var socket: String

    @Argument(parsing: .allUnrecognized, help: "The words to send first.")
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
