public import Recordings
public import SensorModel

/// When the magnetic field is not the one that the device met during most of a recording.
///
/// The field's strength, as a mean over half a second, departs by more than a tenth from its median over the recording,
/// for at least half a second. Both limits are those by which VQF tells a disturbed field (Laidig & Seel 2023,
/// doi:10.1016/j.inffus.2022.10.014). A magnet that is fixed to the device disturbs all along and does not show.
public enum MagneticDisturbance {
    private static let largestShare = 0.1
    private static let span: Seconds = 0.5

    /// The stretches, oldest first. O(n log n).
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
