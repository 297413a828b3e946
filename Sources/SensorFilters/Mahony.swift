public import SensorModel

/// Mahony's explicit complementary filter.
///
/// Mahony et al. 2008, doi:10.1109/TAC.2008.923738, in the form of the C code in circulation: the errors of gravity and
/// field, as cross products of measured and predicted directions, are added up and fed back into the angular velocity.
///
/// Starts from ``Triad`` unless told otherwise. First-order integration at gyroscope samples. North is magnetic north.
/// O(1) time and memory per sample.
public struct Mahony: RateDriven {
    public struct Parameters: Sendable, Hashable {
        /// Kp ≥ 0, in rad/s: how fast accelerometer and magnetometer pull. Larger forgets gyroscope errors sooner and
        /// jitters more.
        public var kp: Double
        /// Ki ≥ 0, in rad/s²: how fast the gyroscope's bias is learnt. 0 learns none.
        public var ki: Double
        /// Where the estimator starts.
        public var start: StartOrientation
        /// A gap longer than this starts the estimator anew.
        public var maximumGap: Seconds

        /// - Parameters:
        ///   - kp: 0.5 by default, as in the C code in circulation.
        ///   - ki: 0 by default, as there.
        ///   - start: `.triad` by default.
        ///   - maximumGap: 1 s by default.
        public init(kp: Double = 0.5, ki: Double = 0, start: StartOrientation = .triad, maximumGap: Seconds = 1) {
            self.kp = kp
            self.ki = ki
            self.start = start
            self.maximumGap = maximumGap
        }
    }

    public let parameters: Parameters
    public var state = RateDrivenState()
    private var integral = Vector3.zero

    public init(_ parameters: Parameters = Parameters()) {
        self.parameters = parameters
    }

    public var maximumGap: Seconds { parameters.maximumGap }

    public func start(fromTriad triad: UnitQuaternion) -> UnitQuaternion {
        parameters.start.orientation(fromTriad: triad)
    }

    public mutating func begin() {
        integral = .zero
    }

    public mutating func step(
        from orientation: UnitQuaternion,
        rate: Vector3,
        directions: Directions?,
        over interval: Seconds
    ) -> UnitQuaternion {
        var corrected = rate
        if let gravity = directions?.acceleration.normalised, let field = directions?.magneticField.normalised {
            let error = Self.error(orientation, gravity: gravity, field: field)
            // The bias follows the error; only while Ki > 0
            if parameters.ki > 0 {
                integral += error * (parameters.ki * interval)
                corrected += integral
            }
            // Ω = ω + Kp e + I
            corrected += error * parameters.kp
        }
        let q = Quaternion(orientation)
        // q̇ = ½ q ⊗ Ω
        let step = q.product(pure: corrected) * (interval / 2)
        return UnitQuaternion(q + step) ?? orientation
    }

    public mutating func reset() {
        self = Mahony(parameters)
    }

    /// e = a × â + m × m̂, with â and m̂ as the orientation predicts them in device axes.
    @inline(__always)
    private static func error(_ orientation: UnitQuaternion, gravity: Vector3, field: Vector3) -> Vector3 {
        // Its rows are East, North and Up in device axes.
        let axes = Matrix3(orientation)
        let turned = axes * field
        let north = (turned.x * turned.x + turned.y * turned.y).squareRoot()
        return gravity.cross(axes.z) + field.cross(axes.y * north + axes.z * turned.z)
    }
}
