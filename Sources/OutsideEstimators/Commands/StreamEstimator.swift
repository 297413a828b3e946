import Recordings
import SensorModel

/// An estimator that sends samples to a program, and reads an orientation after each sample of a driving sensor.
final class StreamEstimator: OutsideEstimator, @unchecked Sendable {
    private let program: StreamProgram
    private let answers: AnswerText
    private let indices: [Int]
    private let drivers: [SensorKind]
    private var intake = SampleIntake()

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
        self.drivers = drivers
        indices = SampleIntake.indices(of: sensors)
    }

    var skips: SkipCounts { intake.skips }
    var failure: InputError? { program.failure }
    var remarks: [String] { program.remarks }
    var time: OutsideTime? { program.time }

    func reset() {
        program.reset()
        intake = SampleIntake()
    }

    func update(with frame: SensorFrame) -> UnitQuaternion? {
        guard failure == nil else { return nil }
        var last: [String] = []
        for index in indices {
            guard let value = intake.sample(index, of: frame) else { continue }
            let sensor = SensorKind.vectors[index]
            let line = SampleText.line(sensor, value, at: frame.time)
            if drivers.contains(sensor) { last.append(line) } else { program.append(line) }
        }
        // Samples of a driving sensor are sent last, so that the orientation can depend on all samples of the same
        // time.
        var orientation: UnitQuaternion?
        for line in last {
            program.append(line)
            orientation = program.ask().flatMap(self.orientation)
        }
        return failure == nil ? orientation : nil
    }

    private func orientation(of line: ArraySlice<UInt8>) -> UnitQuaternion? {
        guard !line.isEmpty else { return nil }
        do throws(AnswerText.Mistake) {
            return try answers.orientation(try answers.numbers(line, expected: 4))
        } catch {
            let numbers = answers.order == .wxyz ? "qw,qx,qy,qz" : "qx,qy,qz,qw"
            program.fail("answer \(program.count) is not a rotation (\(numbers)): \(error.message)")
            return nil
        }
    }

    func finish(isThorough: Bool) -> [(time: Seconds, orientation: UnitQuaternion)] {
        program.finish(isThorough: isThorough)
        return []
    }
}
