import Foundation
import Recordings
import SensorModel

/// An estimator that sends samples to a program, and reads an orientation after each sample of a driving sensor.
///
/// The program receives the next sample only after it has written the orientation, so it cannot use later samples.
final class StreamEstimator: OutsideEstimator, @unchecked Sendable {
    /// The maximum number of samples whose orientations are computed again at the end of a run.
    private static let maximumRepeated = 500
    /// The number of orientations after which one line is sent to the echoing program.
    private static let answersPerEcho = 8
    /// The maximum time in seconds that a program may run after the end of its input.
    private static let longestEnd = 5.0

    private let call: ProgramCall
    private let answers: AnswerText
    private let isRepeated: Bool
    private let indices: [Int]
    private let drivers: [SensorKind]

    private var intake = SampleIntake()
    private var program: ChildProgram?
    private var tree: TemporaryTree?
    private var question: [UInt8] = []
    private var waited = 0.0
    private var count = 0
    /// The time until the first orientation in seconds, including the program's start.
    private var startUp = 0.0
    /// The times to all other orientations in seconds.
    private var times: [Seconds] = []
    private var repeated: [(question: [UInt8], answer: ArraySlice<UInt8>)] = []
    /// A program that echoes its input. It runs together with the estimator's program, so that both have the same load.
    private var echoing: ChildProgram?
    private var echoTimes: [Seconds] = []
    private var hasEchoFailed = false
    private(set) var failure: InputError?
    private(set) var remarks: [String] = []

    /// - Parameters:
    ///   - call: call that starts the program.
    ///   - answers: text format of the orientations.
    ///   - sensors: sensors whose samples the program receives.
    ///   - drivers: sensors whose samples require an orientation.
    ///   - isRepeated: whether part of the run is repeated, to detect programs that are not deterministic.
    init(_ call: ProgramCall, answers: AnswerText, sensors: [SensorKind], drivers: [SensorKind], isRepeated: Bool) {
        self.call = call
        self.answers = answers
        self.isRepeated = isRepeated
        self.drivers = drivers
        indices = SampleIntake.indices(of: sensors)
    }

    var skips: SkipCounts { intake.skips }

    var time: OutsideTime? { OutsideTime(answers: times, echoes: echoTimes) }

    func reset() {
        program = nil
        tree = nil
        intake = SampleIntake()
        (question, waited, count, startUp, times, repeated) = ([], 0, 0, 0, [], [])
        (echoing, echoTimes, hasEchoFailed) = (nil, [], false)
        (failure, remarks) = (nil, [])
    }

    func update(with frame: SensorFrame) -> UnitQuaternion? {
        guard failure == nil else { return nil }
        var last: [(SensorKind, Vector3)] = []
        for index in indices {
            guard let value = intake.sample(index, of: frame) else { continue }
            let sensor = SensorKind.vectors[index]
            if drivers.contains(sensor) {
                last.append((sensor, value))
            } else {
                append(sensor, value, at: frame.time)
            }
        }
        // Samples of a driving sensor are sent last, so that the orientation can depend on all samples of the same
        // time.
        var orientation: UnitQuaternion?
        for (sensor, value) in last where failure == nil {
            append(sensor, value, at: frame.time)
            orientation = ask()
        }
        return failure == nil ? orientation : nil
    }

    private func append(_ sensor: SensorKind, _ value: Vector3, at time: Seconds) {
        question += "\(sensor.rawValue),\(time),\(value.x),\(value.y),\(value.z)\n".utf8
    }

    private func ask() -> UnitQuaternion? {
        defer { question.removeAll(keepingCapacity: true) }
        do throws(ProgramError) {
            let program = try started()
            guard !program.hasUnreadOutput else {
                fail("the program wrote two lines for one sample \(progress)")
                return nil
            }
            let start = ContinuousClock.now
            let line = try program.answer(to: question, patience: call.timeout - waited)
            let duration = start.duration(to: .now).seconds
            waited += duration
            count += 1
            if count == 1 {
                startUp = duration
            } else {
                times.append(duration)
                if count % Self.answersPerEcho == 2 { measureEcho() }
            }
            if repeated.count < Self.maximumRepeated { repeated.append((question, line)) }
            return orientation(of: line)
        } catch {
            fail(error)
            return nil
        }
    }

    private func started() throws(ProgramError) -> ChildProgram {
        if let program { return program }
        let started = try start(call)
        program = started
        return started
    }

    /// Starts a program. Its temporary folder is removed when this estimator is released.
    private func start(_ call: ProgramCall) throws(ProgramError) -> ChildProgram {
        do throws(FileFailure) {
            if tree == nil { tree = try TemporaryTree() }
        } catch {
            throw .notStarted(reason: "\(error.path): \(error.reason)")
        }
        return try ChildProgram(call, run: tree?.url.path)
    }

    private func orientation(of line: ArraySlice<UInt8>) -> UnitQuaternion? {
        guard !line.isEmpty else { return nil }
        do throws(AnswerText.Mistake) {
            return try answers.orientation(try answers.numbers(line, expected: 4))
        } catch {
            let numbers = answers.order == .wxyz ? "qw,qx,qy,qz" : "qx,qy,qz,qw"
            fail("answer \(count) is not a rotation (\(numbers)): \(error.message)")
            return nil
        }
    }

    func finish(isThorough: Bool) -> [(time: Seconds, orientation: UnitQuaternion)] {
        guard failure == nil, let program else { return [] }
        do throws(ProgramError) {
            try program.finish(patience: Self.longestEnd)
            if program.hasUnreadOutput {
                fail("the program wrote more lines than it received samples \(progress)")
            }
        } catch .silent {
            fail(
                "the program still runs \(Int(Self.longestEnd)) s after its last sample, but must end when its input "
                    + "ends"
            )
        } catch {
            fail(error)
        }
        self.program = nil
        echoing = nil
        guard isThorough, failure == nil else { return [] }
        remarkOnTime()
        if isRepeated { runAgain() }
        return []
    }

    /// Measures the time of the connection: the time to send the same bytes to an echoing program and to receive them.
    private func measureEcho() {
        guard !hasEchoFailed else { return }
        let call = ProgramCall(name: "cat", command: ["cat"], folder: call.folder, timeout: 10)
        // Spaces replace the line breaks, so that the echoing program writes a single line.
        let line = question.dropLast().map { $0 == UInt8(ascii: "\n") ? UInt8(ascii: " ") : $0 }
        do throws(ProgramError) {
            if echoing == nil { echoing = try start(call) }
            // The first line wakes the echoing program, which has slept longer than the estimator's program. Only the
            // time of the second line is used.
            var start = ContinuousClock.now
            for _ in 0..<2 {
                start = .now
                _ = try echoing?.answer(to: line + [UInt8(ascii: "\n")], patience: call.timeout)
            }
            echoTimes.append(start.duration(to: .now).seconds)
        } catch {
            (echoing, echoTimes, hasEchoFailed) = (nil, [], true)
        }
    }

    private func remarkOnTime() {
        guard let median = OutsideTime.median(echoTimes) else {
            if hasEchoFailed {
                remarks.append(
                    "time per sample: includes the connection to the program, because the echoing program (cat) failed"
                )
            }
            return
        }
        let start = DecimalText.fixed(startUp, decimals: 2)
        remarks.append(
            "time per sample: excludes the connection (\(OutsideTime.microseconds(median)) us, measured with cat) and "
                + "the first answer, which took \(start) s including the program's start"
        )
    }

    private func runAgain() {
        do throws(ProgramError) {
            let program = try start(call)
            for (index, (question, answer)) in repeated.enumerated() {
                let again = try program.answer(to: question, patience: call.timeout)
                guard again.elementsEqual(answer) else {
                    remarks.append("\(call.name) is not deterministic: answer \(index + 1) differs in a second run")
                    return
                }
            }
        } catch {
            let words = error.failure(of: call, "in a second run", errorLine: nil)
            remarks.append("\(call.name) is not deterministic: \(words.message)")
        }
    }

    private var progress: String { "after \(count) \(count == 1 ? "answer" : "answers")" }

    private func fail(_ error: ProgramError) {
        // The last line of standard error may explain the failure. It must be read before the program is released.
        failure = error.failure(of: call, progress, errorLine: program?.lastErrorLine, drivers: drivers)
        (program, echoing) = (nil, nil)
    }

    private func fail(_ message: String) {
        failure = InputError(file: call.name, message: message, advice: "correct the program")
        (program, echoing) = (nil, nil)
    }
}

/// The text format in which a program writes orientations.
struct AnswerText: Sendable, Hashable {
    /// The order of a quaternion's components.
    enum Order: String, Sendable, CaseIterable {
        case wxyz
        case xyzw
    }

    /// The maximum difference between a quaternion's length and 1. Components with three decimals meet this limit.
    private static let tolerance = 0.01
    /// The largest difference between a normalised quaternion's length and 1 that rounding causes.
    private static let rounding = 1e-14

    var order = Order.wxyz
    var frame = EarthFrame()

    /// The reason why a line does not contain an orientation.
    struct Mistake: Error {
        let message: String
    }

    /// Parses the comma-separated numbers of a line.
    ///
    /// - Parameters:
    ///   - line: line to parse.
    ///   - expected: number of values that the line must have.
    func numbers(_ line: ArraySlice<UInt8>, expected: Int) throws(Mistake) -> [Double] {
        let text = String(decoding: line, as: UTF8.self)
        let cells = text.split(separator: ",", omittingEmptySubsequences: false)
        var numbers: [Double] = []
        for cell in cells {
            guard let number = Double(cell.trimmingSpaces) else { break }
            numbers.append(number)
        }
        guard numbers.count == expected, cells.count == expected else {
            throw Mistake(message: "'\(Excerpt.text(text))'")
        }
        guard numbers.allSatisfy(\.isFinite) else { throw Mistake(message: "'\(Excerpt.text(text))' is not finite") }
        return numbers
    }

    /// Returns the orientation, device → Earth (East, North, Up), from four components in the format's order and frame.
    func orientation(_ numbers: some Collection<Double>) throws(Mistake) -> UnitQuaternion {
        let values = Array(numbers)
        let (w, x, y, z) =
            order == .wxyz
            ? (values[0], values[1], values[2], values[3]) : (values[3], values[0], values[1], values[2])
        guard let orientation = Self.unit(w, x, y, z) else {
            let length = (w * w + x * x + y * y + z * z).squareRoot()
            throw Mistake(message: "the quaternion has the length \(DecimalText.fixed(length, decimals: 3))")
        }
        return frame.deviceToTrueENU(orientation, declination: nil)
    }

    /// Returns the quaternion with length 1; `nil` if its length differs too much from 1 or is not finite. A quaternion
    /// whose length differs from 1 only by rounding is returned unchanged.
    static func unit(_ w: Double, _ x: Double, _ y: Double, _ z: Double) -> UnitQuaternion? {
        let length = (w * w + x * x + y * y + z * z).squareRoot()
        let error = abs(length - 1)
        guard error <= tolerance else { return nil }
        if error < rounding { return UnitQuaternion(unchecked: w, x, y, z) }
        return UnitQuaternion(unchecked: w / length, x / length, y / length, z / length)
    }
}

extension StringProtocol {
    fileprivate var trimmingSpaces: SubSequence {
        var text = self[...]
        while text.first == " " || text.first == "\t" { text.removeFirst() }
        while text.last == " " || text.last == "\t" { text.removeLast() }
        return text
    }
}
