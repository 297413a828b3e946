import Recordings
import SensorModel

/// The check that the accelerometer and the gyroscope stay within their measuring range.
///
/// A saturated axis repeats its largest value, while the other axes change. Some recorders repeat whole samples. In
/// this case, a note states the rate at which values change. O(samples).
enum SaturationCheck: RecordingCheck {
    static let name = "measuring range"

    /// The minimum number of samples in a saturated run. In the run, one axis keeps its largest value, while another
    /// axis changes from sample to sample.
    private static let shortestRun = 3
    /// The minimum number of consecutive samples at an axis's largest value if x, y and z have the same magnitude. In
    /// this case, the samples may all be equal.
    private static let shortestHeldRun = 10
    /// The lowest saturation limits that are reported, in rad/s and m/s². These limits are slightly below the smallest
    /// ranges of sensors, 125 deg/s and 2 g.
    private static let (smallestRate, smallestForce) = (2.0, 18.0)
    /// The minimum share of repeated samples for which a note is added. A repeated sample equals the previous sample.
    private static let smallestHeldShare = 0.2
    /// The number of changes of the measured value below which no note is added. A device at rest with coarse readings
    /// has fewer changes.
    private static let minimumChangeCount = 50

    static func verdicts(on evidence: inout CheckEvidence) -> [CheckResult.Verdict] {
        let sensors: [(name: String, stream: SensorStream<Vector3>?, smallest: Double)] = [
            ("gyroscope", evidence.recording.gyroscope, smallestRate),
            ("accelerometer", evidence.recording.accelerometer, smallestForce),
        ]
        return sensors.flatMap { name, stream, smallest -> [CheckResult.Verdict] in
            guard let stream, stream.count > shortestRun else { return [] }
            return [saturation(of: stream, name, from: smallest), held(stream, name)].compactMap(\.self)
                .map(CheckResult.Verdict.noted)
        }
    }

    /// Returns a sentence on the samples at which an axis remains at its largest value; `nil` without such samples.
    private static func saturation(of stream: SensorStream<Vector3>, _ name: String, from smallest: Double) -> String? {
        let values = stream.values
        var limit = 0.0
        var isSaturated = Array(repeating: false, count: values.count)
        // The largest finite magnitudes in the positive and in the negative direction of each axis.
        var ends = (SIMD4<Double>.zero, SIMD4<Double>.zero)
        for value in values {
            let lanes = value.lanes
            ends.0.replace(with: lanes, where: (lanes .> ends.0) .& (lanes .< .infinity))
            ends.1.replace(with: -lanes, where: (-lanes .> ends.1) .& (-lanes .< .infinity))
        }
        for axis in 0..<3 {
            for (sign, largest) in [(1.0, ends.0[axis]), (-1, ends.1[axis])] {
                guard largest >= smallest else { continue }
                for run in values.indices.split(whereSeparator: { values[$0][axis] != sign * largest })
                where isRun(values[run.startIndex..<run.endIndex]) {
                    limit = max(limit, largest)
                    for index in run { isSaturated[index] = true }
                }
            }
        }
        guard let first = isSaturated.firstIndex(of: true) else { return nil }
        let isRate = name == "gyroscope"
        let end = CheckText.number(isRate ? Angle(radians: limit).degrees : limit) + (isRate ? " deg/s" : " m/s²")
        return "the \(name) remains at its largest value, \(end), for \(isSaturated.count { $0 }) samples (first at "
            + "\(CheckText.number(stream.times[first])) s): the true value is larger, and later estimates are wrong"
    }

    private static func isRun(_ run: ArraySlice<Vector3>) -> Bool {
        guard let first = run.first, run.count >= shortestRun else { return false }
        let changes = zip(run, run.dropFirst()).count { $0 != $1 }
        let isRail = abs(first.x) == abs(first.y) && abs(first.y) == abs(first.z)
        return changes + 1 >= shortestRun || isRail && run.count >= shortestHeldRun
    }

    /// Returns a sentence that states how often the sensor's values change. The result is `nil` if few samples repeat
    /// the previous sample, or if the values rarely change.
    private static func held(_ stream: SensorStream<Vector3>, _ name: String) -> String? {
        let changes = zip(stream.values, stream.values.dropFirst()).count { $0 != $1 }
        let share = 1 - Double(changes) / Double(stream.count - 1)
        let span = (stream.times.last ?? 0) - (stream.times.first ?? 0)
        guard share >= smallestHeldShare, changes >= minimumChangeCount, span > 0 else { return nil }
        let percent = CheckText.number(100 * share)
        return "the \(name) repeats its previous value in \(percent) % of the samples: its values change "
            + "\(CheckText.number(Double(changes) / span)) times per second"
    }
}
