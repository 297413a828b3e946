import Recordings
import SensorModel

/// An estimator that sends samples to a program, and reads an orientation after each sample of a driving sensor.
final class StreamEstimator: OutsideEstimator, @unchecked Sendable {
    private var program: StreamProgram
    private let answers: AnswerText
    private let sensors: [SensorKind]
    private var intake: SampleIntake

    /// Creates an estimator that runs a program.
    ///
    /// - Parameters:
    ///   - call: call that starts the program.
    ///   - answers: text format of the orientations.
    ///   - sensors: sensors whose samples the program receives.
    ///   - drivers: sensors whose samples require an orientation.
    ///   - isRepeated: whether part of the run is repeated, to detect programs that are not deterministic.
    init(_ call: ProgramCall, answers: AnswerText, sensors: [SensorKind], drivers: [SensorKind], isRepeated: Bool) {
        program = StreamProgram(call, drivers: drivers, isRepeated: isRepeated)
        self.answers = answers
        self.sensors = sensors
        intake = SampleIntake(of: sensors)
    }

    var skips: SkipCounts { intake.skips }
    var failure: InputError? { program.failure }
    var remarks: [String] { program.remarks }
    var time: OutsideTime? { program.time }

    func reset() {
        program = program.restarted()
        intake = SampleIntake(of: sensors)
    }

    func update(with frame: SensorFrame) -> UnitQuaternion? {
        guard failure == nil else { return nil }
        let numbers = answers.order == .wxyz ? "qw,qx,qy,qz" : "qx,qy,qz,qw"
        return program.send(intake.lines(of: frame), expecting: "a rotation (\(numbers))") {
            line throws(AnswerText.Mistake) in
            try answers.orientation(try answers.numbers(line, expected: 4))
        }
    }

    func finish(isThorough: Bool) -> [(time: Seconds, orientation: UnitQuaternion)] {
        program.finish(isThorough: isThorough)
        return []
    }
}
