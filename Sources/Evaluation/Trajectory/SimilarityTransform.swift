public import SensorModel

/// x ↦ scale · R · x + translation: what an alignment does to the estimate.
public struct SimilarityTransform: Sendable, Hashable {
    /// Estimate's frame → reference's frame.
    public let rotation: UnitQuaternion
    /// Metres, in the reference's frame.
    public let translation: Vector3
    public let scale: Double
    private let matrix: Matrix3

    public static let identity = SimilarityTransform(rotation: .identity, translation: .zero, scale: 1)

    public init(rotation: UnitQuaternion, translation: Vector3, scale: Double) {
        self.rotation = rotation
        self.translation = translation
        self.scale = scale
        matrix = Matrix3(rotation)
    }

    /// The position is scaled, turned and moved, the orientation turned.
    public func apply(to pose: Pose) -> Pose {
        Pose(position: apply(to: pose.position), orientation: rotation * pose.orientation)
    }

    public func apply(to position: Vector3) -> Vector3 {
        matrix * (position * scale) + translation
    }
}
