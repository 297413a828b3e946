public import SensorFilters
public import SensorModel

/// The recursive optimal linear estimator of the quaternion: gyroscope integration with one step of OLEQ's iteration
/// per sample.
///
/// Zhou et al. 2018, doi:10.3390/rs10030377. Let K be Davenport's matrix of the measured directions of gravity and
/// field (``SingleFrame``). At each gyroscope sample,
///
///     q_ω = q + ½ q ⊗ (0, ω) Δt
///     q ← ½ (I + K) q_ω, of length one
///
/// Each step reduces errors by factors that depend only on the directions and weights. Without the magnetometer, K
/// contains only gravity, and each sample aligns the measured gravity with Up. The filter starts at the orientation of
/// `Triad`. The integration is of first order. North is magnetic north. O(1) time and memory per sample.
///
///     var filter = ROLEQ(.init(gravityWeight: 0.5))
///     for frame in frames {
///         if let orientation = filter.update(with: frame) { draw(orientation) }
///     }
public struct ROLEQ: DeclaredEstimator {
    /// The weights of the sensors, the dip, the longest gap, and the use of the magnetometer.
    public struct Parameters: Sendable, Hashable {
        /// The weight of gravity, from 0.001 to 0.999; the weight of the field is 1 minus this value. With a larger
        /// weight, gravity dominates the correction of the inclination, and the heading is corrected more slowly.
        public var gravityWeight: Double
        /// The dip of the Earth's field, positive downwards; `nil` to use the dip of the first samples.
        public var dip: Angle?
        /// The maximum interval between two gyroscope samples in seconds. A longer interval restarts the estimator.
        public var maximumGap: Seconds
        /// Determines whether the estimator uses the magnetometer.
        public var magnetometer: MagnetometerUse

        /// Creates parameters.
        ///
        /// - Parameters:
        ///   - gravityWeight: the weight of gravity.
        ///   - dip: the dip of the Earth's field; `nil` to use the dip of the first samples.
        ///   - maximumGap: the maximum gap between gyroscope samples in seconds.
        ///   - magnetometer: whether the estimator uses the magnetometer.
        public init(
            gravityWeight: Double = 0.5,
            dip: Angle? = nil,
            maximumGap: Seconds = 1,
            magnetometer: MagnetometerUse = .auto
        ) {
            self.gravityWeight = gravityWeight
            self.dip = dip
            self.maximumGap = maximumGap
            self.magnetometer = magnetometer
        }
    }

    /// The parameters of the estimator.
    public let parameters: Parameters
    private var estimator: RateDriven<ROLEQEquations>

    /// Creates an estimator in its initial state.
    public init(_ parameters: Parameters = Parameters()) {
        self.parameters = parameters
        estimator = RateDriven(ROLEQEquations(parameters), parameters)
    }

    /// The counts of unusable samples and of restarts.
    public var skips: SkipCounts { estimator.skips }

    /// Processes a frame and returns the orientation, device → Earth (magnetic East, North, Up), or `nil` if unknown.
    public mutating func update(with frame: SensorFrame) -> UnitQuaternion? { estimator.update(with: frame) }
}

/// The equations of ``ROLEQ``.
struct ROLEQEquations: RateEquations {
    private let gravityWeight: Double
    private var reference: ReferenceField

    init(_ parameters: ROLEQ.Parameters) {
        gravityWeight = parameters.gravityWeight
        reference = ReferenceField(dip: parameters.dip)
    }

    mutating func begin(at triad: UnitQuaternion, _ input: UnitDirections) -> UnitQuaternion {
        reference.begin(input)
        return triad
    }

    @_transparent func step(
        from orientation: UnitQuaternion,
        rate: Vector3,
        input: UnitDirections,
        over interval: Seconds
    ) -> UnitQuaternion {
        // q_ω = q + ½ q ⊗ (0, ω) Δt
        let integrated = orientation.integrated(rate * (0.5 * interval))
        guard input.isKnown else { return integrated }
        let predicted = Quaternion(integrated)
        // qᵀ K q is the sum of w r · (q ⊗ b ⊗ q*), so that K q = −Σ w (0, r) ⊗ q ⊗ (0, b).
        let gravity = predicted.product(pure: input.gravity)
        var product = Quaternion(w: gravity.z, x: gravity.y, y: -gravity.x, z: -gravity.w)
        if input.hasField {
            let field = predicted.product(pure: input.field)
            let (north, up) = (reference.direction.y, reference.direction.z)
            let fieldProduct =
                Quaternion(w: field.y, x: -field.z, y: -field.w, z: field.x) * north
                + Quaternion(w: field.z, x: field.y, y: -field.x, z: -field.w) * up
            product = product * gravityWeight + fieldProduct * (1 - gravityWeight)
        }
        // q = ½ (I + K) q_ω
        return ((predicted + product) * 0.5).normalised(orKeeping: integrated)
    }
}

extension ROLEQ.Parameters: EstimatorParameters {
    package static let defaults = Self()
    package static let declarations: [ParameterDeclaration<Self>] = [
        .number(
            "gravityWeight",
            \.gravityWeight,
            in: .weightOfTwo,
            "Weight of gravity; the field's weight is 1 minus this. Larger values correct the heading more slowly."
        ),
        .optionalAngle(
            "dip",
            \.dip,
            in: .dip,
            "Dip of the Earth's field, positive downwards; if unset, the dip of the first samples."
        ),
        .maximumGap(\.maximumGap),
        .magnetometer(\.magnetometer),
    ]
}

extension EstimatorEntry {
    package static let roleq = EstimatorEntry(
        ROLEQ.self,
        name: "roleq",
        summary: "Gyroscope integration with one step of OLEQ's iteration towards gravity and field per sample.",
        source: "Zhou et al. 2018, doi:10.3390/rs10030377"
    )
}
