public import SensorModel

extension ExtendedKalman {
    /// What the filter takes the sensors to be, and how much it knows at the start.
    public struct Parameters: Sendable, Hashable {
        /// σ_v > 0, in rad/s/√Hz: white noise of the gyroscope. Larger follows gravity and field more quickly.
        public var gyroscopeNoise = 1e-3
        /// σ_u ≥ 0, in rad/s²/√Hz: random walk of the gyroscope's bias. Larger learns a changing bias more quickly, and
        /// forgets it.
        public var gyroscopeBiasNoise = 1e-4
        /// σ_a > 0, in m/s² per axis and sample: the accelerometer's noise and the device's own acceleration. Larger
        /// rests on the gyroscope.
        public var accelerometerNoise = 0.5
        /// σ_m > 0, in µT per axis and sample: the magnetometer's noise and disturbances. Larger rests on the
        /// gyroscope.
        public var magnetometerNoise = 2.0
        /// Standard deviation of the first orientation's tilt, per axis.
        public var initialTilt = Angle(degrees: 5)
        /// Standard deviation of the first orientation's heading.
        public var initialHeading = Angle(degrees: 10)
        /// Standard deviation of the gyroscope's bias at the start, in rad/s per axis.
        public var initialBias = 0.02
        /// Departure of the acceleration's length from standard gravity, in m/s², at which its variance is doubled;
        /// nil: never.
        public var accelerationTolerance: Double?
        /// A gap longer than this starts the estimator anew.
        public var maximumGap: Seconds = 1

        /// The defaults suit a phone in a hand: see the page of ``ExtendedKalman``.
        public init() {}
    }
}

extension ExtendedKalman.Parameters {
    static let descriptors: [ParameterDescriptor] = [
        .number(
            "gyroscopeNoise",
            .radiansPerSecondPerRootHertz,
            in: .aboveZero,
            default: 1e-3,
            "White noise of the gyroscope; larger follows gravity and field more quickly."
        ),
        .number(
            "gyroscopeBiasNoise",
            .radiansPerSecondSquaredPerRootHertz,
            in: .zeroOrMore,
            default: 1e-4,
            "Random walk of the gyroscope's bias; larger learns a changing bias more quickly."
        ),
        .number(
            "accelerometerNoise",
            .metresPerSecondSquared,
            in: .aboveZero,
            default: 0.5,
            "Noise and own acceleration, per axis and sample; larger rests on the gyroscope."
        ),
        .number(
            "magnetometerNoise",
            .microtesla,
            in: .aboveZero,
            default: 2,
            "Noise and disturbances, per axis and sample; larger rests on the gyroscope."
        ),
        .number("initialTilt", .degrees, in: .aboveZero, default: 5, "Standard deviation of the first tilt, per axis."),
        .number("initialHeading", .degrees, in: .aboveZero, default: 10, "Standard deviation of the first heading."),
        .number(
            "initialBias",
            .radiansPerSecond,
            in: .zeroOrMore,
            default: 0.02,
            "Standard deviation of the gyroscope's bias at the start, per axis; 0 with gyroscopeBiasNoise=0 learns none."
        ),
        AccelerationTrust.descriptor,
        .maximumGap,
    ]

    init(_ values: ParameterValues) {
        self.init()
        gyroscopeNoise = values.required("gyroscopeNoise")
        gyroscopeBiasNoise = values.required("gyroscopeBiasNoise")
        accelerometerNoise = values.required("accelerometerNoise")
        magnetometerNoise = values.required("magnetometerNoise")
        initialTilt = Angle(degrees: values.required("initialTilt"))
        initialHeading = Angle(degrees: values.required("initialHeading"))
        initialBias = values.required("initialBias")
        accelerationTolerance = values.number("accelerationTolerance")
        maximumGap = values.required("maximumGap")
    }
}
