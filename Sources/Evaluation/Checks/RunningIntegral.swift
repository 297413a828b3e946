import Recordings
import SensorModel

/// The integral of a sensor's vectors over time by the trapezoidal rule, to give means over any span in O(log n).
struct RunningIntegral {
    /// Over a gap longer than this nothing is known.
    private static let longestGap: Seconds = 0.25

    private struct Sample {
        let time: Seconds
        let value: Vector3
        /// The integral up to here.
        let sum: Vector3
        /// How many gaps lie before.
        let gaps: Int
    }

    private var samples: [Sample] = []

    /// Samples that are not finite, or not later than the one before, are left out.
    init(_ stream: SensorStream<Vector3>) {
        samples.reserveCapacity(stream.count)
        for (time, value) in zip(stream.times, stream.values) where value.isFinite {
            guard let last = samples.last else {
                samples.append(Sample(time: time, value: value, sum: .zero, gaps: 0))
                continue
            }
            guard time > last.time else { continue }
            let area = (last.value + value) * (0.5 * (time - last.time))
            let gaps = last.gaps + (time - last.time > Self.longestGap ? 1 : 0)
            samples.append(Sample(time: time, value: value, sum: last.sum + area, gaps: gaps))
        }
    }

    /// The mean between two moments; nil where a sample is missing.
    func mean(from start: Seconds, to end: Seconds) -> Vector3? {
        guard end > start, let low = place(of: start), let high = place(of: end),
            samples[low.index].gaps == samples[min(high.index + 1, samples.count - 1)].gaps
        else { return nil }
        return (integral(at: high) - integral(at: low)) * (1 / (end - start))
    }

    private typealias Place = (index: Int, rest: Seconds)

    private func place(of time: Seconds) -> Place? {
        guard let first = samples.first, let last = samples.last, time >= first.time, time <= last.time else {
            return nil
        }
        var low = 0
        var high = samples.count
        while low + 1 < high {
            let middle = (low + high) / 2
            if samples[middle].time <= time { low = middle } else { high = middle }
        }
        return (low, time - samples[low].time)
    }

    private func integral(at place: Place) -> Vector3 {
        let sample = samples[place.index]
        guard place.rest > 0, place.index + 1 < samples.count else { return sample.sum }
        let next = samples[place.index + 1]
        let value = sample.value.interpolated(to: next.value, fraction: place.rest / (next.time - sample.time))
        return sample.sum + (sample.value + value) * (0.5 * place.rest)
    }
}
