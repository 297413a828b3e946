public import SensorFilters
public import SensorModel

/// MAGYQ, an extended Kalman filter for a quaternion and the gyroscope's bias, which is also a quaternion.
///
/// The filter uses gravity and the magnetic field only while they are quasi-static. Changes in the directions of
/// gravity and field determine the bias.
///
/// Renaudin & Combettes 2014, doi:10.3390/s141222864. Equation numbers refer to this paper. Let y = exp(½ ω Δt) be the
/// gyroscope's rotation in a step. At each gyroscope sample,
///
///     (1), (2) p = y − b
///     (3) q⁻ = q ⊗ p, with its length corrected to one
///     (4) b⁻ = b
///     (5) P⁻ = F P Fᵀ + G Q Gᵀ,  F = (C(p), −M(q); 0, I),  G = (−M(q), 0; 0, Δt I)
///     (12) K = P⁻ Hᵀ (H P⁻ Hᵀ + R)⁻¹
///     (13) (q, b) ← (q⁻, b⁻) + K z, with the length of q corrected to one;  P ← (I − K H) P⁻
///
/// C(p) is the matrix of q ↦ q ⊗ p, and M(q) is the matrix of p ↦ q ⊗ p. For gravity and for the field, z contains
///
///     r − q⁻ ⊗ v ⊗ q⁻*        the reference and the measured direction, in Earth axes
///     v − p* ⊗ v' ⊗ p         the measured direction and the last one v', rotated by the gyroscope
///
/// The first difference corrects the quaternion, and the second difference corrects the bias. A sensor is used only
/// while its vector is quasi-static: the variance of the strength over a window is small, and the newest strength is
/// close to the mean.
///
/// The filter starts at the orientation of `Triad`. North is magnetic north. O(n) time per sample for a window of n
/// samples.
///
///     var filter = Renaudin()
///     for frame in frames {
///         if let orientation = filter.update(with: frame) { draw(orientation) }
///     }
public struct Renaudin: DeclaredEstimator {
    /// The method by which the bias is measured from changes in the directions of gravity and field.
    public enum Gradient: String, Sendable, Hashable, CaseIterable {
        /// The bias is not measured.
        case none
        /// The bias is measured from the changes of the directions.
        case direction
        /// The method of the smartphone benchmark's program (Michel et al. 2018). The derivative by the bias has the
        /// wrong sign, which increases the error of the bias. In the first change, the earlier values are the measured
        /// vectors in m/s² and µT instead of directions.
        case benchmark
    }

    /// The parameters of the filter.
    public let parameters: Parameters
    private var estimator: RateDriven<RenaudinEquations>

    /// Creates a filter in its initial state.
    public init(_ parameters: Parameters = Parameters()) {
        self.parameters = parameters
        estimator = RateDriven(RenaudinEquations(parameters), parameters)
    }

    /// The counts of unusable samples and of restarts.
    public var skips: SkipCounts { estimator.skips }

    /// Processes a frame and returns the orientation, device → Earth (magnetic East, North, Up), or `nil` if unknown.
    public mutating func update(with frame: SensorFrame) -> UnitQuaternion? { estimator.update(with: frame) }
}

extension Renaudin {
    /// The parameters of ``Renaudin``: the noise of the sensors, the estimation of the bias, and the limits for
    /// quasi-static vectors.
    public struct Parameters: Sendable, Hashable {
        /// The gyroscope's noise in rad/s, greater than 0, per axis and sample. A larger value makes the filter follow
        /// field and gravity more quickly.
        public var gyroscopeNoise = AxisNoise(0.3)
        /// The noise R^½ > 0 of the direction of gravity, a vector of length one. A larger value makes the filter
        /// rely more on the gyroscope.
        public var accelerometerNoise = AxisNoise(0.5)
        /// The noise R^½ > 0 of the direction of the field, a vector of length one. A larger value makes the filter
        /// rely more on the gyroscope.
        public var magnetometerNoise = AxisNoise(0.8)
        /// The initial standard deviation P^½ > 0 of each component of the quaternion.
        public var initialDeviation = 0.1
        /// A Boolean value that indicates whether the filter estimates the gyroscope's bias.
        public var bias = true
        /// The random change of the bias in rad/s², at least 0. A larger value makes the filter follow a changing bias
        /// more quickly.
        public var gyroscopeBiasNoise = 1e-4
        /// The initial standard deviation P^½ ≥ 0 of each component of the bias. The bias is a difference of
        /// quaternions, not an angular velocity. Its length is about half of the angle error of a step's rotation, in
        /// radians.
        public var initialBiasDeviation = 1e-3
        /// The method by which the bias is measured from changes in the directions of gravity and field.
        public var gradient = Gradient.direction
        /// A Boolean value that indicates whether the acceleration is used only while it is quasi-static.
        public var accelerationGate = true
        /// A Boolean value that indicates whether the field is used only while it is quasi-static.
        public var fieldGate = true
        /// The number of samples in the window over which variances are computed.
        public var window = 10
        /// The limit for the variance of the acceleration's length, in m²/s⁴. If the variance is smaller, the
        /// acceleration is used as gravity.
        public var accelerationVariance = 3.92
        /// The limit for the variance of the field's strength, in µT². If the variance is smaller, the field is used as
        /// the Earth's field.
        public var fieldVariance = 6.0
        /// The limit, in µT, for the difference between the field's strength and its mean over the window. A sample
        /// with a larger difference is ignored.
        public var fieldOutlier = 8.0
        /// The dip of the field, positive downwards; `nil` to use the dip of the first samples.
        public var dip: Angle?
        /// The maximum interval between two gyroscope samples in seconds. A longer interval restarts the estimator.
        public var maximumGap: Seconds = 1
        /// Determines whether the estimator uses the magnetometer.
        public var magnetometer = MagnetometerUse.auto

        /// Creates the parameters of the smartphone benchmark (Michel et al. 2018).
        public init() {}
    }
}

/// The equations of ``Renaudin``.
struct RenaudinEquations: RateEquations {
    private let model: RenaudinModel
    private var covariance: BiasedQuaternionCovariance
    private var bias = Quaternion.zero
    private var reference: ReferenceField
    private var accelerations: QuasiStaticGate
    private var fields: QuasiStaticGate
    /// The measured gravity and field at the last step at which both directions were known.
    private var last: (gravity: Vector3, field: Vector3)?

    init(_ parameters: Renaudin.Parameters) {
        model = RenaudinModel(parameters)
        covariance = model.initialCovariance
        reference = ReferenceField(dip: parameters.dip)
        accelerations = QuasiStaticGate(
            isActive: parameters.accelerationGate,
            window: parameters.window,
            variance: parameters.accelerationVariance,
            outlier: .infinity,
            needsFullWindow: true
        )
        fields = QuasiStaticGate(
            isActive: parameters.fieldGate,
            window: parameters.window,
            variance: parameters.fieldVariance,
            outlier: parameters.fieldOutlier,
            needsFullWindow: false
        )
    }

    mutating func begin(at triad: UnitQuaternion, _ input: MeasuredDirections) -> UnitQuaternion {
        let directions = input.directions
        reference.begin(directions)
        covariance = model.initialCovariance
        bias = .zero
        accelerations.reset()
        fields.reset()
        switch model.gradient {
        case .none: last = nil
        case .direction: last = (directions.gravity, directions.field)
        case .benchmark: last = (input.acceleration, input.field)
        }
        return triad
    }

    @_transparent mutating func step(
        from orientation: UnitQuaternion,
        rate: Vector3,
        input: MeasuredDirections,
        over interval: Seconds
    ) -> UnitQuaternion {
        // Equations 1 and 2
        let turn = Quaternion(UnitQuaternion(rotationVector: rate * interval)) - bias
        // Equation 3
        let q = Quaternion(orientation)
        let unit = (q * turn).normalised(orKeeping: orientation)
        var state = BiasedQuaternionState(
            predicted: Quaternion(unit),
            covariance: model.advanced(covariance, at: q, turn: turn, over: interval),
            hasBias: model.hasBias
        )
        if input.directions.isKnown { include(input, unit, turn: turn, in: &state) }
        return accept(state, from: orientation)
    }

    /// Corrects the state by each sensor whose vector is quasi-static.
    @_transparent private mutating func include(
        _ input: MeasuredDirections,
        _ unit: UnitQuaternion,
        turn: Quaternion,
        in state: inout BiasedQuaternionState
    ) {
        let directions = input.directions
        if directions.hasField {
            let variances = model.magnetometerVariances
            if fields.accepts(input.field.length) {
                let field = directions.field
                state.include(field, from: reference.direction, unit, variances)
                if let last = last?.field, last != .zero {
                    state.includeChange(
                        from: last,
                        to: field,
                        turn,
                        variances,
                        model.gradient
                    )
                }
            }
        }
        if accelerations.accepts(input.acceleration.length) {
            let variances = model.accelerometerVariances
            let gravity = directions.gravity
            let up = Vector3(0, 0, 1)
            state.include(gravity, from: up, unit, variances)
            if let last = last?.gravity {
                state.includeChange(
                    from: last,
                    to: gravity,
                    turn,
                    variances,
                    model.gradient
                )
            }
        }
        if model.gradient != .none { last = (directions.gravity, directions.field) }
    }

    /// Applies equation 13 if all numbers are finite. Otherwise, restores the initial covariance and a bias of zero,
    /// and returns the last orientation.
    @_transparent private mutating func accept(
        _ state: BiasedQuaternionState,
        from orientation: UnitQuaternion
    ) -> UnitQuaternion {
        let next = bias + state.biasCorrection
        let isUsable = state.isUsable && next.lengthSquared.isFinite
        let corrected = state.quaternion.normalised(orKeeping: orientation)
        if isUsable {
            covariance = state.covariance
            bias = next
            return corrected
        }
        covariance = model.initialCovariance
        bias = .zero
        return orientation
    }
}

/// The constants of ``RenaudinEquations``, and the prediction of the covariance.
struct RenaudinModel: Sendable {
    let hasBias: Bool
    /// The method by which the gyroscope's bias is measured; `.none` if the filter does not estimate the bias.
    let gradient: Renaudin.Gradient
    let accelerometerVariances: Vector3
    let magnetometerVariances: Vector3
    let initialCovariance: BiasedQuaternionCovariance
    private let gyroscopeDeviations: Vector3
    private let biasDeviation: Double

    init(_ parameters: Renaudin.Parameters) {
        hasBias = parameters.bias
        gradient = hasBias ? parameters.gradient : .none
        gyroscopeDeviations = parameters.gyroscopeNoise.deviations
        biasDeviation = parameters.gyroscopeBiasNoise
        accelerometerVariances = parameters.accelerometerNoise.variances
        magnetometerVariances = parameters.magnetometerNoise.variances
        initialCovariance = BiasedQuaternionCovariance(
            quaternionVariance: parameters.initialDeviation * parameters.initialDeviation,
            biasVariance: parameters.bias ? parameters.initialBiasDeviation * parameters.initialBiasDeviation : 0
        )
    }

    /// Returns the predicted covariance P⁻, equation (5).
    @_transparent func advanced(
        _ covariance: BiasedQuaternionCovariance,
        at q: Quaternion,
        turn: Quaternion,
        over interval: Double
    ) -> BiasedQuaternionCovariance {
        var next = covariance
        next.advanceQuaternion(by: turn, noise: QuaternionNoise(gyroscopeDeviations, over: interval), at: q)
        guard hasBias else { return next }
        let deviations = Vector3(biasDeviation, biasDeviation, biasDeviation)
        next.advanceBias(by: turn, noise: QuaternionNoise(deviations, over: interval), over: interval, at: q)
        return next
    }
}

/// A detector that accepts a sample of gravity or field only while the vector is quasi-static: the strengths of the
/// last samples have a small variance, and the newest strength is close to their mean (Renaudin & Combettes 2014).
///
/// O(n) time per sample for a window of n samples.
struct QuasiStaticGate: Sendable {
    private let variance: Double
    private let outlier: Double
    private let isActive: Bool
    /// A Boolean value that indicates whether samples are rejected until the window is full.
    private let needsFullWindow: Bool
    private var window: SlidingWindow<Double>

    /// Creates a detector. An inactive detector accepts all samples.
    init(isActive: Bool, window: Int, variance: Double, outlier: Double, needsFullWindow: Bool) {
        self.isActive = isActive
        self.needsFullWindow = needsFullWindow
        self.window = SlidingWindow(capacity: window)
        self.variance = variance
        self.outlier = outlier
    }

    /// Returns `true` if a sample with this strength is used.
    mutating func accepts(_ strength: Double) -> Bool {
        guard isActive else { return true }
        window.append(strength)
        if needsFullWindow, window.count < window.capacity { return false }
        let count = Double(window.count)
        let mean = window.reduce(0, +) / count
        let squares = window.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        let measured = window.count > 1 ? squares / (count - 1) : 0
        return measured < variance && abs(strength - mean) <= outlier
    }

    /// Removes all samples.
    mutating func reset() { window.removeAll() }
}

extension Renaudin.Parameters: EstimatorParameters, SensorNoises {
    package static let defaults = Self()
    package static let declarations: [ParameterDeclaration<Self>] =
        noiseDeclarations + [.initialDeviation(\.initialDeviation)] + biases + gates + [
            .dip(\.dip),
            .maximumGap(\.maximumGap),
            .magnetometer(\.magnetometer),
        ]

    private static let biases: [ParameterDeclaration<Self>] = [
        .flag("bias", \.bias, "Estimate the gyroscope's bias."),
        .number(
            "gyroscopeBiasNoise",
            \.gyroscopeBiasNoise,
            in: .zeroToBillion,
            "Random change of the bias, in rad/s2; larger values follow a changing bias more quickly."
        ),
        .number(
            "initialBiasDeviation",
            \.initialBiasDeviation,
            in: .zeroToBillion,
            "Standard deviation of each component of the initial bias, which is a difference of quaternions."
        ),
        .choice(
            "gradient",
            \.gradient,
            "Measurement of the bias by changes of direction; benchmark as in the smartphone benchmark's program."
        ),
    ]

    /// The name of the parameter `window` in a pipeline specification.
    static let windowName = "window"

    private static let gates: [ParameterDeclaration<Self>] = [
        .flag("accelerationGate", \.accelerationGate, "Use only quasi-static accelerations."),
        .flag("fieldGate", \.fieldGate, "Use only quasi-static magnetic fields."),
        .count(
            windowName,
            \.window,
            in: .quasiStaticWindow,
            "Samples in the window of the variances; larger values react later."
        ),
        .number(
            "accelerationVariance",
            \.accelerationVariance,
            in: .aboveZero,
            "Variance of the acceleration's length below which the acceleration is quasi-static, in m2/s4."
        ),
        .number(
            "fieldVariance",
            \.fieldVariance,
            in: .aboveZero,
            "Variance of the field's strength below which the field is quasi-static, in uT2."
        ),
        .number(
            "fieldOutlier",
            \.fieldOutlier,
            .microtesla,
            in: .aboveZero,
            "Largest difference between a quasi-static field's strength and the mean over the window."
        ),
    ]
}

extension EstimatorEntry {
    package static let renaudin = EstimatorEntry(
        Renaudin.self,
        name: "renaudin",
        summary: "MAGYQ: Kalman filter for quaternion and bias that uses only quasi-static fields.",
        source: "Renaudin & Combettes 2014, doi:10.3390/s141222864"
    )
}

/// The state of ``Renaudin`` between prediction and correction: a quaternion, a correction of the bias and their
/// covariance.
package struct BiasedQuaternionState {
    private typealias Pair = (quaternion: Quaternion, bias: Quaternion)

    private(set) var covariance: BiasedQuaternionCovariance
    /// The sum of the bias corrections by all measurements since the prediction.
    package private(set) var biasCorrection = Quaternion.zero
    private var quaternionCorrection = Quaternion.zero
    private let predicted: Quaternion
    private let hasBias: Bool
    /// The smallest weight 1/(h P hᵀ + r) of all measurements, with the row h and the variance r of a measurement. The
    /// weight is not positive if rounding has made P indefinite.
    private var minimumWeight = 1.0

    @inline(__always) package init(
        predicted: Quaternion,
        covariance: BiasedQuaternionCovariance,
        hasBias: Bool
    ) {
        self.predicted = predicted
        self.covariance = covariance
        self.hasBias = hasBias
    }

    /// Corrects the state by the difference between the reference direction and the measured direction in Earth axes.
    /// `unit` rotates the measured direction to Earth axes.
    @_transparent mutating func include(
        _ measured: Vector3,
        from reference: Vector3,
        _ unit: UnitQuaternion,
        _ variances: Vector3
    ) {
        let observation = VectorObservation(
            deviation: reference - unit.rotate(measured),
            jacobian: QuaternionJacobian(ofTurning: measured, by: predicted, .long),
            variances: variances
        )
        include(quaternion: observation.rows.0)
        include(quaternion: observation.rows.1)
        include(quaternion: observation.rows.2)
    }

    /// Corrects the state by the change of a direction between two samples. The measured direction v is compared with
    /// p* ⊗ v' ⊗ p, the last direction v' after the gyroscope's rotation p. With the gyroscope's reading y and the bias
    /// b, p is y − b. An error of b therefore changes p by the opposite amount. `form` selects the sign of the
    /// difference and the vector in the derivative.
    @inline(__always) package mutating func includeChange(
        from last: Vector3,
        to measured: Vector3,
        _ turn: Quaternion,
        _ variances: Vector3,
        _ form: Renaudin.Gradient
    ) {
        let predicted = turn.normalised(orKeeping: .identity).conjugate.rotate(last)
        let isBenchmark = form == .benchmark
        let observation = VectorObservation(
            deviation: isBenchmark ? measured - predicted : predicted - measured,
            jacobian: QuaternionJacobian(ofTurningBack: isBenchmark ? measured : last, by: turn, .long),
            variances: variances
        )
        include(bias: observation.rows.0)
        include(bias: observation.rows.1)
        include(bias: observation.rows.2)
    }

    @_transparent private mutating func include(quaternion measured: QuaternionRow) {
        let row = measured.row
        let projected = covariance.projected(quaternion: row, hasBias: hasBias)
        let innovation = measured.deviation - row.dot(quaternionCorrection)
        apply(projected, spread: row.dot(projected.quaternion), innovation: innovation, variance: measured.variance)
    }

    @_transparent private mutating func include(bias measured: QuaternionRow) {
        let row = measured.row
        let projected = covariance.projected(bias: row)
        let innovation = measured.deviation - row.dot(biasCorrection)
        apply(projected, spread: row.dot(projected.bias), innovation: innovation, variance: measured.variance)
    }

    @_transparent private mutating func apply(
        _ projected: Pair,
        spread: Double,
        innovation: Double,
        variance: Double
    ) {
        let weight = 1 / (spread + variance)
        let step = weight * innovation
        quaternionCorrection += projected.quaternion * step
        if hasBias { biasCorrection += projected.bias * step }
        covariance.subtract(projected, weight: weight, hasBias: hasBias)
        minimumWeight = min(minimumWeight, weight)
    }

    /// The corrected quaternion.
    @_transparent var quaternion: Quaternion { predicted + quaternionCorrection }

    /// A Boolean value that indicates whether quaternion, bias and covariance are usable; `false` after an overflow.
    @_transparent var isUsable: Bool {
        covariance.isFinite(hasBias: hasBias) && quaternion.lengthSquared.isFinite
            && biasCorrection.lengthSquared.isFinite && (minimumWeight > 0)
    }
}

/// The 8×8 covariance of a quaternion and a bias that is also a quaternion, as 4×4 blocks.
package struct BiasedQuaternionCovariance: Sendable, Hashable {
    private(set) var quaternion: QuaternionMatrix
    /// The covariance between the quaternion (rows) and the bias (columns).
    private(set) var cross: QuaternionMatrix
    private(set) var bias: QuaternionMatrix

    package init(quaternionVariance: Double, biasVariance: Double) {
        quaternion = QuaternionMatrix(diagonal: quaternionVariance)
        cross = .zero
        bias = QuaternionMatrix(diagonal: biasVariance)
    }

    /// Replaces the quaternion's block P by C(p) P C(p)ᵀ + M(q) Q M(q)ᵀ. C(p) is the matrix of q ↦ q ⊗ p, and M(q) the
    /// matrix of p ↦ q ⊗ p. `advanceBias` adds the terms that depend on the bias.
    @_transparent mutating func advanceQuaternion(
        by turn: Quaternion,
        noise: QuaternionNoise,
        at q: Quaternion
    ) {
        quaternion = quaternion.turned(by: turn) + QuaternionMatrix(turns: noise.vector, at: q)
        quaternion.add(outer: q * noise.scalar, q)
    }

    /// Adds the terms that depend on the bias, after `advanceQuaternion`. The comment of that method defines C(p) and
    /// M(q). Here, p is `turn`, Q is `noise` and Δt is `interval`. Let X be the block `cross`, and B the block `bias`.
    /// The quaternion's block gains three terms: −C(p) X M(q)ᵀ, the transpose of this product, and M(q) B M(q)ᵀ. Then X
    /// becomes C(p) X − M(q) B, and B becomes B + Δt² Q.
    @_transparent mutating func advanceBias(
        by turn: Quaternion,
        noise: QuaternionNoise,
        over interval: Double,
        at q: Quaternion
    ) {
        // C(p) X, computed from the transpose of X.
        let turned = cross.transposed.rows(times: turn).transposed
        let mixed = turned.rows(after: q)
        quaternion = quaternion - mixed - mixed.transposed + bias.turned(after: q)
        // B is symmetric, so that M(q) B is the transpose of these rows.
        cross = turned - bias.rows(after: q).transposed
        let factor = interval * interval
        bias.w.w += noise.scalar * factor
        bias.x.x += noise.vector.x * factor
        bias.y.y += noise.vector.y * factor
        bias.z.z += noise.vector.z * factor
    }

    /// Returns P hᵀ for a measurement row h of the quaternion, whose elements for the bias are 0. The product is split
    /// into the elements for the quaternion and those for the bias.
    @_transparent func projected(
        quaternion row: Quaternion,
        hasBias: Bool
    ) -> (quaternion: Quaternion, bias: Quaternion) {
        guard hasBias else { return (quaternion * row, .zero) }
        return (quaternion * row, cross.w * row.w + cross.x * row.x + cross.y * row.y + cross.z * row.z)
    }

    /// Returns P hᵀ for a measurement row h that depends only on the bias: the elements of h for the quaternion are 0.
    /// The product is split into the elements for the quaternion and those for the bias.
    @_transparent func projected(
        bias row: Quaternion
    ) -> (quaternion: Quaternion, bias: Quaternion) {
        (cross * row, bias * row)
    }

    /// Replaces P by P − w (P hᵀ) (P hᵀ)ᵀ, where `projected` is P hᵀ and `weight` is w.
    @_transparent mutating func subtract(
        _ projected: (quaternion: Quaternion, bias: Quaternion),
        weight: Double,
        hasBias: Bool
    ) {
        quaternion.subtract(outer: projected.quaternion, projected.quaternion * weight)
        guard hasBias else { return }
        let gain = projected.bias * weight
        cross.subtract(outer: projected.quaternion, gain)
        bias.subtract(outer: projected.bias, gain)
    }

    /// Returns `true` if all blocks are finite. Without a bias, only the quaternion's block is checked.
    @_transparent func isFinite(hasBias: Bool) -> Bool {
        guard hasBias else { return quaternion.isFinite }
        return quaternion.isFinite && cross.isFinite && bias.isFinite
    }
}

/// The variances of the four components of a small rotation exp(½ ε Δt), where ε has the standard deviations σ: the
/// squares of (1 − cos(½ |σ| Δt), sin(½ |σ| Δt) σ/|σ|).
struct QuaternionNoise {
    let scalar: Double
    let vector: Vector3

    @_transparent init(_ deviations: Vector3, over interval: Double) {
        let turn = Quaternion(UnitQuaternion(rotationVector: deviations * interval))
        let departure = 1 - turn.w
        scalar = departure * departure
        vector = Vector3(turn.x * turn.x, turn.y * turn.y, turn.z * turn.z)
    }
}
