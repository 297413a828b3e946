import Foundation
import Recordings
import SensorModel

/// A command that ends with status 0 if programs can run on this machine.
///
/// ```swift
/// let check = ProgramCheck(command: ["python3", "-c", "import riann"], folder: ".")
/// if let failure = check.failure() { print("skipped: \(failure)") }
/// ```
public struct ProgramCheck: Sendable {
    /// The maximum time of a check in seconds. Python packages can take seconds to load.
    private static let timeout = 120.0

    private let call: ProgramCall

    /// Creates a check.
    ///
    /// - Parameters:
    ///   - command: program and arguments, at least one word. They are not interpreted by a shell.
    ///   - folder: working directory.
    public init(command: [String], folder: String) {
        precondition(!command.isEmpty, "a check has a program")
        call = ProgramCall(name: command[0], command: command, folder: folder, timeout: Self.timeout)
    }

    /// Runs the command. Returns the reason for a failure, with the last line of standard error, or `nil` after
    /// success.
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
