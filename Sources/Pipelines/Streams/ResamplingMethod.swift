/// How a sensor's recorded samples become samples at another rate.
public enum ResamplingMethod: String, Sendable, Hashable, CaseIterable {
    /// The first recorded sample of each interval, at its own time: a sensor that is asked less often.
    case decimate
    /// The latest recorded sample at each moment start + k/rate: a reader with a clock of its own, which may be faster
    /// than the sensor.
    case hold
    /// The value at the moment start + k/rate between the two recorded samples around it. It is delivered with the later
    /// of the two, up to one recorded interval late, so that nothing is read before it is measured.
    case interpolate
}
