public import SensorModel

/// The result of the comparison of two clocks.
public enum ClockEstimate: Sendable, Hashable {
    /// The offset and its uncertainty.
    case found(ClockOffset)
    /// The offset is unknown, for this reason.
    case unknown(String)
}

/// The offset between the sensors' clock and the clock of the reference or the poses, with its uncertainty.
public struct ClockOffset: Sendable, Hashable {
    /// The time to add to the sensors' times. Positive if their time stamps are early.
    public var offset: Seconds
    /// The standard error of ``offset``, from its scatter over parts of the recording.
    public var uncertainty: Seconds
    /// The Pearson correlation of the two motions at that offset, in (0, 1].
    public var correlation: Double

    /// Creates an offset.
    public init(offset: Seconds, uncertainty: Seconds, correlation: Double) {
        self.offset = offset
        self.uncertainty = uncertainty
        self.correlation = correlation
    }

    /// The offset that is tolerated. At 90°/s it causes an error of less than 2°.
    static let tolerated: Seconds = 0.02

    /// Whether the offset affects figures: longer than 20 ms and than three standard errors.
    public var isSignificant: Bool { abs(offset) > Self.tolerated && abs(offset) > 3 * uncertainty }
}
