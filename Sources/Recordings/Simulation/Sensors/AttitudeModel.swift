public import SensorModel

/// The errors of the attitude that an operating system fuses from gyroscope, gravity and magnetic field.
public struct AttitudeModel: Sendable, Hashable {
    public var timing: SampleTiming
    /// The north that the system counts from. A recording in memory counts from true north either way, as a reader
    /// converts it; a file counts from this one.
    public var north = EarthFrame.North.trueNorth
    /// The time between the motion and the sample that has it.
    public var delay: Seconds = 0
    /// Constant yaw error, clockwise: the calibration's.
    public var yawBias = Angle.zero
    /// Standard deviation of the slow yaw error.
    public var yaw = Angle.zero
    /// The correlation of the slow yaw error falls to 1/e while the device turns by this much, whichever way.
    public var yawTurn = Angle(degrees: 180)
    /// Standard deviation of the inclination error about each horizontal axis.
    public var inclination = Angle.zero
    /// The correlation of the inclination error falls to 1/e while the device turns by this much, whichever way.
    public var inclinationTurn = Angle(degrees: 180)
    /// Time constant at which the yaw follows a field that magnets disturb.
    public var fieldTime: Seconds = 5

    public init(timing: SampleTiming) { self.timing = timing }
}
