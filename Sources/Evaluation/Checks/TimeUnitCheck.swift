import Recordings
import SensorModel

/// The check that times are in seconds. Sensors have rates from 0.5 to 20,000 samples per second.
enum TimeUnitCheck: RecordingCheck {
    static let name = "time unit"

    /// The range of plausible median sampling intervals, in seconds.
    static let plausible: ClosedRange<Seconds> = 5e-5...2
    /// The range of usual sampling rates of sensors, in hertz.
    private static let usualRates: ClosedRange<Hertz> = 0.5...2_000
    /// The typical sampling rate in hertz. If several units fit, the unit with the nearest rate is suggested.
    private static let typicalRate: Hertz = 100
    /// The minimum number of samples from which the unit is determined.
    private static let minimumSamples = 50
    private static let units: [(name: String, factor: Double)] = [("ms", 1e-3), ("us", 1e-6), ("ns", 1e-9)]

    static func verdicts(on evidence: inout CheckEvidence) -> [CheckResult.Verdict] {
        var rates: [String] = []
        var verdicts: [CheckResult.Verdict] = []
        func look(_ kind: StreamKind, _ times: [Seconds]) -> Double? {
            let timing = evidence.timing(of: times)
            guard let interval = timing.medianInterval else { return nil }
            guard !plausible.contains(interval) else {
                rates.append("\(kind.rawValue) \(timing.rateWords ?? "")")
                return nil
            }
            guard times.count >= minimumSamples else {
                verdicts.append(.mismatch(question(kind, interval, count: times.count)))
                return nil
            }
            let (mismatch, factor) = mismatch(kind, interval)
            verdicts.append(.mismatch(mismatch))
            return factor
        }
        func correct<Value: Sendable>(_ kind: StreamKind, _ path: WritableKeyPath<Recording, SensorStream<Value>?>) {
            guard let stream = evidence.recording[keyPath: path], let factor = look(kind, stream.times) else { return }
            evidence.recording[keyPath: path] = SensorStream(
                times: stream.times.map { $0 * factor },
                values: stream.values
            )
        }
        correct(.accelerometer, \.accelerometer)
        correct(.gyroscope, \.gyroscope)
        correct(.magnetometer, \.magnetometer)
        correct(.attitude, \.attitude)
        correct(.pose, \.pose)
        if let times = evidence.recording.reference?.times, let factor = look(.reference, times) {
            evidence.recording.reference?.times = times.map { $0 * factor }
        }
        if !verdicts.isEmpty { return verdicts }
        return [rates.isEmpty ? .unknown("no stream has enough samples") : .agrees(rates.joined(separator: ", "))]
    }

    /// Returns the mismatch of a stream that has few samples and an implausible sampling interval. So few
    /// samples do not show whether samples are missing or the unit of the times is wrong.
    private static func question(_ kind: StreamKind, _ interval: Seconds, count: Int) -> RecordingMismatch {
        RecordingMismatch(
            stream: kind.rawValue,
            found: "a median interval of \(CheckText.number(interval)) s in \(count) samples",
            expected: "0.00005 to 2 s between samples",
            fits: "samples may be missing, or the unit is wrong: if the recording's span differs from the real "
                + "duration, write 'unit' under 'time' in the layout",
            confidence: .possible
        )
    }

    private static func mismatch(_ kind: StreamKind, _ interval: Seconds) -> (RecordingMismatch, Double?) {
        let isSlow = interval > plausible.upperBound
        let candidates = units.map { (unit: $0.name, factor: isSlow ? $0.factor : 1 / $0.factor) }
            .filter { usualRates.contains(1 / (interval * $0.factor)) }
        let best = candidates.min {
            distance(interval * $0.factor) < distance(interval * $1.factor)
        }
        let fits = best.map { best in
            let rate = CheckText.number(1 / (interval * best.factor))
            let names = ["s", "ms", "us", "ns"]
            let steps = (units.firstIndex { $0.name == best.unit } ?? 0) + 1
            let pairs = zip(names.dropFirst(steps), names).map { isSlow ? ($0, $1) : ($1, $0) }
            let changes = pairs.map { "\($0) instead of \($1)" }.joined(separator: ", or ")
            let word = isSlow ? "smaller" : "larger"
            return "the times seem to be in a \(word) unit than the layout states (the rate is then \(rate) Hz): under "
                + "'time', write 'unit: \(pairs[0].0)' \(changes.dropFirst(pairs[0].0.count + 1))"
        }
        let mismatch = RecordingMismatch(
            stream: kind.rawValue,
            found: "a median interval of \(CheckText.number(interval)) s",
            expected: "0.00005 to 2 s between samples",
            fits: fits,
            confidence: best == nil ? .possible : .certain
        )
        return (mismatch, best?.factor)
    }

    /// Returns the distance of a sampling interval from the typical interval. Each factor of two adds 1 to the
    /// distance.
    private static func distance(_ interval: Seconds) -> Double {
        var ratio = max(interval * typicalRate, 1 / (interval * typicalRate))
        var steps = 0.0
        while ratio > 2 {
            ratio /= 2
            steps += 1
        }
        return steps + ratio / 2
    }
}
