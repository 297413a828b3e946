public import SensorModel

/// Madgwick's gradient-descent filter.
///
/// Madgwick 2010, "An efficient orientation filter for inertial and inertial/magnetic sensor arrays", University of
/// Bristol; Madgwick, Harrison, Vaidyanathan 2011, doi:10.1109/ICORR.2011.5975346. Numbers of equations are the
/// report's.
///
/// Starts from ``Triad`` unless told otherwise. First-order integration at gyroscope samples. North is magnetic north.
/// O(1) time and memory per sample.
public struct Madgwick: RateDriven {
    /// The field that a measurement is compared with.
    public enum FieldReference: String, Sendable, Hashable, CaseIterable {
        /// Half the rotated field, horizontal and vertical: what the C code in circulation computes, and with it the
        /// figures of BROAD (doi:10.3390/data6070072).
        case halved
        /// The rotated field, as the report defines it.
        case full
    }

    public struct Parameters: Sendable, Hashable {
        /// β ≥ 0, in 1/s: length of the quaternion derivative by which accelerometer and magnetometer pull, which turns
        /// the device by up to 2β rad/s. Larger forgets gyroscope errors sooner and jitters more; at rest the output
        /// trembles by up to 2βΔt.
        public var beta: Double
        public var reference: FieldReference
        /// Where the estimator starts.
        public var start: StartOrientation
        /// A gap longer than this starts the estimator anew.
        public var maximumGap: Seconds

        /// - Parameters:
        ///   - beta: 0.1 by default, as in Madgwick's code.
        ///   - reference: `.full` by default.
        ///   - start: `.triad` by default.
        ///   - maximumGap: 1 s by default.
        public init(
            beta: Double = 0.1,
            reference: FieldReference = .full,
            start: StartOrientation = .triad,
            maximumGap: Seconds = 1
        ) {
            self.beta = beta
            self.reference = reference
            self.start = start
            self.maximumGap = maximumGap
        }
    }

    public let parameters: Parameters
    public var state = RateDrivenState()

    public init(_ parameters: Parameters = Parameters()) {
        self.parameters = parameters
    }

    public var maximumGap: Seconds { parameters.maximumGap }

    public func start(fromTriad triad: UnitQuaternion) -> UnitQuaternion {
        parameters.start.orientation(fromTriad: triad)
    }

    public mutating func step(
        from orientation: UnitQuaternion,
        rate: Vector3,
        directions: Directions?,
        over interval: Seconds
    ) -> UnitQuaternion {
        let current = EarthFrame.northWestUp(fromEastNorthUp: orientation)
        let q = Quaternion(current)
        // (12) q̇_ω = ½ q ⊗ ω
        var derivative = q * Quaternion(w: 0, x: rate.x / 2, y: rate.y / 2, z: rate.z / 2)
        if let gravity = directions?.acceleration.normalised, let field = directions?.magneticField.normalised {
            let gradient = Self.gradient(q, gravity: gravity, field: field, reference: reference(field, current))
            let length = gradient.length
            // (43), (44) q̇ = q̇_ω − β ∇f/|∇f|
            if length > 0 { derivative += gradient * (-parameters.beta / length) }
        }
        // (42) Euler's step
        guard let next = UnitQuaternion(q + derivative * interval) else { return orientation }
        return EarthFrame.eastNorthUp(fromNorthWestUp: next)
    }

    public mutating func reset() {
        self = Madgwick(parameters)
    }

    /// (45), (46): the measured field turned into Earth coordinates, its horizontal part laid along north.
    private func reference(_ field: Vector3, _ orientation: UnitQuaternion) -> (north: Double, up: Double) {
        let turned = orientation.rotate(field)
        let north = (turned.x * turned.x + turned.y * turned.y).squareRoot()
        return parameters.reference == .halved ? (north / 2, turned.z / 2) : (north, turned.z)
    }

    /// (34): ∇f = Jᵀ f for gravity (25), (26) and the magnetic field (29), (30) together.
    private static func gradient(
        _ q: Quaternion,
        gravity a: Vector3,
        field m: Vector3,
        reference b: (north: Double, up: Double)
    ) -> Quaternion {
        let f1 = 2 * (q.x * q.z - q.w * q.y) - a.x
        let f2 = 2 * (q.w * q.x + q.y * q.z) - a.y
        let f3 = 2 * (0.5 - q.x * q.x - q.y * q.y) - a.z
        let f4 = 2 * b.north * (0.5 - q.y * q.y - q.z * q.z) + 2 * b.up * (q.x * q.z - q.w * q.y) - m.x
        let f5 = 2 * b.north * (q.x * q.y - q.w * q.z) + 2 * b.up * (q.w * q.x + q.y * q.z) - m.y
        let f6 = 2 * b.north * (q.w * q.y + q.x * q.z) + 2 * b.up * (0.5 - q.x * q.x - q.y * q.y) - m.z
        let (n, u) = (2 * b.north, 2 * b.up)
        let w1 = -2 * q.y * f1 + 2 * q.x * f2
        let w2 = -u * q.y * f4 + (u * q.x - n * q.z) * f5 + n * q.y * f6
        let x1 = 2 * q.z * f1 + 2 * q.w * f2 - 4 * q.x * f3
        let x2 = u * q.z * f4 + (n * q.y + u * q.w) * f5 + (n * q.z - 2 * u * q.x) * f6
        let y1 = -2 * q.w * f1 + 2 * q.z * f2 - 4 * q.y * f3
        let y2 = (-2 * n * q.y - u * q.w) * f4 + (n * q.x + u * q.z) * f5 + (n * q.w - 2 * u * q.y) * f6
        let z1 = 2 * q.x * f1 + 2 * q.y * f2
        let z2 = (-2 * n * q.z + u * q.x) * f4 + (-n * q.w + u * q.y) * f5 + n * q.x * f6
        return Quaternion(w: w1 + w2, x: x1 + x2, y: y1 + y2, z: z1 + z2)
    }
}
