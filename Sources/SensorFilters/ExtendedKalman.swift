public import SensorModel

/// The multiplicative extended Kalman filter: orientation and gyroscope bias, weighed by how uncertain each is.
///
/// Lefferts et al. 1982, doi:10.2514/3.56190; Markley 2003, doi:10.2514/2.5048. The six states are the attitude error
/// φ, a rotation vector that is folded into the quaternion after each measurement, and the bias. φ is written in Earth
/// axes, q_true = exp(½φ) ⊗ q, so that tilt and heading are components of it.
///
/// The accelerometer measures the direction of Up. The magnetometer measures the heading alone: its gain is set to zero
/// but for the turn about Up and the bias about Up, so that no field, however wrong, tilts the horizon. Each sample
/// counts once, at the first gyroscope sample that is not earlier. Starts from ``Triad``. North is magnetic north. O(1)
/// time and memory per sample.
public struct ExtendedKalman: RateDriven {
    public let parameters: Parameters
    public var state = RateDrivenState()
    /// The gyroscope's bias as estimated so far, in rad/s in device axes: what it reads at rest.
    public private(set) var gyroscopeBias = Vector3.zero
    /// How uncertain orientation and bias are.
    public private(set) var covariance: AttitudeCovariance
    private var used: (acceleration: Seconds, magneticField: Seconds) = (-.infinity, -.infinity)
    private var correction = (attitude: Vector3.zero, bias: Vector3.zero)

    private static let up = Vector3(0, 0, 1)
    /// Radians. The standard deviation of a heading of which nothing is known, π/√3: a measurement worse than that is
    /// none.
    private static let ignorance = 1.8

    public init(_ parameters: Parameters = Parameters()) {
        self.parameters = parameters
        self.covariance = Self.initialCovariance(parameters)
    }

    public var maximumGap: Seconds { parameters.maximumGap }

    public func start(fromTriad triad: UnitQuaternion) -> UnitQuaternion { triad }

    public mutating func begin() {
        gyroscopeBias = .zero
        covariance = Self.initialCovariance(parameters)
        // The samples that gave the start are in its initial uncertainty.
        used = (state.sensors.acceleration?.time ?? -.infinity, state.sensors.magneticField?.time ?? -.infinity)
    }

    public mutating func step(
        from orientation: UnitQuaternion,
        rate: Vector3,
        directions: Directions?,
        over interval: Seconds
    ) -> UnitQuaternion {
        let turn = (rate - gyroscopeBias) * interval
        covariance.advance(
            turn: Matrix3(orientation * UnitQuaternion(rotationVector: turn * 0.5)),
            over: interval,
            rateDensity: parameters.gyroscopeNoise * parameters.gyroscopeNoise,
            biasDensity: parameters.gyroscopeBiasNoise * parameters.gyroscopeBiasNoise
        )
        var corrected = orientation * UnitQuaternion(rotationVector: turn)
        // One sensor after the other, so that a large turn of the heading does not mix with one of the tilt.
        if let sample = state.sensors.acceleration, sample.time > used.acceleration {
            used.acceleration = sample.time
            correct(corrected, acceleration: sample.value)
            corrected = folded(into: corrected)
        }
        if let sample = state.sensors.magneticField, sample.time > used.magneticField {
            used.magneticField = sample.time
            correct(corrected, magneticField: sample.value)
            corrected = folded(into: corrected)
        }
        return corrected
    }

    public mutating func reset() {
        self = ExtendedKalman(parameters)
    }

    /// The orientation with what a sensor's sample corrects in it: q ← exp(½φ) ⊗ q, b ← b + β.
    private mutating func folded(into orientation: UnitQuaternion) -> UnitQuaternion {
        defer { correction = (.zero, .zero) }
        gyroscopeBias += correction.bias
        return UnitQuaternion(rotationVector: correction.attitude) * orientation
    }

    /// The turn that brings the measured direction of gravity upright: its parts about East and North are measured.
    private mutating func correct(_ orientation: UnitQuaternion, acceleration: Vector3) {
        guard let direction = acceleration.normalised else { return }
        let error = orientation.rotate(direction).turn(to: Self.up)
        let trust = AccelerationTrust(tolerance: parameters.accelerationTolerance).of(acceleration)
        let sigma = parameters.accelerometerNoise / Gravity.standard
        guard trust > 0 else { return }
        let variance = sigma * sigma / trust
        correct(row: Vector3(1, 0, 0), value: error.x, variance: variance, aboutUpOf: nil)
        correct(row: Vector3(0, 1, 0), value: error.y, variance: variance, aboutUpOf: nil)
    }

    /// The turn about Up that brings the measured field north: it is measured, and a tilt error changes it.
    private mutating func correct(_ orientation: UnitQuaternion, magneticField: Vector3) {
        guard let direction = magneticField.normalised else { return }
        let field = orientation.rotate(direction)
        let horizontal = (field.x * field.x + field.y * field.y).squareRoot()
        let sigma = parameters.magnetometerNoise / (magneticField.length * horizontal)
        guard sigma > 0, sigma < Self.ignorance else {
            state.sensors.skips.undetermined += 1
            return
        }
        // A small φ moves the field's azimuth ψ by −φ_U + (φ_E f_E + φ_N f_N) f_U/h²; with the right φ it is 0.
        let slope = -field.z / (horizontal * horizontal)
        let row = Vector3(field.x * slope, field.y * slope, 1)
        correct(row: row, value: field.azimuth.radians, variance: sigma * sigma, aboutUpOf: orientation)
    }

    /// One scalar measurement `row · φ = value`, on top of those of the same sample. With an orientation, it corrects
    /// the heading only.
    private mutating func correct(row: Vector3, value: Double, variance: Double, aboutUpOf orientation: UnitQuaternion?)
    {
        guard variance.isFinite else { return }
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

    private static func initialCovariance(_ parameters: Parameters) -> AttitudeCovariance {
        let (tilt, heading) = (parameters.initialTilt.radians, parameters.initialHeading.radians)
        return AttitudeCovariance(
            attitudeVariances: Vector3(tilt * tilt, tilt * tilt, heading * heading),
            biasVariance: parameters.initialBias * parameters.initialBias
        )
    }
}

extension EstimatorEntry {
    static let ekf = EstimatorEntry(
        name: "ekf",
        summary: "Multiplicative extended Kalman filter of orientation and gyroscope bias.",
        source: "Lefferts et al. 1982, doi:10.2514/3.56190; Markley 2003, doi:10.2514/2.5048",
        sensors: [.gyroscope, .accelerometer, .magnetometer],
        advancedBy: [.gyroscope],
        parameters: ExtendedKalman.Parameters.descriptors,
        make: { ExtendedKalman(ExtendedKalman.Parameters($0)) }
    )
}
