public import RealModule

/// The sum of unit vectors along headings.
public struct HeadingSum: MeanSummary {
    /// Below this mean resultant the direction would show the sum's rounding, magnified by more than 1,000.
    @usableFromInline static let smallestResultant = 1e-3

    @usableFromInline let east: CompensatedSum
    @usableFromInline let north: CompensatedSum

    /// The unit vector along one heading.
    @inlinable public init(_ element: Heading) {
        let angle = Angle(degrees: element.degrees).radians
        self.init(east: CompensatedSum(.sin(angle)), north: CompensatedSum(.cos(angle)))
    }

    @inlinable init(east: CompensatedSum, north: CompensatedSum) {
        self.east = east
        self.north = north
    }

    /// The sum of both rows.
    @inlinable public func joined(with newer: HeadingSum) -> HeadingSum {
        HeadingSum(east: east + newer.east, north: north + newer.north)
    }

    /// Nil where the directions nearly cancel.
    @inlinable public func mean(count: Int, newest: Heading) -> Heading? {
        let (east, north) = (east.value, north.value)
        let resultant = (east * east + north * north).squareRoot() / Double(count)
        guard resultant > Self.smallestResultant else { return nil }
        return Heading(degrees: Angle(radians: .atan2(y: east, x: north)).degrees)
    }
}
