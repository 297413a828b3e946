public import SensorModel

/// By how much the sensors' clock differs from the clock of what they are held against, and how sure that is.
public struct ClockOffset: Sendable, Hashable {
    /// To be added to the sensors' times. Positive where their stamps run early.
    public var offset: Seconds
    /// The standard error of ``offset``, from its scatter over parts of the recording.
    public var uncertainty: Seconds
    /// Pearson's correlation of the two motions at that offset, in (0, 1].
    public var correlation: Double

    public init(offset: Seconds, uncertainty: Seconds, correlation: Double) {
        self.offset = offset
        self.uncertainty = uncertainty
        self.correlation = correlation
    }

    /// A shorter offset does little harm: at 90°/s it is an error of less than 2°.
    static let tolerated: Seconds = 0.02

    /// Whether the offset would spoil figures: longer than 20 ms, and not by chance.
    public var isSignificant: Bool { abs(offset) > Self.tolerated && abs(offset) > 3 * uncertainty }
}
