public import Recordings
public import SensorModel

/// The times when the magnetic field differs from the field during most of a recording.
///
/// The field is disturbed where the mean of its strength over half a second differs by more than a tenth from its
/// median over the recording, for at least half a second. VQF has the same two limits (Laidig & Seel 2023,
/// doi:10.1016/j.inffus.2022.10.014). A magnet that is fixed to the device is not detected, because it disturbs the
/// whole recording.
///
/// ```swift
/// let disturbed = MagneticDisturbance.stretches(in: magnetometer)
/// ```
public enum MagneticDisturbance {
    private static let largestShare = 0.1
    private static let span: Seconds = 0.5

    /// The disturbed time ranges, oldest first. O(n log n).
    public static func stretches(in stream: SensorStream<Vector3>) -> [ClosedRange<Seconds>] {
        let samples = zip(stream.times, stream.values).map { (time: $0, strength: $1.length) }
            .filter { $0.strength.isFinite }
        guard !samples.isEmpty else { return [] }
        let median = ErrorStatistics.median(of: samples.map(\.strength))
        var found: [ClosedRange<Seconds>] = []
        var start: Seconds?
        var last = samples[0].time
        var (low, high) = (0, 0)
        var sum = 0.0
        for sample in samples {
            while high < samples.count, samples[high].time <= sample.time + span / 2 {
                sum += samples[high].strength
                high += 1
            }
            while samples[low].time < sample.time - span / 2 {
                sum -= samples[low].strength
                low += 1
            }
            let isDisturbed = abs(sum / Double(high - low) - median) > largestShare * median
            if isDisturbed { start = start ?? sample.time }
            if !isDisturbed, let begin = start {
                if last - begin >= span { found.append(begin...last) }
                start = nil
            }
            last = sample.time
        }
        if let start, last - start >= span { found.append(start...last) }
        return found
    }
}
