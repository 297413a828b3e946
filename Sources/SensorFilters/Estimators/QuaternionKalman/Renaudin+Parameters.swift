public import SensorModel

extension Renaudin {
    /// The parameters of ``Renaudin``: the noise of the sensors, the bias, and the limits of quasi-static fields.
    public struct Parameters: Sendable, Hashable {
        /// In rad/s > 0 per axis and sample. Larger follows field and gravity more quickly.
        public var gyroscopeNoise = AxisNoise(0.3)
        /// R^½ > 0 of the direction of gravity, a vector of length one. Larger relies on the gyroscope.
        public var accelerometerNoise = AxisNoise(0.5)
        /// R^½ > 0 of the direction of the field, a vector of length one. Larger relies on the gyroscope.
        public var magnetometerNoise = AxisNoise(0.8)
        /// P^½ > 0 at the start, of each component of the quaternion.
        public var initialDeviation = 0.1
        /// Whether the filter estimates the gyroscope's bias.
        public var bias = true
        /// In rad/s² ≥ 0, the change of the bias. Larger learns a changing bias more quickly.
        public var gyroscopeBiasNoise = 1e-4
        /// P^½ ≥ 0 at the start, of each component of the bias, which is a difference of quaternions: half an angle in a
        /// step.
        public var initialBiasDeviation = 1e-3
        /// How the change of the fields measures the bias.
        public var gradient = Gradient.direction
        /// Whether the acceleration counts only while it is quasi-static.
        public var accelerationGate = true
        /// Whether the field counts only while it is quasi-static.
        public var fieldGate = true
        /// The number of samples whose variance shows a quasi-static field.
        public var window = 10
        /// The variance of the acceleration's length in m²/s⁴ below which the acceleration is gravity.
        public var accelerationVariance = 3.92
        /// The variance of the field's strength in µT² below which the field is that of the Earth.
        public var fieldVariance = 6.0
        /// The largest difference of a strength in µT from the mean of the window.
        public var fieldOutlier = 8.0
        /// The dip of the field, positive downwards; nil for the dip at the start.
        public var dip: Angle?
        /// A longer gap between gyroscope samples restarts the estimator.
        public var maximumGap: Seconds = 1
        /// Whether the magnetometer is used.
        public var magnetometer = MagnetometerUse.auto

        /// The parameters of the smartphone benchmark (Michel et al. 2018).
        public init() {}
    }
}
