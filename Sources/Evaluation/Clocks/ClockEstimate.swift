/// What comparing two clocks gave.
public enum ClockEstimate: Sendable, Hashable {
    case found(ClockOffset)
    /// The offset cannot be told, for the reason in words.
    case unknown(String)
}
