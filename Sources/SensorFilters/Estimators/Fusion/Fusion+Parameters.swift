public import SensorModel

extension Fusion {
    /// The orientation where the filter starts.
    public enum Start: String, Sendable, Hashable, CaseIterable {
        /// What gravity and magnetic field say (``Triad``).
        case triad
        /// Device axes along East, North and Up, as in the library. The gain of the start corrects the error. Without a
        /// magnetometer, the device's x axis points east until the start ends.
        case identity
    }

    /// The parameters of ``Fusion``. The defaults are those of the library, but for ``start``, ``rejectionTimeout`` and
    /// the steps: they last as long as the time stamps say.
    public struct Parameters: Sendable, Hashable {
        /// K ≥ 0, in 1/s: how fast accelerometer and magnetometer correct. Larger forgets gyroscope errors sooner and
        /// jitters more.
        public var gain = 0.5
        /// The measuring range of the gyroscope, in °/s. A component beyond 98 % of it starts the filter again at the
        /// current orientation. Nil never does.
        public var gyroscopeRange: Double?
        /// The largest angle between measured and predicted gravity at which the accelerometer is used; nil uses all
        /// samples.
        public var accelerationRejection: Angle?
        /// The largest angle between the measured and the predicted west at which the magnetometer is used; nil uses all
        /// samples.
        public var magneticRejection: Angle?
        /// The time after which samples that are all rejected are used again.
        public var rejectionTimeout: Seconds = 5
        /// Whether an offset of the gyroscope is learnt at rest and subtracted.
        public var offsetCorrection = false
        /// The largest component of the angular velocity at rest, in °/s.
        public var stationaryThreshold = 3.0
        /// The time below the threshold after which the offset is learnt.
        public var stationaryPeriod: Seconds = 3
        /// Where the filter starts.
        public var start = Start.triad
        /// A longer gap between gyroscope samples restarts the estimator.
        public var maximumGap: Seconds = 1
        /// Whether the magnetometer is used.
        public var magnetometer = MagnetometerUse.auto

        /// The defaults.
        public init() {}
    }
}

extension Fusion.Parameters: DeclaredParameters {
    package static let defaults = Self()
    package static let declarations: [ParameterDeclaration<Self>] = [
        .number(
            "gain",
            \.gain,
            in: .zeroOrMore,
            "Gain of accelerometer and magnetometer, in 1/s, after a start at 10/s; larger jitters more."
        ),
        .optionalNumber(
            "gyroscopeRange",
            \.gyroscopeRange,
            .degreesPerSecond,
            in: .aboveZero,
            "Range of the gyroscope; 98 % of it start the gain's fall again. Unset, never."
        ),
        .optionalAngle(
            "accelerationRejection",
            \.accelerationRejection,
            in: .rejectedAngle,
            "Angle to the predicted gravity beyond which the accelerometer is ignored; unset, it is always used."
        ),
        .optionalAngle(
            "magneticRejection",
            \.magneticRejection,
            in: .rejectedAngle,
            "Heading error beyond which the magnetometer is ignored; unset, it is always used."
        ),
        .number(
            "rejectionTimeout",
            \.rejectionTimeout,
            .seconds,
            in: .aboveZero,
            "Time of rejection after which a sensor is used again."
        ),
        .flag("offsetCorrection", \.offsetCorrection, "Learn the gyroscope's offset at rest, and subtract it."),
        .number(
            "stationaryThreshold",
            \.stationaryThreshold,
            .degreesPerSecond,
            in: .aboveZeroToBillion,
            "Largest angular velocity about each axis at rest; larger takes slow turns for an offset."
        ),
        .number(
            "stationaryPeriod",
            \.stationaryPeriod,
            .seconds,
            in: .zeroOrMore,
            "Time below the threshold after which the offset is learnt."
        ),
        .choice("start", \.start, "First orientation: from gravity and field, or the identity as in the library."),
        .maximumGap(\.maximumGap),
        .magnetometer(\.magnetometer),
    ]
}

extension EstimatorEntry {
    static let fusion = EstimatorEntry(
        name: "fusion",
        summary: "Gyroscope integration with proportional feedback, rejection and recovery: x-io's Fusion.",
        source: "Madgwick 2014, chapter 7",
        sensors: [.gyroscope, .accelerometer, .magnetometer],
        advancedBy: [.gyroscope],
        isIsotropic: false,
        parameters: Fusion.Parameters.descriptors,
        make: { Fusion(Fusion.Parameters($0)) }
    )
}
