public import SensorModel

/// The multiplicative extended Kalman filter: orientation and gyroscope bias, weighted by how uncertain each is.
///
/// Lefferts et al. 1982, doi:10.2514/3.56190; Markley 2003, doi:10.2514/2.5048. The six states are the attitude error
/// φ, a rotation vector that is folded into the quaternion after each measurement, and the bias. φ is written in Earth
/// axes, q_true = exp(½φ) ⊗ q, so that tilt and heading are components of it.
///
/// The accelerometer measures the direction of Up. The magnetometer measures the heading alone: its gain is set to zero
/// except for the turn about Up and the bias about Up, so that no field, however wrong, tilts the horizon. Each sample
/// counts once, at the first gyroscope sample that is not earlier. Starts from ``Triad``. North is magnetic north. O(1)
/// time and memory per sample.
///
///     var filter = ExtendedKalman()
///     for frame in frames {
///         if let orientation = filter.update(with: frame) { draw(orientation, filter.covariance.attitude) }
///     }
public struct ExtendedKalman: OrientationEstimator {
    /// The parameters of the filter.
    public let parameters: Parameters
    private var estimator: RateDriven<KalmanEquations>

    /// Creates a filter that has not seen a sample.
    public init(_ parameters: Parameters = Parameters()) {
        self.parameters = parameters
        estimator = RateDriven(
            KalmanEquations(parameters),
            maximumGap: parameters.maximumGap,
            magnetometer: parameters.magnetometer
        )
    }

    /// The gyroscope's bias as estimated so far, in rad/s in device axes: what it reads at rest.
    public var gyroscopeBias: Vector3 { estimator.equations.gyroscopeBias }

    /// How uncertain orientation and bias are.
    public var covariance: AttitudeCovariance { estimator.equations.covariance }

    /// The counts of unusable samples and of restarts.
    public var skips: SkipCounts { estimator.skips }

    /// Reads a frame; returns the orientation, device → Earth (magnetic East, North, Up).
    public mutating func update(with frame: SensorFrame) -> UnitQuaternion? { estimator.update(with: frame) }

    /// Forgets all samples.
    public mutating func reset() {
        self = ExtendedKalman(parameters)
    }
}

/// The equations of ``ExtendedKalman``.
struct KalmanEquations: RateEquations {
    /// The samples that no step has used yet, each as a direction of length one with the sample's length.
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
        }
    }

    /// A change of the attitude, as a rotation vector in Earth axes, and of the bias in device axes.
    private typealias Correction = (attitude: Vector3, bias: Vector3)

    /// In radians. The standard deviation of an unknown heading, π/√3: less certain measurements are ignored.
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

    /// The samples that give the start are part of its initial uncertainty.
    mutating func begin(at triad: UnitQuaternion) -> UnitQuaternion {
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
        // One sensor after the other, so that a large turn of the heading does not mix with one of the tilt.
        if let (direction, value) = input.acceleration {
            let error = corrected.rotate(direction).turn(to: Self.up)
            fold(tiltCorrection(error, trust: trust(in: value)), into: &corrected)
        }
        if let (direction, length) = input.field {
            fold(headingCorrection(corrected, field: direction, length: length), into: &corrected)
        }
        return corrected
    }

    /// q ← exp(½φ) ⊗ q, b ← b + β
    @_transparent private mutating func fold(_ correction: Correction, into orientation: inout UnitQuaternion) {
        gyroscopeBias += correction.bias
        orientation = UnitQuaternion(rotationVector: correction.attitude) * orientation
    }

    /// The correction by the turn that brings the measured direction of gravity upright: its parts about East and North
    /// are measured.
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

    /// The correction by the turn about Up that brings the measured field north: it is measured, and a tilt error
    /// changes it.
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
        // A small φ moves the field's azimuth ψ by −φ_U + (φ_E f_E + φ_N f_N) f_U/h²; with the right φ it is 0.
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

    /// One scalar measurement `row · φ = value`, in addition to those of the same sample. With an orientation, it
    /// corrects the heading only.
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
