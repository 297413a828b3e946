/// A compass reading as a phone's operating system gives it.
public struct HeadingReading: Sendable, Hashable {
    /// Clockwise from magnetic north; nil where the device gave none.
    public var magnetic: Heading?
    /// Clockwise from true north; nil where the device gave none.
    public var trueNorth: Heading?
    /// The device's own bound of the error; nil where it gave none.
    public var accuracy: Angle?

    /// A reading with the values that the device reported.
    public init(magnetic: Heading?, trueNorth: Heading?, accuracy: Angle?) {
        self.magnetic = magnetic
        self.trueNorth = trueNorth
        self.accuracy = accuracy
    }

    /// The true heading where there is a finite one, else the magnetic one; nil where neither is finite.
    public var direction: Heading? {
        if let trueNorth, trueNorth.degrees.isFinite { return trueNorth }
        guard let magnetic, magnetic.degrees.isFinite else { return nil }
        return magnetic
    }

    /// The same reading with a true heading, by the declination (east positive) where the device gave a magnetic one
    /// only.
    public func completed(declination: Angle?) -> HeadingReading {
        guard let declination, trueNorth.map({ !$0.degrees.isFinite }) ?? true, let magnetic else { return self }
        return HeadingReading(magnetic: magnetic, trueNorth: magnetic.turned(by: declination), accuracy: accuracy)
    }
}
