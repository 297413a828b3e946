/// Several numbers that go the same way through a computation, one in each lane: what SIMD instructions work on.
///
/// Every operation is that of `Double`, lane by lane, rounded the same: a computation in lanes gives the bits of the
/// scalar one when its operations stand in the same order.
public protocol NumberLanes: Sendable, Equatable {
    /// How many numbers there are.
    static var count: Int { get }

    /// The same number in every lane.
    init(repeating number: Double)

    /// The number in one lane.
    subscript(lane: Int) -> Double { get set }

    static func + (left: Self, right: Self) -> Self
    static func - (left: Self, right: Self) -> Self
    static func * (left: Self, right: Self) -> Self
    static func / (left: Self, right: Self) -> Self
    static func += (left: inout Self, right: Self)

    static func + (left: Self, right: Double) -> Self
    static func * (left: Self, right: Double) -> Self
    static func * (left: Double, right: Self) -> Self
    static func - (left: Self, right: Double) -> Self
    static func - (left: Double, right: Self) -> Self
    static func / (left: Self, right: Double) -> Self
    static func / (left: Double, right: Self) -> Self

    /// Lane by lane. Of sums of squares the compiler makes one instruction, since they are never negative.
    func squareRoot() -> Self

    /// Without the sign.
    var magnitude: Self { get }

    /// Lane by lane what `max(self, other)` gives, with numbers that are none, too.
    func larger(_ other: Self) -> Self

    /// Whether every lane is in the range. A number that is none is in no range.
    func isInside(_ range: ClosedRange<Double>) -> Bool
}

extension NumberLanes {
    /// The numbers in the order of the lanes.
    public var numbers: [Double] { (0..<Self.count).map { self[$0] } }
}
