import Recordings
import SensorModel

/// The integrated gyroscope as a reference over short spans.
///
/// Its bias is what it reads at rest. Over 2 s a bias that is off by 0.01°/s turns it by 0.02°, and the noise of a
/// phone's gyroscope (0.005°/s/√Hz) by 0.007°: little against what pipelines err by. It does not know where north and
/// up are.
struct GyroscopeReference {
    /// Rest is looked for in blocks of this length.
    static let block: Seconds = 1
    /// Rest is a block whose samples lie within this of their mean, as RMS: a phone on a table reads 0.05–0.3°/s, one in
    /// a hand 1°/s and more.
    static let restDeviation = Angle(degrees: 0.5).radians
    /// A steadier turn than a hand makes, slower than this, is bias.
    static let mostBias = Angle(degrees: 5).radians

    let stream: ReferenceStream
    /// rad/s; nil where the gyroscope never rests.
    let bias: Vector3?
    /// How much rest the bias was taken from.
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
            // At times that a second does not change, as nanoseconds since 1970 are, a block is one sample.
            let end = gyroscope.times[(start + 1)...].firstIndex { $0 >= limit } ?? gyroscope.count
            // A block at the end, or around a gap, is shorter than the others.
            let span = gyroscope.times[end - 1] - gyroscope.times[start]
            if span > 0.9 * block, let mean = Vector3.mean(of: gyroscope.values[start..<end]),
                mean.length < mostBias,
                let deviation = gyroscope.values[start..<end].lazy.map({ ($0 - mean).length }).rootMeanSquare,
                deviation < restDeviation
            {
                means.append(mean)
            }
            start = end
        }
        return means
    }

    /// Component by component.
    private static func median(of vectors: [Vector3]) -> Vector3 {
        Vector3(
            ErrorStatistics.median(of: vectors.map(\.x)),
            ErrorStatistics.median(of: vectors.map(\.y)),
            ErrorStatistics.median(of: vectors.map(\.z))
        )
    }
}
