package import SensorModel

/// The fitted frames of a reference: q_ref = W ⊗ q ⊗ B, where q is the device's orientation, device → Earth.
public struct FrameFit: Sendable, Hashable, Codable {
    /// A constant rotation.
    public struct Part: Sendable, Hashable, Codable {
        /// The angle in degrees, in [0, 180].
        public var angle: Double
        /// The unit vector of the axis; zero without rotation.
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

        private static func rounded(_ number: Double) -> Double { (number * 100).rounded() / 100 + 0 }
    }

    /// The rotation B: the reference's body axes in the device's axes.
    public var body: Part
    /// The rotation W: the Earth's axes in the reference's world, about a horizontal axis only.
    public var world: Part

    /// The fit in a sentence.
    var text: String { "frames fitted: body \(body.text) deg/s; world \(world.text) deg" }
}

/// The reason why frames cannot be fitted.
package struct FrameFitError: Error {
    package let reason: String

    init(_ reason: String) { self.reason = reason }
}
