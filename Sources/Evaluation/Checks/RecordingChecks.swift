import Geodesy
import Pipelines
public import Recordings
package import SensorModel

/// The checks of recordings for physical plausibility.
public enum RecordingChecks {
    /// The checks in the order in which they run. A check relies on the corrections of the checks before it.
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
            SaturationCheck.self,
            GyroscopeBiasCheck.self,
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

    /// Returns the warnings and notes on a recording. O(samples).
    ///
    /// - Parameters:
    ///   - recording: the recording.
    ///   - isComplete: whether the checks of units, axes and signs are included, in addition to the checks of times,
    ///     single samples and sensor errors.
    package static func remarks(on recording: Recording, isComplete: Bool) -> [String] {
        let names = [
            OutlierCheck.name, TimeUnitCheck.name, TimeStampCheck.name, SaturationCheck.name, GyroscopeBiasCheck.name,
            MagneticJumpCheck.name, ClockCheck.name,
        ]
        return results(for: recording).filter { isComplete || names.contains($0.check) }.compactMap(\.remark)
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

    /// Returns the results that are mismatches or notes, in the order of the checks.
    ///
    /// - Parameters:
    ///   - recording: the recording.
    ///   - clock: the comparison of the recording's clocks; `nil` if there are no clocks to compare.
    ///   - options: the options of the evaluation. If the evaluation aligns clocks, mismatches of clocks are not
    ///     reported. If it fits frames, mismatches of frames are not reported.
    package static func findings(
        in recording: Recording,
        clock: RecordingClockComparison?,
        options: EvaluationOptions
    ) -> [CheckResult] {
        results(for: recording, clock: clock, fitsFrames: options.fitsFrames)
            .filter { $0.remark != nil && !(options.alignsClocks && $0.check == ClockCheck.name) }
    }

    /// Returns the warnings and notes for a run. The clock check is omitted, because a separate remark describes the
    /// clocks.
    package static func remarks(on findings: [CheckResult]) -> [String] {
        findings.filter { $0.check != ClockCheck.name }.compactMap(\.remark)
    }
}

/// A check whether a recording is physically plausible, for example in its units, signs and axes.
///
/// A check that detects a mismatch also corrects the recording in the evidence. The following checks therefore do not
/// report this mismatch again.
protocol RecordingCheck {
    /// The name of the check in reports.
    static var name: String { get }

    /// Returns the verdicts of the check, one for each stream or orientation.
    static func verdicts(on evidence: inout CheckEvidence) -> [CheckResult.Verdict]
}

/// The result of one check of a recording.
public struct CheckResult: Sendable, Hashable {
    /// The outcome of a check.
    public enum Verdict: Sendable, Hashable {
        /// The recording is plausible. The associated value states what was measured.
        case agrees(String)
        /// The recording is plausible. The associated value states a fact that affects the results.
        case noted(String)
        /// The recording is not plausible.
        case mismatch(RecordingMismatch)
        /// The check was not possible. The associated value is the reason.
        case unknown(String)

        /// The name of the verdict, and its text.
        package var words: (name: String, detail: String) {
            switch self {
            case .agrees(let figure): ("agrees", figure)
            case .noted(let fact): ("noted", fact)
            case .unknown(let reason): ("unknown", reason)
            case .mismatch(let mismatch): ("mismatch", mismatch.description)
            }
        }
    }

    /// The name of the check.
    public var check: String
    /// The outcome of the check.
    public var verdict: Verdict

    /// The mismatch that the check detected; `nil` for other verdicts.
    public var mismatch: RecordingMismatch? {
        if case .mismatch(let mismatch) = verdict { mismatch } else { nil }
    }

    /// The warning about a mismatch, or the note, for reports; `nil` for other verdicts.
    var remark: String? {
        switch verdict {
        case .mismatch(let mismatch): "warning: \(mismatch)"
        case .noted(let fact): fact
        case .agrees, .unknown: nil
        }
    }
}

extension InputError {
    /// Creates an error that names the layout at `path`, if `error` is about invalid parameters of an estimator. Any
    /// other `error`, such as the failure of a program, is copied unchanged.
    package init(layoutOf path: String, _ error: InputError) {
        guard error.cause == .usage else {
            self = error
            return
        }
        self.init(
            file: path,
            message: "invalid estimator parameters in the layout: \(error.message)",
            advice: "correct 'estimators' in the layout"
        )
    }
}

/// The check that the sensors have the same clock as the reference, the poses or the attitude.
enum ClockCheck: RecordingCheck {
    static let name = "clocks"

    /// The maximum offset between clocks that agree, in seconds. In good recordings, clocks agree to about 30 ms.
    private static let tolerated: Seconds = 0.05

    static func verdicts(on evidence: inout CheckEvidence) -> [CheckResult.Verdict] {
        guard let clock = evidence.clock else {
            return [.unknown(RecordingClockComparison.reasonWithout)]
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
                .implausible(
                    "sensors",
                    found: "a separate clock, \(figure)",
                    expected: "clocks that agree within 50 ms",
                    fits: "use --align-clocks, or set 'clockOffsets' of the sensors to "
                        + "\(CheckText.number(offset.offset)) s",
                    .likely
                )
            ]
        }
    }
}

/// The check that the magnetic field points down in the northern hemisphere and up in the southern hemisphere.
///
/// The check detects a wrong sign of gravity in a recording that has locations but no orientation.
enum DipCheck: RecordingCheck {
    static let name = "dip of the field"

    /// The minimum latitude for the check. Closer to the equator, the field can point up or down.
    private static let minimumLatitude = Angle(degrees: 25)
    /// The minimum magnitude of the mean cosine between field and vertical. Smaller magnitudes are inconclusive. At a
    /// latitude of 25°, the magnitude is about 0.6.
    private static let minimumCosine = 0.3
    /// The maximum ratio between the measured and the predicted field strength, where the larger strength is divided by
    /// the smaller one. At a larger ratio, as in a car or near a magnet, the field's direction is arbitrary. Phones
    /// measure 40 to 60 µT outdoors.
    private static let maximumRatio = 1.4
    /// The maximum difference between the magnitudes of the measured and the predicted cosine.
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
            return [.unknown("the location is too close to the equator, where the field can point up or down")]
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
            .implausible(
                "accelerometer",
                found: figure,
                expected: "the opposite sign at a latitude of \(CheckText.number(latitude.degrees))°",
                fits: "gravity's sign is reversed: write 'sign: -1' for the accelerometer; "
                    + "or the magnetometer's sign is reversed",
                .likely
            )
        ]
    }

    /// Returns the reason why a disturbed field makes the check inconclusive. Returns `nil` if the field's strength and
    /// dip match the Earth's field, apart from the sign of the dip.
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
            return "the field is disturbed, as in a car: its strength is \(CheckText.number(strength)) µT instead of "
                + "\(CheckText.number(expected)) µT"
        }
        let dip = abs(field.downNanotesla) / field.strengthNanotesla
        guard abs(abs(cosine) - dip) <= maximumDifference else {
            return "the field is disturbed: the mean cosine between field and vertical is \(CheckText.number(cosine)) "
                + "instead of \(CheckText.number(dip))"
        }
        return nil
    }
}

/// The check that accelerations have decimals. A spreadsheet with another decimal separator removes the decimals.
enum LostDecimalsCheck: RecordingCheck {
    static let name = "decimals"

    /// The limits below which a stream of whole numbers is not reported: the number of samples, and the number of
    /// distinct values.
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
            .implausible(
                "accelerometer",
                found: "whole numbers only",
                expected: "accelerations with decimals",
                fits: "a spreadsheet or the logger dropped the decimals: use the original file, if there is one",
                .likely
            )
        ]
    }

    /// Returns whether a number is an integer, or not finite.
    private static func isWhole(_ value: Double) -> Bool {
        !value.isFinite || abs(value - value.rounded()) < 1e-9 * max(abs(value), 1)
    }
}

/// The check that the measured field does not jump without a rotation of the device.
///
/// A device that recalibrates its magnetometer changes the offset, and thus the heading, from one sample to the next.
/// Magnetic fields of the surroundings usually change more slowly, over several samples.
enum MagneticJumpCheck: RecordingCheck {
    static let name = "magnetic jumps"

    /// The minimum jump that is reported, in µT. Such a jump changes the heading by up to 27° in a horizontal field of
    /// 20 µT.
    private static let minimumJump = 10.0
    /// The duration, in seconds, over which the field is averaged on each side of a jump.
    private static let span: Seconds = 0.25
    private static let longestInterval: Seconds = 0.15
    private static let minimumSamples = 3
    /// The safety factor for gyroscope errors. The change of the field that is expected from the measured rotation is
    /// multiplied by this factor.
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
                "the magnetometer has \(figures), and the heading jumps there: the device changed its calibration, or "
                    + "a magnet or iron came close"
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

    /// Returns the mean of the samples in a range of times, or `nil` for fewer than three samples. The search for the
    /// range starts at `index`.
    private static func mean(of field: SensorStream<Vector3>, in times: Range<Seconds>, from index: Int) -> Vector3? {
        var first = index
        while first > 0, field.times[first - 1] >= times.lowerBound { first -= 1 }
        var end = first
        while end < field.count, field.times[end] < times.upperBound { end += 1 }
        guard end - first >= minimumSamples else { return nil }
        return Vector3.mean(of: field.values[first..<end])
    }
}

/// The integral of the angular speed over time.
private struct TurnedAngle {
    private let times: [Seconds]
    private var sums: [Double] = [0]
    /// The index of the first sample at or after the last requested time.
    private var cursor = 0

    init(_ rates: SensorStream<Vector3>) {
        times = rates.times
        sums.reserveCapacity(times.count)
        for index in times.indices.dropFirst() {
            let rate = rates.values[index].isFinite ? rates.values[index].length : 0
            sums.append((sums.last ?? 0) + rate * (times[index] - times[index - 1]))
        }
    }

    /// Returns the angle in radians by which the device rotates between two times.
    ///
    /// O(n) for n samples from the previous call's `end` to `start` and from `start` to `end`.
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

/// The check that timestamps are plausible: few timestamps are equal, sensors have no long gaps, and streams overlap.
enum TimeStampCheck: RecordingCheck {
    static let name = "time stamps"

    /// The maximum share of timestamps that equal the previous timestamp. At a larger share, samples were written twice
    /// or timestamps were rounded.
    private static let maximumDuplicates = 0.1

    static func verdicts(on evidence: inout CheckEvidence) -> [CheckResult.Verdict] {
        let streams = evidence.recording.stampedStreams.filter { $0.times.count >= CheckEvidence.minimumSamples }
        guard !streams.isEmpty else { return [.unknown("no stream has enough samples")] }
        let files = evidence.recording.files
        var mismatches = streams.compactMap(duplicates)
        for stream in streams where [.accelerometer, .gyroscope, .magnetometer].contains(stream.kind) {
            let timing = evidence.timing(of: stream.times)
            if let interruption = interruption(stream, timing, files[stream.kind]) { mismatches.append(interruption) }
        }
        if let apart = apart(streams) { mismatches.append(apart) }
        guard mismatches.isEmpty else { return mismatches.map(CheckResult.Verdict.mismatch) }
        let repeats = streams.filter { zip($0.times, $0.times.dropFirst()).contains { $0 == $1 } }.map(\.kind.rawValue)
        let distinct =
            repeats.isEmpty ? "timestamps are distinct" : "few timestamps repeat (\(repeats.joined(separator: ", ")))"
        return [.agrees("\(distinct), and the streams overlap")]
    }

    private static func duplicates(_ stream: StampedStream) -> RecordingMismatch? {
        let count = zip(stream.times, stream.times.dropFirst()).count { $0 == $1 }
        guard Double(count) > maximumDuplicates * Double(stream.times.count), let first = stream.times.first else {
            return nil
        }
        let areTenths = stream.times.allSatisfy { abs(($0 - first).remainder(dividingBy: 1)) < 0.0095 }
        return RecordingMismatch(
            stream: stream.kind.rawValue,
            found: "\(count) of \(stream.times.count) timestamps equal to the previous one",
            expected: "a distinct timestamp for each sample",
            fits: areTenths
                ? "within each second, all timestamps are in the same 10 ms, so the last field is probably tenths of a second, "
                    + "not milliseconds: write 12:00:00.5 for 12:00:00:5"
                : "the file repeats samples, or its timestamps are rounded: export the file with more digits",
            confidence: .likely
        )
    }

    /// The minimum length of an interruption that is reported, in seconds and in median sampling intervals.
    private static let shortestInterruption: (seconds: Seconds, intervals: Double) = (2, 20)

    /// The maximum number of first samples that are attributed to another clock. If more samples precede an
    /// interruption, the interruption is attributed to a pause.
    private static let maximumOwnStart = 20

    /// Returns the mismatch for a sensor whose samples are interrupted, or `nil` without an interruption. Estimators
    /// cannot integrate over an interruption.
    private static func interruption(
        _ stream: StampedStream,
        _ timing: StreamTiming,
        _ file: String?
    ) -> RecordingMismatch? {
        guard let gap = timing.longestGap, let median = timing.medianInterval,
            gap.length > max(shortestInterruption.seconds, shortestInterruption.intervals * median)
        else { return nil }
        let before = stream.times.prefix { $0 <= gap.start }.count
        if before <= maximumOwnStart, before * 100 <= stream.times.count {
            let samples = before == 1 ? "sample" : "\(before) samples"
            return RecordingMismatch(
                stream: stream.kind.rawValue,
                found: "\(CheckText.number(gap.length)) s between the first \(samples) and the next",
                expected: "timestamps of one clock",
                fits: "another clock stamped the first \(samples), or the device stored the first \(samples) before "
                    + "the start: remove \(before == 1 ? "that row" : "these rows") of \(file ?? "the file")",
                confidence: .likely
            )
        }
        return RecordingMismatch(
            stream: stream.kind.rawValue,
            found: "no sample for \(CheckText.number(gap.length)) s after \(CheckText.number(gap.start)) s",
            expected: "samples without interruption",
            fits: "the app was suspended or paused: split the recording there, or exclude the interval with a mask",
            confidence: .possible
        )
    }

    /// Returns the mismatch for a stream that does not overlap the first stream in time, or `nil` if all streams
    /// overlap it.
    private static func apart(_ streams: [StampedStream]) -> RecordingMismatch? {
        let first = streams[0]
        guard let range = first.range else { return nil }
        for stream in streams.dropFirst() {
            guard let other = stream.range, !other.overlaps(range) else { continue }
            return RecordingMismatch(
                stream: stream.kind.rawValue,
                found: "\(CheckText.range(other)) s",
                expected: "times that overlap those of the \(first.kind.rawValue), \(CheckText.range(range)) s",
                fits: "the clocks of both streams start at different times: set the difference as 'clockOffsets'",
                confidence: .certain
            )
        }
        return nil
    }
}
