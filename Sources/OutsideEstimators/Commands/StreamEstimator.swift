import Recordings
import SensorModel

/// An estimator that sends samples to a program, and reads an orientation after each sample of a driving sensor.
final class StreamEstimator: OutsideEstimator, @unchecked Sendable {
    private var program: StreamProgram
    private let answers: AnswerText

    /// Creates an estimator that runs a program, which writes orientations in the text format `answers`.
    init(_ program: StreamProgram, answers: AnswerText) {
        self.program = program
        self.answers = answers
    }

    var skips: SkipCounts { program.intake.skips }
    var failure: InputError? { program.failure }
    var remarks: [String] { program.remarks }
    var time: OutsideTime? { program.time }

    func reset() { program = program.restarted() }

    func update(with frame: SensorFrame) -> UnitQuaternion? {
        guard failure == nil else { return nil }
        let numbers = answers.order == .wxyz ? "qw,qx,qy,qz" : "qx,qy,qz,qw"
        return program.send(program.intake.lines(of: frame), expecting: "a rotation (\(numbers))") {
            line throws(AnswerText.Mistake) in
            try answers.orientation(try answers.numbers(line, expected: 4))
        }
    }

    func finish(isThorough: Bool) -> [(time: Seconds, orientation: UnitQuaternion)] {
        program.finish(isThorough: isThorough)
        return []
    }
}
