package import SensorModel

/// The rotations between the frames of the reference and of the device: the world rotation W and the body rotation B in
/// q_ref = W ⊗ q ⊗ B.
///
/// q_ref is the reference's orientation, and q the device's orientation, device → Earth.
public struct FrameFit: Sendable, Hashable, Codable {
    /// A constant rotation between two frames, with its uncertainty.
    public struct Part: Sendable, Hashable, Codable {
        /// The rotation angle in degrees, from 0 to 180.
        public var angle: Double
        /// The rotation axis as a unit vector; zero if the angle is 0.
        public var axis: [Double]
        /// The RMS residual of the fit: in °/s for the body rotation, in degrees for the world rotation.
        public var residual: Double
        /// The standard error of the rotation about the least certain axis, in degrees.
        public var uncertainty: Double
        /// The sensor that the reference was compared with: "gyroscope", "accelerometer", or "attitude".
        public var source: String

        package init(_ rotation: UnitQuaternion, residual: Double, uncertainty: Angle, source: String) {
            let vector = rotation.rotationVector
            angle = Angle(radians: vector.length).degrees
            let direction = vector.normalised ?? .zero
            axis = [direction.x, direction.y, direction.z]
            self.residual = residual
            self.uncertainty = uncertainty.degrees
            self.source = source
        }

        enum CodingKeys: String, CodingKey {
            case angle = "angle_deg"
            case axis
            case residual
            case uncertainty = "uncertainty_deg"
            case source
        }

        var text: String {
            let direction = axis.map { "\(Self.rounded($0))" }.joined(separator: ", ")
            return "\(Self.rounded(angle)) ± \(Self.rounded(uncertainty)) deg about (\(direction)) from the \(source), "
                + "residual \(Self.rounded(residual))"
        }

        fileprivate static func rounded(_ number: Double) -> Double { (number * 100).rounded() / 100 + 0 }
    }

    /// The only axis about which the device rotates.
    public struct SingleAxis: Sendable, Hashable, Codable {
        /// The measurement that determines the body rotation's angle about the device's only axis of rotation.
        public enum Source: String, Sendable, Hashable, Codable {
            /// Gravity, assuming that the reference's world is level.
            case gravity
            /// The small rotations about axes other than the single axis.
            case rotations
        }

        /// The axis as a unit vector in the device's frame.
        public var axis: [Double]
        /// The measurement that determines the angle of the body rotation about ``axis``.
        public var source: Source
        /// The variation of the axis: the RMS angle, in degrees, between the axis and its mean direction in the
        /// reference's world frame.
        public var wobble: Double
        /// The RMS orientation error in degrees that is caused by the uncertainty of the angle about the axis.
        public var effect: Double

        enum CodingKeys: String, CodingKey {
            case axis
            case source
            case wobble = "wobble_deg"
            case effect = "effect_deg"
        }

        var text: String {
            let direction = axis.map { "\(Part.rounded($0))" }.joined(separator: ", ")
            let angle =
                switch source {
                case .gravity: "follows from gravity, assuming that the reference's world is level"
                case .rotations: "is uncertain, which changes orientations by \(Part.rounded(effect)) deg RMS"
                }
            return "the device rotates about (\(direction)) only: the body's angle about this axis \(angle)"
        }
    }

    /// The body rotation B, which maps the reference's body axes to the device's axes.
    public var body: Part
    /// The world rotation W, which maps the Earth's axes to the reference's world. The rotation axis is horizontal.
    public var world: Part
    /// The only axis about which the device rotates; `nil` for motion about several axes.
    public var singleAxis: SingleAxis?

    /// A description of the body rotation and the world rotation, for readers of a report.
    var text: String {
        let parts = ["frames fitted: body \(body.text) deg/s", "world \(world.text) deg", singleAxis?.text]
        return parts.compactMap(\.self).joined(separator: "; ")
    }

    enum CodingKeys: String, CodingKey {
        case body
        case world
        case singleAxis = "single_axis"
    }
}
