public import SensorModel

/// Gyroscope integration that is pulled to ``Triad`` by a fixed share per second.
///
/// The complementary filter in its plainest form: the gyroscope gives the quick part of the motion, gravity and field
/// the slow one, both with the same time constant. Higgins 1975, doi:10.1109/TAES.1975.308081; on the sphere by slerp
/// (Shoemake 1985, doi:10.1145/325334.325242).
///
/// Starts from ``Triad``. Exact integration at gyroscope samples. North is magnetic north. O(1) time and memory per
/// sample.
public struct Complementary: RateDriven {
    public struct Parameters: Sendable, Hashable {
        /// τ > 0: an error fades to 37 % in this time. Smaller forgets gyroscope errors sooner (a bias b leaves an
        /// error of bτ) and passes more of the other sensors' noise and of the device's acceleration on.
        public var timeConstant: Seconds
        /// Departure of the acceleration's length from standard gravity, in m/s², at which the pull is halved; nil:
        /// never. Smaller rests more on the gyroscope while the device is accelerated, and for good where the
        /// accelerometer's scale is off.
        public var accelerationTolerance: Double?
        /// A gap longer than this starts the estimator anew.
        public var maximumGap: Seconds

        /// - Parameters:
        ///   - timeConstant: 1 s by default. A phone's gyroscope, 0.01 rad/s off, then leaves 0.6°, and white noise of
        ///     gravity and field at 100 Hz is passed on at 7 %.
        ///   - accelerationTolerance: nil by default.
        ///   - maximumGap: 1 s by default.
        public init(timeConstant: Seconds = 1, accelerationTolerance: Double? = nil, maximumGap: Seconds = 1) {
            self.timeConstant = timeConstant
            self.accelerationTolerance = accelerationTolerance
            self.maximumGap = maximumGap
        }
    }

    public let parameters: Parameters
    public var state = RateDrivenState()

    public init(_ parameters: Parameters = Parameters()) {
        self.parameters = parameters
    }

    public var maximumGap: Seconds { parameters.maximumGap }

    public mutating func step(
        from orientation: UnitQuaternion,
        rate: Vector3,
        directions: Directions?,
        over interval: Seconds
    ) -> UnitQuaternion {
        // e = q ⊗ exp(½ ω Δt)
        let integrated = orientation * UnitQuaternion(rotationVector: rate * interval)
        guard let directions, let triad = state.sensors.triad(directions) else { return integrated }
        let trust = AccelerationTrust(tolerance: parameters.accelerationTolerance).of(directions.acceleration)
        // q = slerp(e, triad, trust (1 − exp(−Δt/τ)))
        let weight = ExponentialSmoothing.weight(interval: interval, timeConstant: parameters.timeConstant)
        return integrated.slerp(to: triad, fraction: trust * weight)
    }

    public mutating func reset() {
        self = Complementary(parameters)
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
