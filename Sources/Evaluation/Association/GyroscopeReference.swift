import Recordings
import SensorModel

/// The integrated gyroscope as a reference over short spans.
///
/// The bias is the mean at rest. Over 2 s, a bias error of 0.01°/s causes an error of 0.02°, and the noise of a phone's
/// gyroscope (0.005°/s/√Hz) causes 0.007°. Both are small compared with the errors of pipelines. The gyroscope does not
/// measure north and up.
struct GyroscopeReference {
    /// The length of the blocks in which rest is detected.
    static let block: Seconds = 1
    /// The largest RMS deviation from the mean within a block at rest. A phone on a table has 0.05–0.3°/s, one in a
    /// hand 1°/s and more.
    static let restDeviation = Angle(degrees: 0.5).radians
    /// The largest mean rate of a block at rest. A hand does not turn a device so steadily, so the rate is bias.
    static let maximumBias = Angle(degrees: 5).radians

    let stream: ReferenceStream
    /// The bias in rad/s; nil where the gyroscope never rests.
    let bias: Vector3?
    /// The time at rest from which the bias was estimated.
    let rest: Seconds

    init(_ gyroscope: SensorStream<Vector3>) {
        let means = Self.restingMeans(of: gyroscope)
        rest = Double(means.count) * Self.block
        bias = means.isEmpty ? nil : Self.median(of: means)
        let track = OrientationTrack(integrating: gyroscope, bias: bias ?? .zero)
        stream = ReferenceStream(
            times: track.times,
            orientations: track.orientations,
            isValid: track.times.map { _ in true }
        )
    }

    private static func restingMeans(of gyroscope: SensorStream<Vector3>) -> [Vector3] {
        var means: [Vector3] = []
        var start = 0
        while start < gyroscope.count {
            let limit = gyroscope.times[start] + block
            // Times such as nanoseconds since 1970 are too coarse for a step of one second; a block is one sample then.
            let end = gyroscope.times[(start + 1)...].firstIndex { $0 >= limit } ?? gyroscope.count
            // The last block, and a block at a gap, can be shorter.
            let span = gyroscope.times[end - 1] - gyroscope.times[start]
            if span > 0.9 * block, let mean = Vector3.mean(of: gyroscope.values[start..<end]),
                mean.length < maximumBias,
                let deviation = gyroscope.values[start..<end].lazy.map({ ($0 - mean).length }).rootMeanSquare,
                deviation < restDeviation
            {
                means.append(mean)
            }
            start = end
        }
        return means
    }

    /// The median of each component.
    private static func median(of vectors: [Vector3]) -> Vector3 {
        Vector3(
            ErrorStatistics.median(of: vectors.map { $0.x }),
            ErrorStatistics.median(of: vectors.map { $0.y }),
            ErrorStatistics.median(of: vectors.map { $0.z })
        )
    }
}
