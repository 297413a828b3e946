import Geodesy
import Pipelines
public import Recordings
package import SensorModel

/// The checks of recordings for physical plausibility.
public enum RecordingChecks {
    /// The checks in the order of their dependence: single samples, times, magnitudes, directions.
    static var all: [any RecordingCheck.Type] {
        [
            OutlierCheck.self,
            TimeUnitCheck.self,
            TimeStampCheck.self,
            LostDecimalsCheck.self,
            AccelerationUnitCheck.self,
            FieldStrengthCheck.self,
            HardIronCheck.self,
            AngularRateUnitCheck.self,
            MagneticJumpCheck.self,
            ClockCheck.self,
            DipCheck.self,
            OrientationCheck.self,
        ]
    }

    /// Runs all checks on a recording. O(samples).
    public static func results(for recording: Recording) -> [CheckResult] {
        results(for: recording, clock: RecordingClockComparison(recording))
    }

    private static func results(
        for recording: Recording,
        clock: RecordingClockComparison?,
        fitsFrames: Bool = false
    ) -> [CheckResult] {
        var evidence = CheckEvidence(recording, clock: clock, fitsFrames: fitsFrames)
        return all.flatMap { check in
            check.verdicts(on: &evidence).map { CheckResult(check: check.name, verdict: $0) }
        }
    }

    /// Returns the mismatches and notes, in the order of the checks.
    ///
    /// - Parameters:
    ///   - recording: the recording.
    ///   - clock: the clock comparison of the recording.
    ///   - options: the options of the evaluation. Clocks that it aligns and frames that it fits are not mismatches.
    package static func findings(
        in recording: Recording,
        clock: RecordingClockComparison?,
        options: EvaluationOptions
    ) -> [CheckResult] {
        results(for: recording, clock: clock, fitsFrames: options.fitsFrames)
            .filter { $0.remark != nil && !(options.alignsClocks && $0.check == ClockCheck.name) }
    }

    /// Returns the warnings and notes for a run. Clocks are omitted, because they have a separate remark.
    package static func remarks(on findings: [CheckResult]) -> [String] {
        findings.filter { $0.check != ClockCheck.name }.compactMap(\.remark)
    }
}

/// A check of a recording's units, signs and axes for physical plausibility.
///
/// A check that detects a mismatch corrects it in the evidence, so the following checks do not report it again.
protocol RecordingCheck {
    /// The name of the check in reports.
    static var name: String { get }

    /// Returns the verdicts of the check, one for each stream or orientation.
    static func verdicts(on evidence: inout CheckEvidence) -> [CheckResult.Verdict]
}

/// The result of one check of a recording.
public struct CheckResult: Sendable, Hashable {
    /// The verdict of a check.
    public enum Verdict: Sendable, Hashable {
        /// The recording is plausible; the text states the value that was checked.
        case agrees(String)
        /// The recording is plausible, but its results depend on this fact.
        case noted(String)
        /// The recording is not plausible.
        case mismatch(RecordingMismatch)
        /// The check was not possible, for this reason.
        case unknown(String)
    }

    /// The check's name.
    public var check: String
    /// The verdict.
    public var verdict: Verdict

    /// The mismatch; `nil` for other verdicts.
    public var mismatch: RecordingMismatch? {
        if case .mismatch(let mismatch) = verdict { mismatch } else { nil }
    }

    /// The sentence on a mismatch or a note for reports; `nil` for other verdicts.
    var remark: String? {
        switch verdict {
        case .mismatch(let mismatch): "warning: \(mismatch)"
        case .noted(let fact): fact
        case .agrees, .unknown: nil
        }
    }
}

extension InputError {
    /// Creates the error of a recording whose layout has invalid parameters for an estimator.
    package init(layoutOf path: String, _ error: InputError) {
        self.init(
            file: path,
            message: "invalid estimator parameters in the layout: \(error.message)",
            advice: "correct 'estimators' in the layout"
        )
    }
}

/// The check that the sensors and the orientation that they are compared with share one clock.
enum ClockCheck: RecordingCheck {
    static let name = "clocks"

    /// The maximum offset of matched clocks. Good recordings are matched to about 30 ms.
    private static let tolerated: Seconds = 0.05

    static func verdicts(on evidence: inout CheckEvidence) -> [CheckResult.Verdict] {
        guard let clock = evidence.clock else {
            return [.unknown("no rotation is recorded by two clocks")]
        }
        switch clock.estimate {
        case .unknown(let reason): return [.unknown("\(reason) (\(clock.compared))")]
        case .found(let offset):
            let milliseconds = CheckText.number(offset.offset * 1_000)
            let figure =
                "\(milliseconds) ± \(CheckText.number(offset.uncertainty * 1_000)) ms between the clocks "
                + "(r = \(CheckText.number(offset.correlation)); \(clock.compared))"
            guard offset.isSignificant else { return [.agrees(figure)] }
            evidence.recording = evidence.recording.movingSensors(
                by: offset.offset,
                keepingAttitude: clock.keepsAttitude
            )
            guard abs(offset.offset) > tolerated else { return [.agrees(figure)] }
            return [
                .mismatch(
                    RecordingMismatch(
                        stream: "sensors",
                        found: "a separate clock, \(figure)",
                        expected: "one clock, to 50 ms",
                        fits:
                            "use --align-clocks, or set 'clockOffsets' of \(CheckText.number(offset.offset)) s for them",
                        confidence: .likely
                    )
                )
            ]
        }
    }
}

/// The check that the magnetic field points down in the northern hemisphere and up in the southern hemisphere.
///
/// It detects the sign of gravity in a recording with locations but without an orientation.
enum DipCheck: RecordingCheck {
    static let name = "dip of the field"

    /// The latitude below which the dip can have either sign.
    private static let minimumLatitude = Angle(degrees: 25)
    /// The minimum mean cosine between field and vertical that is conclusive. At a latitude of 25° it is about 0.6.
    private static let minimumCosine = 0.3
    /// The maximum ratio of the measured strength to the model, or of the model to the measured strength. Phones
    /// measure 40 to 60 µT outdoors. Beyond the ratio, as in a car or near a magnet, the field has an unknown
    /// direction.
    private static let maximumRatio = 1.4
    /// The maximum difference between the magnitude of the mean cosine and that of the model.
    private static let maximumDifference = 0.35

    static func verdicts(on evidence: inout CheckEvidence) -> [CheckResult.Verdict] {
        guard evidence.orientations.isEmpty else { return [] }
        let recording = evidence.recording
        guard let accelerometer = recording.accelerometer, let magnetometer = recording.magnetometer,
            let fix = recording.location?.values.first(where: { $0.point != nil }),
            let place = GeodeticPosition(fix, heightIfMissing: 0)
        else { return [.unknown("the sign of gravity needs an orientation, or a magnetic field and a location")] }
        let latitude = fix.latitude
        guard abs(latitude.degrees) >= minimumLatitude.degrees else {
            return [.unknown("too near to the equator: the dip of the field is uncertain")]
        }
        let integral = RunningIntegral(accelerometer)
        var cursor = RunningIntegral.Cursor()
        let cosines = zip(magnetometer.times, magnetometer.values).compactMap { time, field -> Double? in
            let force = integral.mean(from: time - 0.1, to: time + 0.1, near: &cursor)?.normalised
            return force.flatMap { force in field.normalised?.dot(force) }
        }
        guard cosines.count >= CheckEvidence.minimumSamples, let mean = Double.mean(of: cosines),
            abs(mean) > minimumCosine
        else { return [.unknown("field and gravity have no consistent angle")] }
        // In the northern hemisphere the field points down, opposite to the specific force.
        let isCorrect = (mean < 0) == (latitude.degrees > 0)
        let figure = "a mean cosine of \(CheckText.number(mean)) between field and specific force"
        if isCorrect { return [.agrees(figure)] }
        if let reason = disturbance(of: magnetometer, cosine: mean, at: place, recording) { return [.unknown(reason)] }
        return [
            .mismatch(
                RecordingMismatch(
                    stream: "accelerometer",
                    found: figure,
                    expected: "the other sign at a latitude of \(CheckText.number(latitude.degrees))°",
                    fits: "gravity's sign is reversed: write 'sign: -1' for the accelerometer; "
                        + "or the magnetometer's is",
                    confidence: .likely
                )
            )
        ]
    }

    /// Returns the reason why a field cannot be the Earth's field with the wrong sign, or `nil` if it can.
    private static func disturbance(
        of magnetometer: SensorStream<Vector3>,
        cosine: Double,
        at place: GeodeticPosition,
        _ recording: Recording
    ) -> String? {
        // Without a date, the model's epoch is used. Strength and dip change by little more than one per cent in ten
        // years.
        let model = WorldMagneticModel.wmm2025
        let prediction = recording.magneticModel.prediction ?? (try? model.prediction(at: place, year: model.epoch))
        let lengths = magnetometer.values.map(\.length).filter(\.isFinite)
        guard let field = prediction?.field, !lengths.isEmpty else { return nil }
        let strength = ErrorStatistics.median(of: lengths)
        let expected = field.strengthNanotesla / 1000
        guard strength < expected * maximumRatio, expected < strength * maximumRatio else {
            return "the field has \(CheckText.number(strength)) µT, and the Earth's \(CheckText.number(expected)) µT: "
                + "it is disturbed, as in a car"
        }
        let dip = abs(field.downNanotesla) / field.strengthNanotesla
        guard abs(abs(cosine) - dip) <= maximumDifference else {
            return "the mean cosine between field and vertical is \(CheckText.number(cosine)), and the Earth's "
                + "\(CheckText.number(dip)): the field is disturbed"
        }
        return nil
    }
}

/// The check that accelerations have decimals. A spreadsheet that expects another decimal separator drops the point.
enum LostDecimalsCheck: RecordingCheck {
    static let name = "decimals"

    /// The minimum numbers of samples and of different values for which whole numbers are not a coincidence.
    private static let minimum = (samples: 50, values: 4)

    static func verdicts(on evidence: inout CheckEvidence) -> [CheckResult.Verdict] {
        guard let stream = evidence.recording.accelerometer, stream.count >= minimum.samples else {
            return [.unknown("too few accelerations")]
        }
        let scale = [1, 1 / Gravity.standard].first { factor in
            stream.values.allSatisfy { isWhole($0.x * factor) && isWhole($0.y * factor) && isWhole($0.z * factor) }
        }
        let values = Set(stream.values.prefix(minimum.samples * 20).map(\.z))
        guard scale != nil, values.count >= minimum.values else { return [.agrees("accelerations have decimals")] }
        return [
            .mismatch(
                RecordingMismatch(
                    stream: "accelerometer",
                    found: "whole numbers only",
                    expected: "accelerations with decimals",
                    fits: "a spreadsheet dropped the decimals or their points: use the file that the app wrote",
                    confidence: .likely
                )
            )
        ]
    }

    /// Returns whether a number is whole, or not finite.
    private static func isWhole(_ value: Double) -> Bool {
        !value.isFinite || abs(value - value.rounded()) < 1e-9 * max(abs(value), 1)
    }
}

/// The check that the measured field does not jump while the gyroscope measures no rotation.
///
/// A device that calibrates its magnetometer changes the offset, and with it the heading, within one sample. Magnetic
/// fields of the surroundings change over several samples.
enum MagneticJumpCheck: RecordingCheck {
    static let name = "magnetic jumps"

    /// The minimum jump in µT. It changes the heading by up to 27° in a horizontal field of 20 µT.
    private static let minimumJump = 10.0
    /// The time on either side of a jump over which the field is averaged.
    private static let span: Seconds = 0.25
    private static let longestInterval: Seconds = 0.15
    private static let minimumSamples = 3
    /// The factor that allows for errors of the gyroscope.
    private static let rateAllowance = 1.5

    static func verdicts(on evidence: inout CheckEvidence) -> [CheckResult.Verdict] {
        let recording = evidence.recording
        guard let magnetometer = recording.magnetometer, let gyroscope = recording.gyroscope, gyroscope.count > 1 else {
            return []
        }
        let jumps = jumps(of: distinct(magnetometer), gyroscope)
        guard let largest = jumps.max(by: { $0.size < $1.size }) else {
            return [.agrees("the field does not jump by more than \(CheckText.number(minimumJump)) µT")]
        }
        let count = jumps.count == 1 ? "a jump" : "\(jumps.count) jumps, the largest"
        let figures = "\(count) of \(CheckText.number(largest.size)) µT at \(CheckText.number(largest.time)) s"
        return [
            .noted(
                "the magnetometer has \(figures), at which the device changed its calibration and the heading jumps"
            )
        ]
    }

    /// Returns the stream without zeros, without values that are not finite, and without repetitions of the previous
    /// value.
    private static func distinct(_ stream: SensorStream<Vector3>) -> SensorStream<Vector3> {
        var result = SensorStream<Vector3>()
        result.times.reserveCapacity(stream.count)
        result.values.reserveCapacity(stream.count)
        for (time, value) in zip(stream.times, stream.values)
        where value.isFinite && value != .zero && value != result.values.last {
            result.times.append(time)
            result.values.append(value)
        }
        return result
    }

    private static func jumps(
        of field: SensorStream<Vector3>,
        _ rates: SensorStream<Vector3>
    ) -> [(time: Seconds, size: Double)] {
        var angle = TurnedAngle(rates)
        let range = (rates.times.first ?? 0)...(rates.times.last ?? 0)
        var jumps: [(time: Seconds, size: Double)] = []
        for index in field.times.indices.dropFirst() {
            let (before, time) = (field.times[index - 1], field.times[index])
            guard time - before <= longestInterval, range.contains(before), range.contains(time) else { continue }
            let length = max(field.values[index].length, field.values[index - 1].length)
            let turned = rateAllowance * length * angle.between(before, time)
            guard (field.values[index] - field.values[index - 1]).length - turned > minimumJump,
                let earlier = mean(of: field, in: (time - span)..<time, from: index),
                let later = mean(of: field, in: time..<(time + span), from: index)
            else { continue }
            let size = (later - earlier).length - length * angle.between(time - span / 2, time + span / 2)
            if size > minimumJump { jumps.append((time, size)) }
        }
        return jumps
    }

    /// Returns the mean of the samples in a range of times around an index, or `nil` if there are too few.
    private static func mean(of field: SensorStream<Vector3>, in times: Range<Seconds>, from index: Int) -> Vector3? {
        var first = index
        while first > 0, field.times[first - 1] >= times.lowerBound { first -= 1 }
        var end = first
        while end < field.count, field.times[end] < times.upperBound { end += 1 }
        guard end - first >= minimumSamples else { return nil }
        return Vector3.mean(of: field.values[first..<end])
    }
}

/// The integral of the speed of rotation.
private struct TurnedAngle {
    private let times: [Seconds]
    private var sums: [Double] = [0]
    /// The index of the first time that is not before the last requested time.
    private var cursor = 0

    init(_ rates: SensorStream<Vector3>) {
        times = rates.times
        sums.reserveCapacity(times.count)
        for index in times.indices.dropFirst() {
            let rate = rates.values[index].isFinite ? rates.values[index].length : 0
            sums.append((sums.last ?? 0) + rate * (times[index] - times[index - 1]))
        }
    }

    /// Returns the angle in radians between two times. O(samples between them and the previous times).
    mutating func between(_ start: Seconds, _ end: Seconds) -> Double {
        let before = sum(at: start)
        return sum(at: end) - before
    }

    private mutating func sum(at time: Seconds) -> Double {
        while cursor > 0, times[cursor - 1] >= time { cursor -= 1 }
        while cursor < times.count, times[cursor] < time { cursor += 1 }
        guard cursor > 0 else { return 0 }
        guard cursor < times.count else { return sums[times.count - 1] }
        let (from, to) = (times[cursor - 1], times[cursor])
        let part = to > from ? (time - from) / (to - from) : 1
        return sums[cursor - 1] + part * (sums[cursor] - sums[cursor - 1])
    }
}

/// The check that time stamps are plausible: few stamps are equal, and the streams overlap in time.
enum TimeStampCheck: RecordingCheck {
    static let name = "time stamps"

    /// The share of equal consecutive stamps above which samples were written twice or stamps were rounded.
    private static let maximumDuplicates = 0.1

    static func verdicts(on evidence: inout CheckEvidence) -> [CheckResult.Verdict] {
        let streams = evidence.recording.stampedStreams.filter { $0.times.count >= CheckEvidence.minimumSamples }
        guard !streams.isEmpty else { return [.unknown("no stream has enough samples")] }
        var verdicts = streams.compactMap(duplicates).map(CheckResult.Verdict.mismatch)
        let files = evidence.recording.files
        verdicts += streams.compactMap { interruption($0, files[$0.kind]) }.map(CheckResult.Verdict.mismatch)
        if let apart = apart(streams) { verdicts.append(.mismatch(apart)) }
        return verdicts.isEmpty ? [.agrees("stamps are distinct, and the streams overlap")] : verdicts
    }

    private static func duplicates(_ stream: StampedStream) -> RecordingMismatch? {
        let count = zip(stream.times, stream.times.dropFirst()).count { $0 == $1 }
        guard Double(count) > maximumDuplicates * Double(stream.times.count) else { return nil }
        return RecordingMismatch(
            stream: stream.kind.rawValue,
            found: "\(count) of \(stream.times.count) timestamps equal to the previous one",
            expected: "a distinct stamp for each sample",
            fits: "the file repeats samples, or its stamps are rounded: export it with more digits",
            confidence: .likely
        )
    }

    /// The minimum interruption of a sensor that is reported, in seconds and in median intervals.
    private static let shortestInterruption: (seconds: Seconds, intervals: Double) = (2, 20)

    /// The maximum number of samples at the start that another clock may have stamped.
    private static let maximumOwnStart = 20

    /// Returns the mismatch of a sensor with an interruption, over which estimators cannot integrate.
    private static func interruption(_ stream: StampedStream, _ file: String?) -> RecordingMismatch? {
        guard [.accelerometer, .gyroscope, .magnetometer].contains(stream.kind) else { return nil }
        let timing = StreamTiming(stream.times)
        guard let gap = timing.longestGap, let median = timing.medianInterval,
            gap.length > max(shortestInterruption.seconds, shortestInterruption.intervals * median)
        else { return nil }
        let before = stream.times.prefix { $0 <= gap.start }.count
        if before <= maximumOwnStart, before * 100 <= stream.times.count {
            let samples = before == 1 ? "sample" : "\(before) samples"
            return RecordingMismatch(
                stream: stream.kind.rawValue,
                found: "the first \(samples) \(CheckText.number(gap.length)) s before the next",
                expected: "stamps of one clock",
                fits: "another clock stamped the first \(samples), or the device stored them before the start: remove "
                    + "\(before == 1 ? "that row" : "these rows") of \(file ?? "the file")",
                confidence: .likely
            )
        }
        return RecordingMismatch(
            stream: stream.kind.rawValue,
            found: "no sample for \(CheckText.number(gap.length)) s from \(CheckText.number(gap.start)) s on",
            expected: "samples without interruption",
            fits: "the app was suspended or paused: split the recording there, or exclude the interval with a mask",
            confidence: .possible
        )
    }

    /// Returns the mismatch of a stream that does not overlap with the first stream.
    private static func apart(_ streams: [StampedStream]) -> RecordingMismatch? {
        let first = streams[0]
        guard let range = first.range else { return nil }
        for stream in streams.dropFirst() {
            guard let other = stream.range, !other.overlaps(range) else { continue }
            return RecordingMismatch(
                stream: stream.kind.rawValue,
                found: "\(CheckText.range(other)) s",
                expected: "times that overlap those of the \(first.kind.rawValue), \(CheckText.range(range)) s",
                fits: "their clocks start at different times: set the difference as 'clockOffsets'",
                confidence: .certain
            )
        }
        return nil
    }
}
