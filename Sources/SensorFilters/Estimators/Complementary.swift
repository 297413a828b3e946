public import SensorModel

/// Gyroscope integration with a correction towards ``Triad`` by a fixed share per second.
///
/// The complementary filter in its simplest form: the gyroscope gives the fast part of the motion, gravity and field
/// give the slow part, both with the same time constant. Higgins 1975, doi:10.1109/TAES.1975.308081; on the sphere by
/// slerp (Shoemake 1985, doi:10.1145/325334.325242). At each gyroscope sample,
///
///     e = q ⊗ exp(½ ω Δt)
///     q ← slerp(e, triad, trust (1 − exp(−Δt/τ)))
///
/// Without the magnetometer, the target of the slerp is e after the shortest turn that brings the measured gravity
/// upright.
///
/// Starts from ``Triad``. Exact integration at gyroscope samples. North is magnetic north. O(1) time and memory per
/// sample.
///
///     var filter = Complementary(.init(timeConstant: 0.5))
///     for frame in frames {
///         if let orientation = filter.update(with: frame) { draw(orientation) }
///     }
public struct Complementary: OrientationEstimator {
    /// The time constant of the filter and its trust in the accelerometer.
    public struct Parameters: Sendable, Hashable {
        /// τ > 0: an error fades to 37 % in this time. Smaller forgets gyroscope errors sooner (a bias b leaves an
        /// error of bτ) and passes on more of the other sensors' noise and of the device's acceleration.
        public var timeConstant: Seconds
        /// The difference of the acceleration's length from standard gravity, in m/s², at which the correction is
        /// halved; nil never halves it. Smaller relies more on the gyroscope while the device is accelerated, and
        /// always where the accelerometer's scale is wrong.
        public var accelerationTolerance: Double?
        /// A longer gap between gyroscope samples restarts the estimator.
        public var maximumGap: Seconds
        /// Whether the magnetometer is used.
        public var magnetometer: MagnetometerUse

        /// Creates parameters; those left out have their defaults.
        ///
        /// - Parameters:
        ///   - timeConstant: 1 s by default. A phone's gyroscope with a bias of 0.01 rad/s then leaves 0.6°, and 7 % of
        ///     the white noise of gravity and field at 100 Hz remains.
        ///   - accelerationTolerance: nil by default.
        ///   - maximumGap: 1 s by default.
        ///   - magnetometer: `.auto` by default.
        public init(
            timeConstant: Seconds = 1,
            accelerationTolerance: Double? = nil,
            maximumGap: Seconds = 1,
            magnetometer: MagnetometerUse = .auto
        ) {
            self.timeConstant = timeConstant
            self.accelerationTolerance = accelerationTolerance
            self.maximumGap = maximumGap
            self.magnetometer = magnetometer
        }
    }

    /// The parameters of the filter.
    public let parameters: Parameters
    private var estimator: RateDriven<ComplementaryEquations<Double>>

    /// Creates a filter that has not seen a sample.
    public init(_ parameters: Parameters = Parameters()) {
        self.parameters = parameters
        estimator = RateDriven(
            ComplementaryEquations([parameters]),
            maximumGap: parameters.maximumGap,
            magnetometer: parameters.magnetometer
        )
    }

    /// The counts of unusable samples and of restarts.
    public var skips: SkipCounts { estimator.skips }

    /// Reads a frame; returns the orientation, device → Earth (magnetic East, North, Up).
    public mutating func update(with frame: SensorFrame) -> UnitQuaternion? { estimator.update(with: frame) }

    /// Forgets all samples.
    public mutating func reset() {
        self = Complementary(parameters)
    }
}

/// The equations of ``Complementary``, for one setting or for one in each lane.
struct ComplementaryEquations<Number: LaneNumber>: RateEquations {
    /// What gravity and field say, and the acceleration that it comes from; nil while a sensor is silent and where the
    /// two directions are parallel.
    struct Target: RateInput {
        enum Correction {
            /// The orientation from gravity and field.
            case orientation(UnitQuaternion)
            /// The direction of gravity in device axes.
            case gravity(Vector3)
        }

        let known: (correction: Correction, acceleration: Vector3)?

        @_transparent init(_ directions: SensorHold.Directions?, _ sensors: inout SensorHold) {
            known = directions.flatMap { directions in
                let acceleration = directions.acceleration
                guard directions.hasField else {
                    return acceleration.normalised.map { (.gravity($0), acceleration) }
                }
                return sensors.triad(directions).map { (.orientation($0), acceleration) }
            }
        }
    }

    private let timeConstant: Number
    private let trust: AccelerationTrust<Number>

    /// - Parameter settings: at least one.
    init(_ settings: [Complementary.Parameters]) {
        timeConstant = Number(settings, \.timeConstant)
        trust = AccelerationTrust(settings.map(\.accelerationTolerance))
    }

    func begin(at triad: UnitQuaternion) -> UnitQuaternion { triad }

    @_transparent func step(
        from orientation: Rotation<Number>,
        rate: Vector3,
        input: Target,
        over interval: Seconds
    ) -> Rotation<Number> {
        // e = q ⊗ exp(½ ω Δt)
        let integrated = orientation * Rotation(rotationVector: Vector(repeating: rate * interval))
        guard let (correction, acceleration) = input.known else { return integrated }
        // q = slerp(e, triad, trust (1 − exp(−Δt/τ)))
        let weight = timeConstant.mapLanes { ExponentialSmoothing.weight(interval: interval, timeConstant: $0) }
        let fraction = trust(in: acceleration) * weight
        switch correction {
        case .orientation(let triad):
            return integrated.slerp(to: Rotation(repeating: triad), fractions: fraction)
        case .gravity(let direction):
            let up = Vector<Number>(repeating: Vector3(0, 0, 1))
            let turn = integrated.rotate(Vector(repeating: direction)).turn(to: up)
            return Rotation(rotationVector: turn * fraction) * integrated
        }
    }
}

extension Complementary.Parameters: DeclaredParameters {
    package static let defaults = Self()
    package static let declarations: [ParameterDeclaration<Self>] = [
        .number(
            "timeConstant",
            \.timeConstant,
            .seconds,
            in: .aboveZero,
            "Time in which an error decays to 37 %; smaller passes more noise of gravity and field."
        ),
        .accelerationTolerance(\.accelerationTolerance),
        .maximumGap(\.maximumGap),
        .magnetometer(\.magnetometer),
    ]
}

extension EstimatorEntry {
    static let complementary = EstimatorEntry(
        name: "complementary",
        summary: "Gyroscope integration, corrected towards gravity and field with one time constant.",
        source: "Higgins 1975, doi:10.1109/TAES.1975.308081; Stevense & van der Tak 2010, section 6.3",
        sensors: [.gyroscope, .accelerometer, .magnetometer],
        advancedBy: [.gyroscope],
        parameters: Complementary.Parameters.descriptors,
        make: { Complementary(Complementary.Parameters($0)) }
    )
}
