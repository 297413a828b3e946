import Recordings
import SensorModel

/// The reference as lags need it, prepared once for all pipelines.
struct LagReference {
    let times: [Seconds]
    let orientations: [UnitQuaternion]
    /// Valid samples without a gap.
    let stretches: [Range<Int>]
    /// How long the reference can be trusted; nil where it can throughout.
    let span: Seconds?

    init(_ reference: ReferenceStream, span: Seconds?) {
        times = reference.times
        stretches = reference.stretches
        self.span = span
        orientations = reference.orientations
    }
}
