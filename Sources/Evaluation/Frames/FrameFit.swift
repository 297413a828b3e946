package import SensorModel

/// The fitted frames of a reference: q_ref = W ⊗ q ⊗ B, where q is the device's orientation, device → Earth.
public struct FrameFit: Sendable, Hashable, Codable {
    /// A constant rotation.
    public struct Part: Sendable, Hashable, Codable {
        /// The angle in degrees, in [0, 180].
        public var angle: Double
        /// The unit vector of the axis; zero if there is no rotation.
        public var axis: [Double]
        /// The RMS residual: °/s for the body, ° for the world.
        public var residual: Double
        /// The standard error about the least certain axis, in degrees.
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
            return "\(Self.rounded(angle)) ± \(Self.rounded(uncertainty)) deg about (\(direction)) by the \(source), "
                + "residual \(Self.rounded(residual))"
        }

        fileprivate static func rounded(_ number: Double) -> Double { (number * 100).rounded() / 100 + 0 }
    }

    /// The only axis about which the device rotates.
    public struct SingleAxis: Sendable, Hashable, Codable {
        /// The source of B's angle about the axis.
        public enum Source: String, Sendable, Hashable, Codable {
            /// Gravity, assuming that the reference's world is level.
            case gravity
            /// The small rotations about other axes.
            case rotations
        }

        /// The unit vector of the axis, in device axes.
        public var axis: [Double]
        /// The source of B's angle about the axis.
        public var source: Source
        /// The RMS deviation of the axis from its mean direction in the reference's world, in degrees.
        public var wobble: Double
        /// The RMS change of orientations due to the standard error of the angle about the axis, in degrees.
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
                case .gravity: "is from gravity, as the reference's world is assumed to be level"
                case .rotations: "is uncertain, which changes orientations by \(Part.rounded(effect)) deg RMS"
                }
            return "the device rotates about (\(direction)) only: the body's angle about it \(angle)"
        }
    }

    /// The rotation B: the reference's body axes in the device's axes.
    public var body: Part
    /// The rotation W: the Earth's axes in the reference's world. Its axis is horizontal.
    public var world: Part
    /// The only axis about which the device rotates; `nil` for motion about several axes.
    public var singleAxis: SingleAxis?

    /// A sentence that describes the fit.
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

/// The reason why frames cannot be fitted.
package struct FrameFitError: Error {
    package let reason: String

    init(_ reason: String) { self.reason = reason }
}
