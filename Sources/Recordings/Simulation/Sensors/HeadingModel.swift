public import SensorModel

/// The operating system's compass: a heading that trails behind and comes in steps.
public struct HeadingModel: Sendable, Hashable {
    public enum Direction: String, Sendable, Hashable, CaseIterable {
        /// The device's upper edge, projected to the horizon: the system's definition for portrait.
        case top
        /// The camera, projected to the horizon, less the device's rotation about it.
        case camera
    }

    public var timing: SampleTiming
    public var direction: Direction = .camera
    /// Time constant of the system's filter.
    public var lag: Seconds = 0
    /// Standard deviation of the noise of one reading.
    public var noise = Angle.zero
    /// Correlation of the noise of neighbouring readings.
    public var correlation = 0.0
    public var bias = Angle.zero
    /// Degrees between two neighbouring readings; nil where there are no steps.
    public var stepDegrees: Double?
    /// What the system says of its own accuracy; nil where it says nothing.
    public var accuracy: Angle?

    public init(timing: SampleTiming) { self.timing = timing }
}
