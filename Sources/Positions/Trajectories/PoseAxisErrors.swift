public import Evaluation
import SensorModel

/// The signed errors along one axis, estimate minus reference.
///
/// With the aligned estimate (p, P) and the reference (q, Q), the absolute error is p − q, and the roll, pitch and yaw of
/// P Q⁻¹ = Rz(yaw) Ry(pitch) Rx(roll). A relative error is rotated from the body into the world by the reference at the
/// end of the pair. Both follow Zhang & Scaramuzza 2018, doi:10.1109/IROS.2018.8593941.
public struct PoseAxisErrors: Sendable, Hashable {
    /// The axis.
    public let axis: PoseAxis
    /// The errors in the axis's unit, in the order of ``TrajectoryComparison/errors``.
    public let errors: [Double]
    /// The statistics of the signed ``errors``; the mean is a bias.
    public let statistics: ErrorStatistics

    /// The errors along all axes. O(n).
    ///
    /// - Parameter errors: at least one error, in the world frame.
    static func all(_ errors: [SignedPoseError]) -> [PoseAxisErrors] {
        PoseAxis.allCases.compactMap { axis in
            let values = errors.map { $0.value(axis) }
            return ErrorStatistics(values).map { PoseAxisErrors(axis: axis, errors: values, statistics: $0) }
        }
    }
}

/// A pose error with its directions, in the reference's world frame.
struct SignedPoseError {
    /// The translation in metres.
    private let translation: Vector3
    /// The angles about x, y and z.
    private let angles: (roll: Angle, pitch: Angle, yaw: Angle)

    /// The absolute error of an estimate.
    init(absolute reference: Pose, _ estimate: Pose) {
        translation = estimate.position - reference.position
        angles = Self.angles(estimate.orientation * reference.orientation.conjugate)
    }

    /// The relative error of an estimate.
    init(relative reference: (start: Pose, end: Pose), _ estimate: (start: Pose, end: Pose)) {
        let (q, p) = (PoseError.motion(reference.start, reference.end), PoseError.motion(estimate.start, estimate.end))
        let back = q.orientation.conjugate
        let world = reference.end.orientation
        translation = (world * back).rotate(p.position - q.position)
        angles = Self.angles(world * (back * p.orientation) * world.conjugate)
    }

    func value(_ axis: PoseAxis) -> Double {
        switch axis {
        case .x: translation.x
        case .y: translation.y
        case .z: translation.z
        case .roll: angles.roll.degrees
        case .pitch: angles.pitch.degrees
        case .yaw: angles.yaw.degrees
        }
    }

    /// The angles of Rz(yaw) Ry(pitch) Rx(roll).
    private static func angles(_ rotation: UnitQuaternion) -> (roll: Angle, pitch: Angle, yaw: Angle) {
        let matrix = Matrix3(rotation)
        let level = (matrix.x.x * matrix.x.x + matrix.y.x * matrix.y.x).squareRoot()
        return (
            roll: Angle(ofPoint: matrix.z.z, matrix.z.y),
            // As an arcsine, the angle would lose digits near ±90°.
            pitch: Angle(ofPoint: level, -matrix.z.x),
            yaw: Angle(ofPoint: matrix.x.x, matrix.y.x)
        )
    }
}
