import Foundation
import Synchronization

/// A program with its arguments, working directory and limits.
package struct ProgramCall: Sendable {
    /// The name of the program in messages.
    package let name: String
    /// The program and its arguments. No shell interprets them.
    package let command: [String]
    /// The working directory, or `nil` for the working directory of this process.
    package let folder: String?
    /// The maximum time in seconds to wait for the program. For an estimator, this is the total time for one recording.
    package let timeout: Double
    /// Environment variables to change, by name. A value of `nil` removes a variable.
    package let variables: [String: String?]
    /// The exit status that a successful program returns.
    package let completion: Int32

    /// Creates a call.
    ///
    /// - Parameter command: the program and its arguments. The array must not be empty.
    package init(
        name: String? = nil,
        command: [String],
        folder: String? = nil,
        timeout: Double = .infinity,
        variables: [String: String?] = [:],
        completion: Int32 = 0
    ) {
        precondition(!command.isEmpty, "a call has a program")
        self.name = name ?? command[0]
        self.command = command
        self.folder = folder
        self.timeout = timeout
        self.variables = variables
        self.completion = completion
    }

    /// The path of the program's file, or `nil` if `PATH` in ``variables`` does not contain the program.
    ///
    /// This property searches `PATH` in ``variables``, because the system would search the `PATH` of this process.
    var file: String? {
        guard !command[0].contains("/"), let path = variables["PATH"] ?? nil else { return command[0] }
        return path.split(separator: ":").map { "\($0)/\(command[0])" }.first {
            FileManager.default.isExecutableFile(atPath: $0)
        }
    }

    /// Runs the program until it exits and collects its output. Cancelling the task ends the program.
    ///
    /// - Parameters:
    ///   - input: the bytes of standard input.
    ///   - limit: the maximum number of bytes of standard output and standard error together.
    /// - Throws: ``ProgramError`` if the program cannot run, exceeds a limit or is cancelled. An exit status above 0 is
    ///   not an error.
    package func run(input: [UInt8] = [], limit: Int) async throws(ProgramError) -> ProgramOutput {
        let cancellation = Cancellation()
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                // A new thread waits for the program, because a thread of the task pool must not be blocked.
                Thread.detachNewThread {
                    continuation.resume(returning: collected(input, limit, cancellation))
                }
            }
        } onCancel: {
            cancellation.isRequested.store(true, ordering: .relaxed)
        }
        return try result.get()
    }

    private func collected(
        _ input: [UInt8],
        _ limit: Int,
        _ cancellation: Cancellation
    ) -> Result<ProgramOutput, ProgramError> {
        Result { () throws(ProgramError) in
            try ChildProgram(self).collect(input, patience: timeout, limit: limit) { () throws(ProgramError) in
                if cancellation.isRequested.load(ordering: .relaxed) { throw .ended(status: "cancelled") }
            }
        }
    }

    private final class Cancellation: Sendable {
        let isRequested = Atomic(false)
    }
}

/// The output of a program that has exited.
package struct ProgramOutput: Sendable {
    /// The bytes of standard output.
    package let output: [UInt8]
    /// The text of standard error.
    package let error: String
    /// The exit status, or `nil` if a signal ended the program.
    package let code: Int32?
}

/// A reason why a program did not return a result.
package enum ProgramError: Error, Hashable {
    /// The program or the working directory does not exist.
    case notFound
    /// The program could not be started.
    case notStarted(reason: String)
    /// The program ended early, or with an exit status that does not indicate success.
    case ended(status: String)
    /// The program did not answer within the time limit.
    case silent
    /// The program wrote too much output, or a line that is too long.
    case flood(String)
}

extension ProgramError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .notFound: String(cString: strerror(ENOENT))
        case .notStarted(let reason): reason
        case .ended(let status): status
        case .silent: "no answer in time"
        case .flood(let what): what
        }
    }
}
