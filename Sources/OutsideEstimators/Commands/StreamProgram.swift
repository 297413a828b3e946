import Foundation
import Recordings
package import SensorModel

/// A program that receives samples, and writes a line after each sample of a driving sensor.
///
/// The program receives the next sample only after it has written the line, so the line cannot depend on later samples.
final class StreamProgram {
    /// The maximum number of samples that are sent to the program again after the run. If its answers differ from those
    /// of the run, the program is not deterministic.
    private static let maximumRepeated = 500
    /// The number of the program's answers between two measurements of the connection time. Each measurement sends a
    /// line to an echoing program and waits for the echo.
    private static let answersPerEcho = 8
    /// The maximum time in seconds that a program may run after the end of its input.
    private static let longestEnd = 5.0

    private let call: ProgramCall
    private let isRepeated: Bool
    private let drivers: [SensorKind]

    /// The sensors whose samples the program receives, and the samples that were skipped.
    var intake: SampleIntake
    private var program: ChildProgram?
    private var tree: TemporaryTree?
    private var question: [UInt8] = []
    private var waited = 0.0
    /// The number of answers so far.
    private var count = 0
    /// The time until the first answer in seconds, including the program's start.
    private var startUp = 0.0
    /// The waiting time in seconds for each answer after the first.
    private var times: [Seconds] = []
    private var repeated: [(question: [UInt8], answer: ArraySlice<UInt8>)] = []
    /// A program that echoes its input. It runs at the same time as the estimating program, so that both have the same
    /// load.
    private var echoing: ChildProgram?
    private var echoTimes: [Seconds] = []
    private var hasEchoFailed = false
    private(set) var failure: InputError?
    private(set) var remarks: [String] = []

    /// Creates an object for a program. The program starts when the first lines are sent.
    ///
    /// - Parameters:
    ///   - call: call that starts the program.
    ///   - sensors: sensors whose samples the program receives.
    ///   - drivers: sensors whose samples require an answer.
    ///   - isRepeated: whether part of the run is repeated, to detect programs that are not deterministic.
    init(_ call: ProgramCall, sensors: [SensorKind], drivers: [SensorKind], isRepeated: Bool) {
        self.call = call
        intake = SampleIntake(of: sensors)
        self.drivers = drivers
        self.isRepeated = isRepeated
    }

    var time: OutsideTime? { OutsideTime(answers: times, echoes: echoTimes) }

    /// Returns an object for a new run of the same program.
    func restarted() -> StreamProgram {
        StreamProgram(call, sensors: intake.sensors, drivers: drivers, isRepeated: isRepeated)
    }

    /// Sends the lines of samples with the same time, and returns the answer to the last sample of a driving sensor.
    ///
    /// Samples of driving sensors are sent last, so that the answer can depend on all samples of the same time. Without
    /// a sample of a driving sensor, the lines are sent with the next question.
    ///
    /// - Parameters:
    ///   - lines: sensors and lines of the samples.
    ///   - form: description of a valid answer, for messages.
    ///   - read: closure that parses an answer.
    /// - Returns: The parsed answer; `nil` if there is no answer, if it is empty, or after a failure.
    func send<Answer>(
        _ lines: [(sensor: SensorKind, text: String)],
        expecting form: @autoclosure () -> String,
        read: (ArraySlice<UInt8>) throws(AnswerText.Mistake) -> Answer
    ) -> Answer? {
        for line in lines where !drivers.contains(line.sensor) { append(line.text) }
        var answer: Answer?
        for line in lines where drivers.contains(line.sensor) {
            append(line.text)
            answer = nil
            guard let text = ask(), !text.isEmpty else { continue }
            do throws(AnswerText.Mistake) {
                answer = try read(text)
            } catch {
                fail("answer \(count) is not \(form()): \(error.message)")
            }
        }
        return failure == nil ? answer : nil
    }

    /// Appends a line with a sample, which is sent with the next question.
    private func append(_ line: String) { question += "\(line)\n".utf8 }

    /// Sends the appended lines, and returns the answer; `nil` after a failure.
    private func ask() -> ArraySlice<UInt8>? {
        guard failure == nil else { return nil }
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
            return line
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

    /// Starts a program. The program's temporary folder is removed when this object is released.
    private func start(_ call: ProgramCall) throws(ProgramError) -> ChildProgram {
        do throws(FileFailure) {
            if tree == nil { tree = try TemporaryTree() }
        } catch {
            throw .notStarted(reason: "\(error.path): \(error.reason)")
        }
        return try ChildProgram(call, run: tree?.url.path)
    }

    /// Ends the program after its last sample.
    ///
    /// - Parameter isThorough: whether to repeat part of the run, to detect programs that are not deterministic.
    func finish(isThorough: Bool) {
        guard failure == nil, let program else { return }
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
        guard isThorough, failure == nil else { return }
        remarkOnTime()
        if isRepeated { runAgain() }
    }

    /// Measures the time of the connection: the time to send the bytes of a question to an echoing program and to
    /// receive them.
    private func measureEcho() {
        guard !hasEchoFailed else { return }
        let call = ProgramCall(name: "cat", command: ["cat"], folder: call.folder, timeout: 10)
        // Spaces replace the line breaks, so that the echoing program writes a single line.
        let line = question.dropLast().map { $0 == UInt8(ascii: "\n") ? UInt8(ascii: " ") : $0 }
        do throws(ProgramError) {
            if echoing == nil { echoing = try start(call) }
            // The first line wakes the echoing program, which has slept longer than this program. Only the
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

    /// Ends the program after an invalid answer. `message` becomes the message of the failure.
    private func fail(_ message: String) {
        failure = InputError(file: call.name, message: message, advice: "correct the program")
        (program, echoing) = (nil, nil)
    }
}

extension OutsideTime {
    /// Computes the time that a program needs for an orientation, without the time of the connection.
    ///
    /// - Parameters:
    ///   - answers: times in seconds from sending samples to receiving an orientation.
    ///   - echoes: times in seconds that an echoing program (`cat`) takes; their median is the time of the connection.
    package init(answers: [Seconds], echoes: [Seconds]) {
        guard let echo = Self.median(echoes), let answer = Self.median(answers) else {
            self = .perSample(answers)
            return
        }
        guard answer > echo else {
            self = .unmeasured(
                because: "the program answers a line in \(Self.microseconds(answer)) us, which is not longer than "
                    + "the \(Self.microseconds(echo)) us of an echoing program (cat)"
            )
            return
        }
        self = .perSample(answers.map { max($0 - echo, 0) })
    }

    static func median(_ times: [Seconds]) -> Seconds? {
        times.isEmpty ? nil : times.sorted()[times.count / 2]
    }

    static func microseconds(_ time: Seconds) -> String { DecimalText.fixed(time * 1e6, decimals: 1) }
}
