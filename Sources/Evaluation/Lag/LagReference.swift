import Recordings
import SensorModel

/// The reference as lags need it, prepared once for all pipelines.
struct LagReference {
    let times: [Seconds]
    /// Scalar first. Within a stretch each has the sign that makes its dot product with the one before non-negative.
    let orientations: [SIMD4<Double>]
    /// Valid samples without a gap.
    let stretches: [Range<Int>]
    /// How long the reference can be trusted; nil where it can throughout.
    let span: Seconds?

    init(_ reference: ReferenceStream, span: Seconds?) {
        times = reference.times
        stretches = reference.stretches
        self.span = span
        var orientations = reference.orientations.map { SIMD4($0.w, $0.x, $0.y, $0.z) }
        for stretch in stretches {
            for index in stretch.dropFirst() where (orientations[index] * orientations[index - 1]).sum() < 0 {
                orientations[index] = -orientations[index]
            }
        }
        self.orientations = orientations
    }
}
