/// A compass reading as a phone's operating system gives it.
public struct HeadingReading: Sendable, Hashable {
    /// Clockwise from magnetic north; nil where the device gave none.
    public var magnetic: Heading?
    /// Clockwise from true north; nil where the device gave none.
    public var trueNorth: Heading?
    /// The device's own bound of the error; nil where it gave none.
    public var accuracy: Angle?

    public init(magnetic: Heading?, trueNorth: Heading?, accuracy: Angle?) {
        self.magnetic = magnetic
        self.trueNorth = trueNorth
        self.accuracy = accuracy
    }
}
