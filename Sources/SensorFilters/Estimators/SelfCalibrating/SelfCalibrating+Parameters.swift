public import SensorModel

extension SelfCalibrating {
    /// What is known of sensors, people and rooms. The defaults are round numbers for phones and wearable IMUs from 10 to
    /// 400 Hz.
    ///
    /// Doubling or halving one of them changes the errors of BROAD and of the smartphone benchmark by less than 5 %, in
    /// most cases; ``initialBias``, ``gyroscopeScale`` and ``magnetometerAge`` by up to 20 %.
    public struct Parameters: DeclaredParameters, Hashable {
        /// The density of the gyroscope's white noise, in °/s/√Hz.
        public var gyroscopeNoise: Double = 0.03
        /// The standard deviation of the gyroscope's relative error in scale and alignment.
        public var gyroscopeScale: Double = 0.005
        /// The standard deviation of each component of the gyroscope's bias at the start, in °/s.
        public var initialBias: Double = 0.5
        /// The random walk of the bias, in °/s in a second.
        public var biasWalk: Double = 0.002
        /// The standard deviation of the low-passed gyroscope at rest, in °/s.
        public var restBias: Double = 0.03
        /// The standard deviation of the velocity's changes within seconds, in m/s.
        public var velocity: Double = 0.5
        /// The standard deviation of the field in an undisturbed room, in µT.
        public var fieldVariation: Double = 1
        /// The age of a magnetometer's sample: the time by which it trails the gyroscope.
        public var magnetometerAge: Seconds = 0.03
        /// The standard deviation of the magnetometer's offset at the start, in µT. At 0, there is an offset only when the
        /// data contradicts its absence.
        public var initialOffset: Double = 0
        /// The share of an unexpected field that is a new offset; the rest is a disturbance.
        public var offsetShare: Double = 0.25
        /// A longer gap between gyroscope samples restarts the estimator.
        public var maximumGap: Seconds = 1
        /// Whether the magnetometer gives the heading.
        public var magnetometer = MagnetometerUse.auto

        /// The defaults.
        public init() {}
    }
}

extension SelfCalibrating.Parameters {
    package static let defaults = Self()
    package static let declarations: [ParameterDeclaration<Self>] = [
        .number(
            "gyroscopeNoise",
            \.gyroscopeNoise,
            in: .zeroToThousand,
            "Density of the gyroscope's white noise, in deg/s/rtHz."
        ),
        .number(
            "gyroscopeScale",
            \.gyroscopeScale,
            in: .zeroToOne,
            "Relative error of the gyroscope's scale and alignment; larger follows gravity and field while turning."
        ),
        .number(
            "initialBias",
            \.initialBias,
            .degreesPerSecond,
            in: .zeroToThousand,
            "Standard deviation of the gyroscope's bias at the start."
        ),
        .number("biasWalk", \.biasWalk, in: .zeroToThousand, "Random walk of the bias, in deg/s in a second."),
        .number(
            "restBias",
            \.restBias,
            .degreesPerSecond,
            in: .aboveZeroToBillion,
            "Standard deviation of the gyroscope's mean at rest."
        ),
        .number(
            "velocity",
            \.velocity,
            .metresPerSecond,
            in: .aboveZeroToBillion,
            "Standard deviation of the velocity; larger follows gravity more slowly."
        ),
        .number(
            "fieldVariation",
            \.fieldVariation,
            .microtesla,
            in: .aboveZeroToBillion,
            "Standard deviation of the field in an undisturbed room; larger follows the field more slowly."
        ),
        .number(
            "magnetometerAge",
            \.magnetometerAge,
            .seconds,
            in: .zeroToOne,
            "Time by which the magnetometer trails the gyroscope; larger ignores it while turning fast."
        ),
        .number(
            "initialOffset",
            \.initialOffset,
            .microtesla,
            in: .zeroToThousand,
            "Standard deviation of the magnetometer's offset at the start; 0 waits for a contradiction."
        ),
        .number(
            "offsetShare",
            \.offsetShare,
            in: .zeroToOne,
            "Share of an unexpected field that is a new offset; 0 never learns one."
        ),
        .maximumGap(\.maximumGap),
        .magnetometer(\.magnetometer),
    ]
}

extension EstimatorEntry {
    static let selfCalibrating = EstimatorEntry(
        name: "selfCalibrating",
        summary: "Kalman filter that calibrates gyroscope and magnetometer while it runs.",
        source: "Sextant",
        sensors: [.gyroscope, .accelerometer, .magnetometer],
        advancedBy: [.gyroscope],
        parameters: SelfCalibrating.Parameters.descriptors,
        make: { SelfCalibrating(SelfCalibrating.Parameters($0)) }
    )
}
