import Foundation
import Synchronization

/// A program with its arguments, working directory and limits.
package struct ProgramCall: Sendable {
    /// The program in messages.
    package let name: String
    /// The program and its arguments. No shell reads them.
    package let command: [String]
    /// The working directory; nil for that of this process.
    package let folder: String?
    /// The longest time in seconds that Sextant waits for the program, for an estimator over one recording.
    package let timeout: Double
    /// Variables of the environment that differ from those of this process; nil removes a variable.
    package let variables: [String: String?]
    /// The exit status of a program that has done its work.
    package let completion: Int32

    /// Creates a call.
    ///
    /// - Parameter command: the program and its arguments; not empty.
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

    /// The program's file; nil if a changed search path does not contain it.
    ///
    /// The system searches the path of this process, not that of the call.
    var file: String? {
        guard !command[0].contains("/"), let path = variables["PATH"] ?? nil else { return command[0] }
        return path.split(separator: ":").map { "\($0)/\(command[0])" }.first {
            FileManager.default.isExecutableFile(atPath: $0)
        }
    }

    /// Runs the program to its end and collects what it writes. Cancellation of the task ends the program.
    ///
    /// - Parameters:
    ///   - input: the bytes of standard input.
    ///   - limit: the maximum number of bytes of standard output and standard error together.
    /// - Throws: ``ProgramError``. An exit status other than 0 is not an error.
    package func run(input: [UInt8] = [], limit: Int) async throws(ProgramError) -> ProgramOutput {
        let cancellation = Cancellation()
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                // The thread waits most of the time; a thread of the task pool would be missing there.
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

/// What a program wrote until its end.
package struct ProgramOutput: Sendable {
    /// The bytes of standard output.
    package let output: [UInt8]
    /// The text of standard error.
    package let error: String
    /// The exit status; nil if a signal ended the program.
    package let code: Int32?
}

/// What a program did instead of answering.
package enum ProgramError: Error, Hashable {
    /// There is no such program, or no such working directory.
    case notFound
    /// The program could not be started.
    case notStarted(reason: String)
    /// The program ended early, or with a status other than 0.
    case ended(status: String)
    /// No answer came within the time limit.
    case silent
    /// A line is too long, or there is too much output.
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
