import SensorModel

extension ProgramError {
    /// The failure for the user.
    ///
    /// - Parameters:
    ///   - call: the program.
    ///   - progress: how far the run was, such as "after 12 answers".
    ///   - errorLine: the last line of standard error.
    func failure(of call: ProgramCall, _ progress: String, errorLine: String?) -> EstimatorFailure {
        let said = errorLine.map { " ('\($0)')" } ?? ""
        let program = call.command.first ?? ""
        return switch self {
        case .notStarted(let reason):
            EstimatorFailure(
                program: call.name,
                found: "no program '\(program)' (\(reason))",
                expected: "a program in PATH or in the folder of the file",
                remedy: "correct 'command'"
            )
        case .ended(let status):
            EstimatorFailure(
                program: call.name,
                found: "\(status) \(progress)\(said)",
                expected: "exit status 0 after the last sample",
                remedy: "correct the program"
            )
        case .silent:
            EstimatorFailure(
                program: call.name,
                found: "nothing within \(Self.text(call.timeout)) s \(progress)\(said)",
                expected: "an answer in time",
                remedy: "flush the output after each line, or raise 'timeout'"
            )
        case .flood(let what):
            EstimatorFailure(
                program: call.name,
                found: "\(what) \(progress)\(said)",
                expected: "nothing but answers",
                remedy: "correct the program"
            )
        }
    }

    private static func text(_ seconds: Double) -> String { Int(exactly: seconds).map { "\($0)" } ?? "\(seconds)" }
}
