public import SensorModel

/// A multiplicative extended Kalman filter for the orientation and the gyroscope's bias.
///
/// Lefferts et al. 1982, doi:10.2514/3.56190; Markley 2003, doi:10.2514/2.5048. The six states are the attitude error φ
/// and the bias. φ is a rotation vector in Earth axes, q_true = exp(½φ) ⊗ q, so that tilt and heading are components of
/// φ. After each measurement, the filter rotates the quaternion by φ.
///
/// The accelerometer measures the direction of Up. The magnetometer measures only the heading: the gain is zero except
/// for the rotation about Up and the bias about Up. A disturbed field therefore never tilts the horizon. Each
/// accelerometer or magnetometer sample is used once, at the first gyroscope sample that is not earlier. The filter
/// starts at the orientation of ``Triad``. North is magnetic north. O(1) time and memory per sample.
///
///     var filter = ExtendedKalman()
///     for frame in frames {
///         if let orientation = filter.update(with: frame) { draw(orientation, filter.covariance.attitude) }
///     }
public struct ExtendedKalman: DeclaredEstimator {
    /// The parameters of the filter.
    public let parameters: Parameters
    private var estimator: RateDriven<KalmanEquations>

    /// Creates a filter in the initial state.
    public init(_ parameters: Parameters = Parameters()) {
        self.parameters = parameters
        estimator = RateDriven(KalmanEquations(parameters), parameters)
    }

    /// The current estimate of the gyroscope's bias, in rad/s in device axes.
    public var gyroscopeBias: Vector3 { estimator.equations.gyroscopeBias }

    /// The covariance of the errors of orientation and bias.
    public var covariance: AttitudeCovariance { estimator.equations.covariance }

    /// The counts of unusable samples and of restarts.
    public var skips: SkipCounts { estimator.skips }

    /// Processes a frame and returns the orientation, device → Earth (magnetic East, North, Up), or `nil` if unknown.
    public mutating func update(with frame: SensorFrame) -> UnitQuaternion? { estimator.update(with: frame) }
}

/// The equations of ``ExtendedKalman``.
struct KalmanEquations: RateEquations {
    /// The accelerometer and magnetometer samples that no step has used, each as a direction of length one. The
    /// measured acceleration and the strength of the field are also stored.
    struct NewSamples: RateInput {
        let acceleration: (direction: Vector3, value: Vector3)?
        let field: (direction: Vector3, length: Double)?

        @_transparent init(_ directions: SensorHold.Directions?, _ sensors: inout SensorHold) {
            if let held = sensors.acceleration, held.isNew {
                acceleration = held.value.normalised.map { ($0, held.value) }
            } else {
                acceleration = nil
            }
            if let held = sensors.magneticField, held.isNew {
                field = held.value.normalised.map { ($0, held.value.length) }
            } else {
                field = nil
            }
            sensors.markUsed()
        }
    }

    /// A correction: a rotation vector in Earth axes for the attitude, and a change of the bias in device axes.
    private typealias Correction = (attitude: Vector3, bias: Vector3)

    /// The standard deviation of a uniformly distributed heading, π/√3, in radians. Measurements with a larger standard
    /// deviation are ignored.
    private static var unknownHeading: Double { 1.8 }
    private static var up: Vector3 { Vector3(0, 0, 1) }

    private(set) var gyroscopeBias = Vector3.zero
    private(set) var covariance: AttitudeCovariance
    private let initialCovariance: AttitudeCovariance
    private let rateDensity: Double
    private let biasDensity: Double
    private let accelerometerSigma: Double
    private let magnetometerNoise: Double
    private let trust: AccelerationTrust
    private(set) var undetermined = 0

    init(_ parameters: ExtendedKalman.Parameters) {
        rateDensity = parameters.gyroscopeNoise * parameters.gyroscopeNoise
        biasDensity = parameters.gyroscopeBiasNoise * parameters.gyroscopeBiasNoise
        accelerometerSigma = parameters.accelerometerNoise / Gravity.standard
        magnetometerNoise = parameters.magnetometerNoise
        trust = AccelerationTrust(parameters.accelerationTolerance)
        let tilt = parameters.initialTilt.radians * parameters.initialTilt.radians
        let heading = parameters.initialHeading.radians * parameters.initialHeading.radians
        initialCovariance = AttitudeCovariance(
            attitudeVariances: Vector3(tilt, tilt, heading),
            biasVariance: parameters.initialBias * parameters.initialBias
        )
        covariance = initialCovariance
    }

    /// Starts with the initial covariance, which already includes the errors of the samples that determine the first
    /// orientation.
    mutating func begin(at triad: UnitQuaternion, _: NewSamples) -> UnitQuaternion {
        gyroscopeBias = .zero
        covariance = initialCovariance
        return triad
    }

    @_transparent mutating func step(
        from orientation: UnitQuaternion,
        rate: Vector3,
        input: NewSamples,
        over interval: Seconds
    ) -> UnitQuaternion {
        let turn = (rate - gyroscopeBias) * interval
        covariance.advance(
            turn: Matrix3(orientation * UnitQuaternion(rotationVector: turn * 0.5)),
            over: interval,
            rateDensity: rateDensity,
            biasDensity: biasDensity
        )
        var corrected = orientation * UnitQuaternion(rotationVector: turn)
        // The sensors are processed one after the other, so that a large heading correction does not affect the tilt
        // correction.
        if let (direction, value) = input.acceleration {
            let error = corrected.rotate(direction).turn(to: Self.up)
            fold(tiltCorrection(error, trust: trust(in: value)), into: &corrected)
        }
        if let (direction, length) = input.field {
            fold(headingCorrection(corrected, field: direction, length: length), into: &corrected)
        }
        return corrected
    }

    /// Applies a correction, the rotation vector φ and the change β of the bias b: q ← exp(½φ) ⊗ q, b ← b + β.
    @_transparent private mutating func fold(_ correction: Correction, into orientation: inout UnitQuaternion) {
        gyroscopeBias += correction.bias
        orientation = UnitQuaternion(rotationVector: correction.attitude) * orientation
    }

    /// Returns the correction of the tilt. The measurement is the rotation that makes the measured gravity vertical.
    /// This rotation has two components, about East and about North.
    @_transparent private mutating func tiltCorrection(_ error: Vector3, trust: Double) -> Correction {
        var correction = (attitude: Vector3.zero, bias: Vector3.zero)
        let variance = accelerometerSigma * accelerometerSigma / trust
        guard variance.isFinite else { return correction }
        let east = Vector3(1, 0, 0)
        correct(&correction, row: east, value: error.x, variance: variance, aboutUpOf: nil)
        let north = Vector3(0, 1, 0)
        correct(&correction, row: north, value: error.y, variance: variance, aboutUpOf: nil)
        return correction
    }

    /// Returns the correction of the heading. The measurement is the rotation about Up that turns the measured field to
    /// north. This rotation also depends on the tilt error.
    @_transparent private mutating func headingCorrection(
        _ orientation: UnitQuaternion,
        field direction: Vector3,
        length: Double
    ) -> Correction {
        var correction = (attitude: Vector3.zero, bias: Vector3.zero)
        let field = orientation.rotate(direction)
        let horizontal = (field.x * field.x + field.y * field.y).squareRoot()
        let sigma = magnetometerNoise / (length * horizontal)
        guard sigma > 0, sigma < Self.unknownHeading else {
            undetermined += 1
            return correction
        }
        // A rotation by a small φ changes the azimuth of the field f by −φ_U + (φ_E f_E + φ_N f_N) f_U/h², where h is
        // the horizontal length of f. For the true error φ, the rotated azimuth is 0.
        let slope = -field.z / (horizontal * horizontal)
        let row = Vector3(field.x * slope, field.y * slope, 1)
        let variance = sigma * sigma
        correct(
            &correction,
            row: row,
            value: field.azimuth.radians,
            variance: variance,
            aboutUpOf: orientation
        )
        return correction
    }

    /// Adds the correction for a scalar measurement `row · φ = value` of the attitude error φ to `correction`, which
    /// already contains the other measurements of this sample. If `orientation` is not `nil`, the measurement corrects
    /// only the heading.
    @_transparent private mutating func correct(
        _ correction: inout Correction,
        row: Vector3,
        value: Double,
        variance: Double,
        aboutUpOf orientation: UnitQuaternion?
    ) {
        let projected = covariance.projected(row)
        // K = P Hᵀ / (H P Hᵀ + R)
        let weight = 1 / (row.dot(projected.attitude) + variance)
        var gain = (attitude: projected.attitude * weight, bias: projected.bias * weight)
        if let orientation {
            let axis = orientation.conjugate.rotate(Self.up)
            gain = (Vector3(0, 0, gain.attitude.z), axis * axis.dot(gain.bias))
        }
        let innovation = value - row.dot(correction.attitude)
        correction.attitude += gain.attitude * innovation
        correction.bias += gain.bias * innovation
        covariance.update(row: row, variance: variance, gain: gain)
    }
}

extension EstimatorEntry {
    package static let ekf = EstimatorEntry(
        ExtendedKalman.self,
        name: "ekf",
        summary: "Multiplicative extended Kalman filter for orientation and gyroscope bias.",
        source: "Lefferts et al. 1982, doi:10.2514/3.56190; Markley 2003, doi:10.2514/2.5048"
    )
}

/// The covariance of ``ExtendedKalman``: the 6×6 covariance of attitude error and gyroscope bias error, as 3×3 blocks.
///
/// The attitude error φ is the rotation vector from the estimated to the true orientation, in radians in Earth axes
/// (East, North, Up). The bias error β is the true minus the estimated bias, in rad/s in device axes.
public struct AttitudeCovariance: Sendable, Hashable {
    /// The covariance E[φφᵀ] of the attitude error, in rad².
    public internal(set) var attitude: Matrix3
    /// The covariance E[φβᵀ] of attitude error and bias error, in rad²/s.
    public internal(set) var cross: Matrix3
    /// The covariance E[ββᵀ] of the bias error, in rad²/s².
    public internal(set) var bias: Matrix3

    /// Creates the covariance of independent errors of attitude and bias.
    init(attitudeVariances: Vector3, biasVariance: Double) {
        attitude = Matrix3(diagonal: attitudeVariances)
        cross = .zero
        bias = Matrix3(diagonal: Vector3(biasVariance, biasVariance, biasVariance))
    }

    /// Advances the covariance by a time step: φ ← φ − B β + noise, with B = turn Δt.
    ///
    /// - Parameters:
    ///   - turn: the rotation from device to Earth axes in the middle of the interval.
    ///   - interval: Δt, the duration of the step in seconds.
    ///   - rateDensity: σ_v² of the angular velocity's white noise, rad²/s.
    ///   - biasDensity: σ_u² of the bias's random walk, rad²/s³.
    @_transparent mutating func advance(
        turn: Matrix3,
        over interval: Seconds,
        rateDensity: Double,
        biasDensity: Double
    ) {
        let transfer = turn * -interval
        let crossTurned = cross * transfer.transposed
        // Φ P Φᵀ with Φ = (I, −B; 0, I)
        attitude = attitude + crossTurned + crossTurned.transposed + transfer * bias * transfer.transposed
        cross = cross + transfer * bias
        // The process noise Q of white rate noise and a random walk of the bias: Farrenkopf 1978, doi:10.2514/3.55779
        let walk = biasDensity * interval
        let angle = rateDensity * interval + walk * interval * interval / 3
        attitude = (attitude + Matrix3(diagonal: Vector3(angle, angle, angle))).symmetric
        cross = cross + transfer * (walk / 2)
        bias = bias + Matrix3(diagonal: Vector3(walk, walk, walk))
    }

    /// Updates the covariance for a scalar measurement `row · φ` of the attitude error φ. The gain K need not be
    /// optimal.
    ///
    /// Joseph's form, P ← (I − K H) P (I − K H)ᵀ + K R Kᵀ, remains symmetric and positive semidefinite for every K.
    @_transparent mutating func update(
        row: Vector3,
        variance: Double,
        gain: (attitude: Vector3, bias: Vector3)
    ) {
        let (toAttitude, toBias) = projected(row)
        // L = (I − K H) P
        let left = attitude - Matrix3(outer: gain.attitude, toAttitude)
        let leftCross = cross - Matrix3(outer: gain.attitude, toBias)
        let lowerCross = cross.transposed - Matrix3(outer: gain.bias, toAttitude)
        let lower = bias - Matrix3(outer: gain.bias, toBias)
        // L − (L Hᵀ) Kᵀ + K R Kᵀ = L + (R K − L Hᵀ) Kᵀ
        let upperFactor = gain.attitude * variance - left * row
        let lowerFactor = gain.bias * variance - lowerCross * row
        attitude = (left + Matrix3(outer: upperFactor, gain.attitude)).symmetric
        cross = leftCross + Matrix3(outer: upperFactor, gain.bias)
        bias = (lower + Matrix3(outer: lowerFactor, gain.bias)).symmetric
    }

    /// Returns P Hᵀ, the covariance of the states with a scalar measurement `row · φ` of the attitude error φ.
    @_transparent func projected(_ row: Vector3) -> (attitude: Vector3, bias: Vector3) {
        (attitude * row, cross.transposed * row)
    }
}

extension ExtendedKalman {
    /// The parameters of ``ExtendedKalman``: the noise of the sensors, and the standard deviations at the start.
    public struct Parameters: EstimatorParameters, Hashable {
        /// The white noise σ_v > 0 of the gyroscope, in rad/s/√Hz. A larger value makes the filter follow gravity and
        /// field more quickly.
        public var gyroscopeNoise = 1e-3
        /// The random walk σ_u ≥ 0 of the gyroscope's bias, in rad/s²/√Hz. A larger value makes the filter follow a
        /// changing bias more quickly.
        public var gyroscopeBiasNoise = 1e-4
        /// The standard deviation σ_a > 0 of accelerometer noise and device acceleration together, in m/s² per axis and
        /// sample. A larger value makes the filter rely more on the gyroscope.
        public var accelerometerNoise = 0.5
        /// The standard deviation σ_m > 0 of magnetometer noise and magnetic disturbances together, in µT per axis and
        /// sample. A larger value makes the filter rely more on the gyroscope.
        public var magnetometerNoise = 2.0
        /// The standard deviation of the first orientation's tilt error, per axis.
        public var initialTilt = Angle(degrees: 5)
        /// The standard deviation of the first orientation's heading error.
        public var initialHeading = Angle(degrees: 10)
        /// The standard deviation of the gyroscope's bias at the start, in rad/s per axis.
        public var initialBias = 0.02
        /// The difference between the acceleration's length and standard gravity, in m/s², that doubles the
        /// accelerometer's variance. The variance grows with the difference; with `nil`, it is constant.
        public var accelerationTolerance: Double?
        /// The maximum interval between two gyroscope samples in seconds. A longer interval restarts the estimator.
        public var maximumGap: Seconds = 1
        /// Determines whether the magnetometer corrects the heading.
        public var magnetometer = MagnetometerUse.auto

        /// Creates parameters for a hand-held phone. The page `ekf` derives the values.
        public init() {}

        package static let defaults = Self()
        package static let declarations: [ParameterDeclaration<Self>] = [
            .number(
                "gyroscopeNoise",
                \.gyroscopeNoise,
                .radiansPerSecondPerRootHertz,
                in: .aboveZero,
                "White noise of the gyroscope; larger values follow gravity and field more quickly."
            ),
            .number(
                "gyroscopeBiasNoise",
                \.gyroscopeBiasNoise,
                .radiansPerSecondSquaredPerRootHertz,
                in: .zeroOrMore,
                "Random walk of the gyroscope's bias; larger values learn a changing bias more quickly."
            ),
            .number(
                "accelerometerNoise",
                \.accelerometerNoise,
                .metresPerSecondSquared,
                in: .aboveZero,
                "Sensor noise plus device acceleration, per axis and sample; larger values rely more on the gyroscope."
            ),
            .number(
                "magnetometerNoise",
                \.magnetometerNoise,
                .microtesla,
                in: .aboveZero,
                "Sensor noise plus disturbances, per axis and sample; larger values rely more on the gyroscope."
            ),
            .angle("initialTilt", \.initialTilt, in: .aboveZero, "Standard deviation of the initial tilt, per axis."),
            .angle("initialHeading", \.initialHeading, in: .aboveZero, "Standard deviation of the initial heading."),
            .number(
                "initialBias",
                \.initialBias,
                .radiansPerSecond,
                in: .zeroOrMore,
                "Standard deviation of the initial gyroscope bias, per axis; 0 learns no bias if gyroscopeBiasNoise=0."
            ),
            .accelerationTolerance(\.accelerationTolerance),
            .maximumGap(\.maximumGap),
            .magnetometer(\.magnetometer),
        ]
    }
}
