public import SensorModel

extension ExtendedKalman {
    /// The parameters of ``ExtendedKalman``: the noise of the sensors, and the uncertainty at the start.
    public struct Parameters: DeclaredParameters, Hashable {
        /// σ_v > 0, in rad/s/√Hz, the white noise of the gyroscope. Larger follows gravity and field more quickly.
        public var gyroscopeNoise = 1e-3
        /// σ_u ≥ 0, in rad/s²/√Hz, the random walk of the gyroscope's bias. Larger learns a changing bias more quickly and
        /// forgets it sooner.
        public var gyroscopeBiasNoise = 1e-4
        /// σ_a > 0, in m/s² per axis and sample, the noise of the accelerometer and the acceleration of the device. Larger
        /// relies on the gyroscope.
        public var accelerometerNoise = 0.5
        /// σ_m > 0, in µT per axis and sample, the noise of the magnetometer and magnetic disturbances. Larger relies on
        /// the gyroscope.
        public var magnetometerNoise = 2.0
        /// The standard deviation of the first orientation's tilt, per axis.
        public var initialTilt = Angle(degrees: 5)
        /// The standard deviation of the first orientation's heading.
        public var initialHeading = Angle(degrees: 10)
        /// The standard deviation of the gyroscope's bias at the start, in rad/s per axis.
        public var initialBias = 0.02
        /// The difference between the length of the acceleration and standard gravity, in m/s², that doubles its variance;
        /// nil to never increase the variance.
        public var accelerationTolerance: Double?
        /// The longest interval between two gyroscope samples that does not restart the estimator.
        public var maximumGap: Seconds = 1
        /// Whether the magnetometer corrects the heading.
        public var magnetometer = MagnetometerUse.auto

        /// Parameters that suit a hand-held phone. The page of ``ExtendedKalman`` derives them.
        public init() {}

        package static let defaults = Self()
        package static let declarations: [ParameterDeclaration<Self>] = [
            .number(
                "gyroscopeNoise",
                \.gyroscopeNoise,
                .radiansPerSecondPerRootHertz,
                in: .aboveZero,
                "White noise of the gyroscope; larger follows gravity and field more quickly."
            ),
            .number(
                "gyroscopeBiasNoise",
                \.gyroscopeBiasNoise,
                .radiansPerSecondSquaredPerRootHertz,
                in: .zeroOrMore,
                "Random walk of the gyroscope's bias; larger learns a changing bias more quickly."
            ),
            .number(
                "accelerometerNoise",
                \.accelerometerNoise,
                .metresPerSecondSquared,
                in: .aboveZero,
                "Noise and acceleration of the device, per axis and sample; larger relies on the gyroscope."
            ),
            .number(
                "magnetometerNoise",
                \.magnetometerNoise,
                .microtesla,
                in: .aboveZero,
                "Noise and disturbances, per axis and sample; larger relies on the gyroscope."
            ),
            .angle("initialTilt", \.initialTilt, in: .aboveZero, "Standard deviation of the first tilt, per axis."),
            .angle("initialHeading", \.initialHeading, in: .aboveZero, "Standard deviation of the first heading."),
            .number(
                "initialBias",
                \.initialBias,
                .radiansPerSecond,
                in: .zeroOrMore,
                "Standard deviation of the initial gyroscope bias, per axis; with gyroscopeBiasNoise=0, 0 learns no bias."
            ),
            .accelerationTolerance(\.accelerationTolerance),
            .maximumGap(\.maximumGap),
            .magnetometer(\.magnetometer),
        ]
    }
}
