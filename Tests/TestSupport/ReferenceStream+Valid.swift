public import Recordings
public import SensorModel

extension ReferenceStream {
    /// Creates a reference whose samples are all valid. Without orientations, every orientation is the identity.
    public init(times: [Seconds], orientations: [UnitQuaternion]? = nil, positions: [Vector3]? = nil) {
        self.init(
            times: times,
            orientations: orientations ?? times.map { _ in .identity },
            isValid: times.map { _ in true },
            positions: positions
        )
    }
}
