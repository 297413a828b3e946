public import SensorModel

/// When a system draws. Between two drawings the screen shows the last one: a zero-order hold.
public enum DisplayLoop: Sendable, Hashable {
    /// At a fixed rate, from the first sample on, with the latest values.
    case rate(Hertz)
    /// At each new orientation.
    case onSample
}
