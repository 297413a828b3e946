import Recordings
import SensorModel

extension ProgramError {
    /// Returns the error as it is shown to the user.
    ///
    /// - Parameters:
    ///   - call: call of the program.
    ///   - progress: progress of the run, such as "after 12 answers"; empty for a batch program.
    ///   - errorLine: last line that the program wrote to standard error; `nil` if there is no such line.
    ///   - drivers: sensors whose samples require an answer; empty for a batch program.
    func failure(
        of call: ProgramCall,
        _ progress: String,
        errorLine: String?,
        drivers: [SensorKind] = []
    ) -> InputError {
        let progress = progress.isEmpty ? "" : " \(progress)"
        let detail = errorLine.map { " ('\($0)')" } ?? ""
        let (program, reason, file) = (call.command.first ?? "", description, call.name)
        let task = drivers.isEmpty ? "end" : "answer the \(drivers.map(\.rawValue).joined(separator: " and ")) sample"
        let words: (message: String, advice: String) =
            switch self {
            case .notFound, .notStarted:
                (
                    message: "cannot start '\(program)': \(reason)",
                    advice: "in \(file), name a program that is in PATH, or in the same folder as \(file)"
                )
            case .ended(let status):
                (
                    message: "\(call.completion == 0 ? "the program" : "the library") ended with "
                        + "\(status)\(progress)\(detail)",
                    advice: call.completion == 0 ? "correct the program" : "correct the library"
                )
            case .silent:
                (
                    message: "the program did not \(task) within \(call.timeout.shortText) s\(progress)\(detail)",
                    advice: drivers.isEmpty
                        ? "increase 'timeout'" : "flush the output after each line, set 'driver', or increase 'timeout'"
                )
            case .flood(let what):
                (message: "unexpected output: \(what)\(progress)\(detail)", advice: "correct the program")
            }
        return InputError(file: file, message: words.message, advice: words.advice)
    }
}
