public import SensorModel

/// The errors of an accelerometer, a gyroscope or a magnetometer, in the sensor's unit: m/s², rad/s or µT.
///
/// A reading is `step` · round(clamp(M v + bias + walk + noise)/`step`), with v the truth in device axes.
public struct VectorSensorModel: Sendable, Hashable {
    public var timing: SampleTiming
    /// Standard deviation of the noise of one sample, by axis.
    public var noise = Vector3.zero
    /// Correlation of the noise of neighbouring samples, from 0 (white) to below 1: e' = ρ e + σ √(1 − ρ²) w.
    public var correlation = 0.0
    /// Constant; of a magnetometer, the hard iron.
    public var bias = Vector3.zero
    /// Standard deviation of the bias's change within a second, by axis: a random walk.
    public var biasWalk = Vector3.zero
    /// Scale, misalignment and soft iron: M.
    public var matrix = Matrix3.identity
    /// Between two neighbouring readings; nil where there are no steps.
    public var step: Double?
    /// The largest reading to either side; nil where there is no limit.
    public var range: Double?

    public init(timing: SampleTiming) { self.timing = timing }
}
