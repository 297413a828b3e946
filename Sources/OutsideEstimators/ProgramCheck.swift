import Foundation
import Recordings
import SensorModel

/// A command that checks whether a program can run on this machine, for example whether a Python package is installed.
/// Exit status 0 means success.
///
/// ```swift
/// let check = ProgramCheck(command: ["python3", "-c", "import riann"], folder: ".")
/// if let failure = check.failure() { print("skipped: \(failure)") }
/// ```
public struct ProgramCheck: Sendable {
    /// The maximum duration of a check in seconds. Python packages can take seconds to load.
    private static let timeout = 120.0

    private let call: ProgramCall

    /// Creates a check that runs a command.
    ///
    /// - Parameters:
    ///   - command: program and its arguments, at least one word. No shell interprets the words.
    ///   - folder: working directory of the program.
    public init(command: [String], folder: String) {
        precondition(!command.isEmpty, "the command must name a program")
        call = ProgramCall(name: command[0], command: command, folder: folder, timeout: Self.timeout)
    }

    /// Runs the command. Returns `nil` on success; otherwise the reason for the failure, with the last line of standard
    /// error.
    public func failure() -> String? {
        var program: ChildProgram?
        do throws(ProgramError) {
            let tree = try Self.tree()
            let started = try ChildProgram(call, run: tree.url.path)
            program = started
            try started.finish(patience: call.timeout)
            return nil
        } catch {
            program?.end()
            return error.failure(of: call, "", errorLine: program?.lastErrorLine).message
        }
    }

    private static func tree() throws(ProgramError) -> TemporaryTree {
        do throws(FileFailure) {
            return try TemporaryTree()
        } catch {
            throw .notStarted(reason: error.reason)
        }
    }
}
