import SensorModel

/// What was found of the frames of a truth: q_ref = W ⊗ q ⊗ B, with q the device's orientation, device → Earth.
public struct FrameFit: Sendable, Hashable, Codable {
    /// One constant rotation.
    public struct Part: Sendable, Hashable, Codable {
        /// Degrees, in [0, 180].
        public var angle: Double
        /// Of length one; the zero vector for no rotation.
        public var axis: [Double]
        /// RMS of what the rotation leaves: °/s for the body's, ° for the world's.
        public var residual: Double
        /// Degrees; the standard error about the least certain axis.
        public var uncertainty: Double
        /// What the truth was held against: "gyroscope", "accelerometer", or "attitude".
        public var source: String

        init(_ rotation: UnitQuaternion, residual: Double, uncertainty: Angle, source: String) {
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

    /// B: the truth's body axes in the device's.
    public var body: Part
    /// W: the Earth's axes in the truth's world, about a horizontal axis only.
    public var world: Part

    /// The fit in a sentence.
    var text: String { "frames fitted: body \(body.text) deg/s; world \(world.text) deg" }
}
