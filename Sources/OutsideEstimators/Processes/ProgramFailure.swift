import Recordings
import SensorModel

extension ProgramError {
    /// The failure for the user.
    ///
    /// - Parameters:
    ///   - call: the program.
    ///   - progress: how far the run was, such as "after 12 answers"; empty for a batch program.
    ///   - errorLine: the last line of standard error.
    ///   - drivers: the sensors whose samples the program must answer; empty for a batch program.
    func failure(
        of call: ProgramCall,
        _ progress: String,
        errorLine: String?,
        drivers: [SensorKind] = []
    ) -> EstimatorFailure {
        let progress = progress.isEmpty ? "" : " \(progress)"
        let said = errorLine.map { " ('\($0)')" } ?? ""
        let program = call.command.first ?? ""
        return switch self {
        case .notFound, .notStarted:
            EstimatorFailure(
                program: call.name,
                found: "no program '\(program)' (\(self))",
                expected: "a program in PATH or in the folder of the file",
                remedy: "correct 'command'"
            )
        case .ended(let status):
            EstimatorFailure(
                program: call.name,
                found: "\(status)\(progress)\(said)",
                expected: call.completion == 0
                    ? "exit status 0 after the last sample" : "a library that does not end its process",
                remedy: call.completion == 0 ? "correct the program" : "correct the library"
            )
        case .silent:
            EstimatorFailure(
                program: call.name,
                found: "nothing within \(Self.text(call.timeout)) s\(progress)\(said)",
                expected: drivers.isEmpty ? "its end in time" : "an answer to each \(Self.names(drivers)) sample",
                remedy: drivers.isEmpty
                    ? "raise 'timeout'" : "flush the output after each line, set 'driver', or raise 'timeout'"
            )
        case .flood(let what):
            EstimatorFailure(
                program: call.name,
                found: "\(what)\(progress)\(said)",
                expected: "nothing but answers",
                remedy: "correct the program"
            )
        }
    }

    private static func names(_ sensors: [SensorKind]) -> String {
        sensors.map(\.rawValue).joined(separator: " and ")
    }

    private static func text(_ seconds: Double) -> String { Int(exactly: seconds).map { "\($0)" } ?? "\(seconds)" }
}
