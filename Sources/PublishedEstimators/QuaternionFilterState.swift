import SensorFilters
import SensorModel

/// The state of a Kalman filter between prediction and correction: a quaternion of any length, and the covariance of
/// its components.
struct QuaternionFilterState {
    private(set) var covariance: QuaternionMatrix
    /// The sum of the corrections by all measurements since the prediction.
    private var correction = Quaternion.zero
    /// The quaternion at which measurements are linearised.
    let predicted: Quaternion
    /// The smallest weight 1/(h P hᵀ + r) of all measurements, with the row h and the variance r of a measurement. The
    /// weight is not positive if rounding has made P indefinite.
    private var minimumWeight = 1.0

    @_transparent init(predicted: Quaternion, covariance: QuaternionMatrix) {
        self.predicted = predicted
        self.covariance = covariance
    }

    /// Corrects the state by three measurements, one after the other. All measurements are linearised at the
    /// prediction. The result therefore equals q + K z and (I − K H) P with K = P Hᵀ (H P Hᵀ + R)⁻¹, but needs no
    /// inverse matrix.
    @_transparent mutating func include(_ observation: VectorObservation) {
        include(observation.rows.0)
        include(observation.rows.1)
        include(observation.rows.2)
    }

    /// Corrects the state by one measurement whose noise is independent of other measurements.
    @_transparent mutating func include(_ measured: QuaternionRow) {
        let projected = covariance * measured.row
        let weight = 1 / (measured.row.dot(projected) + measured.variance)
        let gain = projected * weight
        correction += gain * (measured.deviation - measured.row.dot(correction))
        covariance.subtract(outer: projected, gain)
        minimumWeight = min(minimumWeight, weight)
    }

    /// The corrected quaternion.
    @_transparent var quaternion: Quaternion { predicted + correction }

    /// A Boolean value that indicates whether quaternion and covariance are usable; `false` after an overflow.
    @_transparent var isUsable: Bool {
        covariance.isFinite && quaternion.lengthSquared.isFinite && (minimumWeight > 0)
    }
}

/// The parameters of a Kalman filter for the components of a quaternion.
protocol QuaternionFilterParameters: SensorNoises {
    /// The initial standard deviation P^½ of each component of the quaternion.
    var initialDeviation: Double { get }
    /// The dip of the field, positive downwards; `nil` to use the dip of the first samples.
    var dip: Angle? { get }
}

/// The part of a Kalman filter that is stored between two steps: the covariance P, the noise of the sensors and the
/// reference field.
struct QuaternionFilterMemory: Sendable {
    private let gyroscopeVariances: Vector3
    let accelerometerVariances: Vector3
    let magnetometerVariances: Vector3
    private let initialCovariance: QuaternionMatrix
    /// The covariance P.
    private var covariance: QuaternionMatrix
    private var reference: ReferenceField

    init(_ parameters: some QuaternionFilterParameters) {
        gyroscopeVariances = parameters.gyroscopeNoise.variances
        accelerometerVariances = parameters.accelerometerNoise.variances
        magnetometerVariances = parameters.magnetometerNoise.variances
        initialCovariance = QuaternionMatrix(diagonal: parameters.initialDeviation * parameters.initialDeviation)
        covariance = initialCovariance
        reference = ReferenceField(dip: parameters.dip)
    }

    /// The direction of the field in Earth axes.
    @_transparent var field: Vector3 { reference.direction }

    mutating func begin(_ input: UnitDirections) {
        covariance = initialCovariance
        reference.begin(input)
    }

    /// Returns the state after a rotation φ: the quaternion q ⊗ φ and the covariance Φ P Φᵀ + (Δt/2)² Ξ(q) Σ_g Ξ(q)ᵀ. Φ
    /// is the matrix of q ↦ q ⊗ φ, and Ξ(q) the matrix of ε ↦ q ⊗ (0, ε).
    @_transparent func prediction(
        from q: Quaternion,
        by transition: Quaternion,
        over interval: Seconds
    ) -> QuaternionFilterState {
        let variances = gyroscopeVariances * (interval * interval / 4)
        return QuaternionFilterState(
            predicted: q * transition,
            covariance: covariance.turned(by: transition) + QuaternionMatrix(turns: variances, at: q)
        )
    }

    /// Stores the covariance of a corrected state, and returns the corrected orientation. After an overflow, the method
    /// restores the initial covariance and returns the last orientation.
    @_transparent mutating func keep(
        _ state: QuaternionFilterState,
        after orientation: UnitQuaternion
    ) -> UnitQuaternion {
        let isUsable = state.isUsable
        let corrected = state.quaternion.normalised(orKeeping: orientation)
        if isUsable {
            covariance = state.covariance
            return corrected
        }
        covariance = initialCovariance
        return orientation
    }

    mutating func forgetUncertainty() { covariance = .zero }
}

/// One scalar measurement of the error δq of a predicted quaternion: z = h · δq + noise. The properties are the row h,
/// the deviation z and the variance of the noise.
struct QuaternionRow {
    let row: Quaternion
    let deviation: Double
    let variance: Double
}

/// The three scalar measurements of a direction that is known in Earth axes and measured in device axes.
///
/// The rotation R(q) from device to Earth axes is a quadratic form in q = (w, u):
///
///     R(q) v = (w² − |u|²) v + 2 (u·v) u + 2 w u × v                 for q of any length
///     R(q) v = v + 2 (u × (u × v) + w u × v)                         for q of length one
///
/// The first form is q ⊗ v ⊗ q*. The second form is a rotation only if |q| = 1. The derivatives of both forms differ by
/// 2 v qᵀ.
struct VectorObservation {
    let rows: (QuaternionRow, QuaternionRow, QuaternionRow)

    /// Creates the measurements from their deviations, the derivative of the prediction and the variances per axis.
    @_transparent init(
        deviation: Vector3,
        jacobian: QuaternionJacobian,
        variances: Vector3
    ) {
        rows = (
            QuaternionRow(row: jacobian.x, deviation: deviation.x, variance: variances.x),
            QuaternionRow(row: jacobian.y, deviation: deviation.y, variance: variances.y),
            QuaternionRow(row: jacobian.z, deviation: deviation.z, variance: variances.z)
        )
    }
}

/// The derivative of a rotated vector with respect to the components of the rotating quaternion, one row per axis.
struct QuaternionJacobian {
    let x: Quaternion
    let y: Quaternion
    let z: Quaternion

    /// Creates the derivative of q ⊗ v ⊗ q* by q = (w, u): `2 [t, (u·v) I − [t]×]` with t = w v + u × v.
    @_transparent init(ofTurning vector: Vector3, by q: Quaternion, _ form: JacobianForm) {
        let axis = Vector3(q.x, q.y, q.z)
        self.init((vector * q.w + axis.cross(vector)) * 2, axis.dot(vector) * 2, sign: -1)
        if form == .short { self.init(self, minusTwice: vector, q) }
    }

    /// Creates the derivative of q* ⊗ v ⊗ q by q = (w, u): `2 [t, (u·v) I + [t]×]` with t = w v − u × v.
    @_transparent init(ofTurningBack vector: Vector3, by q: Quaternion, _ form: JacobianForm) {
        let axis = Vector3(q.x, q.y, q.z)
        self.init((vector * q.w - axis.cross(vector)) * 2, axis.dot(vector) * 2, sign: 1)
        if form == .short { self.init(self, minusTwice: vector, q) }
    }

    @_transparent private init(_ t: Vector3, _ diagonal: Double, sign: Double) {
        let s = t * sign
        x = Quaternion(w: t.x, x: diagonal, y: -s.z, z: s.y)
        y = Quaternion(w: t.y, x: s.z, y: diagonal, z: -s.x)
        z = Quaternion(w: t.z, x: -s.y, y: s.x, z: diagonal)
    }

    @_transparent private init(_ long: Self, minusTwice vector: Vector3, _ q: Quaternion) {
        x = long.x - q * (vector.x * 2)
        y = long.y - q * (vector.y * 2)
        z = long.z - q * (vector.z * 2)
    }
}

/// The form of the rotation matrix that a Kalman filter differentiates by the components of a quaternion.
public enum JacobianForm: String, Sendable, Hashable, CaseIterable {
    /// The form for a quaternion of length one, with 1 − 2 (y² + z²) on the diagonal.
    case short
    /// The form for a quaternion of any length, with w² + x² − y² − z² on the diagonal.
    case long
}

/// The direction of the magnetic field in Earth axes. Its horizontal component points to magnetic north. If no dip is
/// given, the dip of the first samples is used.
struct ReferenceField: Sendable {
    private let given: Vector3?
    /// The direction of the field in East, North, Up; a vector of length one.
    private(set) var direction: Vector3

    /// Creates a reference field with this dip, positive downwards; `nil` to use the dip of the first samples.
    init(dip: Angle?) {
        given = dip.map { Vector3(0, $0.cosine, -$0.sine) }
        direction = given ?? Vector3(0, 0, -1)
    }

    /// Determines the dip from the first samples if no dip is given.
    mutating func begin(_ input: UnitDirections) {
        direction =
            given ?? Vector3(0, input.gravity.cross(input.field).length, input.gravity.dot(input.field))
    }
}
