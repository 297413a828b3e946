import Recordings
import SensorModel

/// The check that the measured field does not jump while the gyroscope shows no rotation.
///
/// A device that calibrates its magnetometer changes the offset within one sample, and the heading with it. Fields of
/// the surroundings change over several samples.
enum MagneticJumpCheck: RecordingCheck {
    static let name = "magnetic jumps"

    /// In µT: up to 27° of heading in a horizontal field of 20 µT.
    private static let leastJump = 10.0
    /// The time on both sides of a jump over which the field is averaged.
    private static let span: Seconds = 0.25
    private static let longestInterval: Seconds = 0.15
    private static let fewestSamples = 3
    /// The allowance for errors of the gyroscope.
    private static let rateAllowance = 1.5

    static func verdicts(on evidence: inout CheckEvidence) -> [CheckResult.Verdict] {
        let recording = evidence.recording
        guard let magnetometer = recording.magnetometer, let gyroscope = recording.gyroscope, gyroscope.count > 1 else {
            return []
        }
        let jumps = jumps(of: distinct(magnetometer), gyroscope)
        guard let largest = jumps.max(by: { $0.size < $1.size }) else {
            return [.agrees("the field does not jump by more than \(CheckText.number(leastJump)) µT")]
        }
        let count = jumps.count == 1 ? "a jump" : "\(jumps.count) jumps, the largest"
        let figures = "\(count) of \(CheckText.number(largest.size)) µT at \(CheckText.number(largest.time)) s"
        return [
            .noted(
                "the magnetometer has \(figures), where the device changed its own calibration and the heading jumps"
            )
        ]
    }

    /// The stream without samples that repeat the previous one, without zeros, and without those that are not finite.
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
            guard (field.values[index] - field.values[index - 1]).length - turned > leastJump,
                let earlier = mean(of: field, in: (time - span)..<time, from: index),
                let later = mean(of: field, in: time..<(time + span), from: index)
            else { continue }
            let size = (later - earlier).length - length * angle.between(time - span / 2, time + span / 2)
            if size > leastJump { jumps.append((time, size)) }
        }
        return jumps
    }

    /// The mean of the samples in a range of times around an index; nil for too few.
    private static func mean(of field: SensorStream<Vector3>, in times: Range<Seconds>, from index: Int) -> Vector3? {
        var first = index
        while first > 0, field.times[first - 1] >= times.lowerBound { first -= 1 }
        var end = first
        while end < field.count, field.times[end] < times.upperBound { end += 1 }
        guard end - first >= fewestSamples else { return nil }
        return Vector3.mean(of: field.values[first..<end])
    }
}

/// The integral of the speed of rotation.
private struct TurnedAngle {
    private let times: [Seconds]
    private var sums: [Double] = [0]
    /// The index of the first time that is not before the last requested one.
    private var place = 0

    init(_ rates: SensorStream<Vector3>) {
        times = rates.times
        sums.reserveCapacity(times.count)
        for index in times.indices.dropFirst() {
            let rate = rates.values[index].isFinite ? rates.values[index].length : 0
            sums.append((sums.last ?? 0) + rate * (times[index] - times[index - 1]))
        }
    }

    /// The angle in radians between two times. O(samples between them and the previous ones).
    mutating func between(_ start: Seconds, _ end: Seconds) -> Double {
        let before = sum(at: start)
        return sum(at: end) - before
    }

    private mutating func sum(at time: Seconds) -> Double {
        while place > 0, times[place - 1] >= time { place -= 1 }
        while place < times.count, times[place] < time { place += 1 }
        guard place > 0 else { return 0 }
        guard place < times.count else { return sums[times.count - 1] }
        let (from, to) = (times[place - 1], times[place])
        let part = to > from ? (time - from) / (to - from) : 1
        return sums[place - 1] + part * (sums[place] - sums[place - 1])
    }
}
