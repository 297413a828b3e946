import Recordings
import SensorModel

/// The integral of a sensor's vectors over time by the trapezoidal rule, to give means over any span in O(log n).
struct RunningIntegral {
    /// Over a gap longer than this nothing is known.
    private static let longestGap: Seconds = 0.25

    private var times: [Seconds] = []
    private var values: [Vector3] = []
    private var sums: [Vector3] = []
    /// How many gaps lie before a sample.
    private var gaps: [Int] = []

    /// Samples that are not finite, or not later than the one before, are left out.
    init(_ stream: SensorStream<Vector3>) {
        for (time, value) in zip(stream.times, stream.values) where value.isFinite {
            guard let last = times.last, let sum = sums.last, let before = values.last, let gap = gaps.last else {
                append(time, value, sum: .zero, gaps: 0)
                continue
            }
            guard time > last else { continue }
            let area = (before + value) * (0.5 * (time - last))
            append(time, value, sum: sum + area, gaps: gap + (time - last > Self.longestGap ? 1 : 0))
        }
    }

    /// The mean between two moments; nil where a sample is missing.
    func mean(from start: Seconds, to end: Seconds) -> Vector3? {
        guard end > start, let low = place(of: start), let high = place(of: end),
            gaps[low.index] == gaps[min(high.index + 1, gaps.count - 1)]
        else { return nil }
        return (integral(at: high) - integral(at: low)) * (1 / (end - start))
    }

    private typealias Place = (index: Int, rest: Seconds)

    private mutating func append(_ time: Seconds, _ value: Vector3, sum: Vector3, gaps count: Int) {
        times.append(time)
        values.append(value)
        sums.append(sum)
        gaps.append(count)
    }

    private func place(of time: Seconds) -> Place? {
        guard let first = times.first, let last = times.last, time >= first, time <= last else { return nil }
        var low = 0
        var high = times.count
        while low + 1 < high {
            let middle = (low + high) / 2
            if times[middle] <= time { low = middle } else { high = middle }
        }
        return (low, time - times[low])
    }

    private func integral(at place: Place) -> Vector3 {
        guard place.rest > 0, place.index + 1 < times.count else { return sums[place.index] }
        let span = times[place.index + 1] - times[place.index]
        let value = values[place.index].interpolated(to: values[place.index + 1], fraction: place.rest / span)
        return sums[place.index] + (values[place.index] + value) * (0.5 * place.rest)
    }
}
