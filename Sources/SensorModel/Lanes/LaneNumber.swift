/// A number, or one number in each of several SIMD lanes that go through the same computation.
///
/// `Double` is one number, ``Lanes`` are eight. Every operation is that of `Double`, lane by lane, and rounds the same
/// way: a formula that is written for any `LaneNumber` gives each lane the bits of the scalar result.
///
/// Where lanes disagree about a condition, a computation goes both ways and selects by ``Mask``:
///
///     let root = square.squareRoot().replacing(with: 1, where: square .> 1)
///
/// A literal is the same number in every lane. There are no operators on a `LaneNumber` and a `Double`: they would slow
/// down the type checker wherever numbers are computed with.
public protocol LaneNumber: Sendable, Hashable, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
    /// The result of a comparison, lane by lane: `Bool` for one number.
    associatedtype Mask: LaneMask

    /// The number of lanes.
    static var laneCount: Int { get }

    /// The same number in every lane.
    init(repeating number: Double)

    /// The number in one lane, counted from 0.
    subscript(lane lane: Int) -> Double { get set }

    /// The sum, lane by lane.
    static func + (left: Self, right: Self) -> Self
    /// The difference, lane by lane.
    static func - (left: Self, right: Self) -> Self
    /// The product, lane by lane.
    static func * (left: Self, right: Self) -> Self
    /// The quotient, lane by lane.
    static func / (left: Self, right: Self) -> Self
    /// The number with the opposite sign, zeros included.
    static prefix func - (value: Self) -> Self
    /// Adds a number in each lane.
    static func += (left: inout Self, right: Self)

    /// The square root, correctly rounded.
    func squareRoot() -> Self

    /// The absolute value.
    var magnitude: Self { get }

    /// Whether the left number is less. False for NaN, as for all comparisons.
    static func .< (left: Self, right: Self) -> Mask
    /// Whether the left number is less or equal.
    static func .<= (left: Self, right: Self) -> Mask
    /// Whether the left number is greater.
    static func .> (left: Self, right: Self) -> Mask
    /// Whether the left number is greater or equal.
    static func .>= (left: Self, right: Self) -> Mask
    /// This number, replaced with `other` in the lanes of the mask.
    func replacing(with other: Self, where mask: Mask) -> Self
}

/// A condition for one number, or for each of several lanes.
public protocol LaneMask: Sendable, Hashable {
    /// The same condition in every lane.
    init(repeating isTrue: Bool)

    /// Whether the condition holds in at least one lane.
    var inAnyLane: Bool { get }
    /// Whether the condition holds in every lane.
    var inAllLanes: Bool { get }

    /// The condition in one lane, counted from 0.
    subscript(lane lane: Int) -> Bool { get }

    /// Whether both conditions hold, lane by lane.
    static func .& (left: Self, right: Self) -> Self
    /// Whether one of the conditions holds, lane by lane.
    static func .| (left: Self, right: Self) -> Self
    /// Whether the condition does not hold, lane by lane.
    static prefix func .! (mask: Self) -> Self
}

extension LaneNumber {
    /// The larger number, lane by lane what `max(self, other)` gives.
    @_transparent public func larger(_ other: Self) -> Self { replacing(with: other, where: other .>= self) }

    /// The smaller number, lane by lane what `min(self, other)` gives.
    @_transparent public func smaller(_ other: Self) -> Self { replacing(with: other, where: other .< self) }

    /// The number with its magnitude limited: `min(max(self, −limit), limit)`.
    @_transparent public func clamped(to limit: Self) -> Self { larger(-limit).smaller(limit) }

    /// Whether the number lies in the range. NaN lies in no range.
    @_transparent public func isInside(_ range: ClosedRange<Double>) -> Mask {
        (self .>= Self(repeating: range.lowerBound)) .& (self .<= Self(repeating: range.upperBound))
    }

    /// Whether the number is neither infinite nor NaN.
    @_transparent public var isFiniteInLane: Mask { magnitude .<= Self(repeating: .greatestFiniteMagnitude) }

    /// A function of the number, called once for each lane.
    @_transparent public func mapLanes(_ function: (Double) -> Double) -> Self {
        var result = self
        for lane in 0..<Self.laneCount { result[lane: lane] = function(self[lane: lane]) }
        return result
    }

    /// A function of this number and another, called once for each lane.
    @_transparent public func mapLanes(with other: Self, _ function: (Double, Double) -> Double) -> Self {
        var result = self
        for lane in 0..<Self.laneCount { result[lane: lane] = function(self[lane: lane], other[lane: lane]) }
        return result
    }

    /// The lanes of another number: the same lanes, or one number that is repeated.
    @usableFromInline @_transparent package init<Other: LaneNumber>(lanesOf other: Other) {
        self.init(repeating: other[lane: 0])
        if Other.laneCount > 1 {
            for lane in 0..<Self.laneCount { self[lane: lane] = other[lane: lane] }
        }
    }

    /// The lanes of another number's mask: the same lanes, or one condition that is repeated.
    @usableFromInline @_transparent
    package static func mask<Other: LaneNumber>(lanesOf mask: Other.Mask, _ other: Other.Type) -> Mask {
        if Other.laneCount == 1 { return Mask(repeating: mask[lane: 0]) }
        let number = Other(repeating: 0).replacing(with: Other(repeating: 1), where: mask)
        return Self(lanesOf: number) .> 0
    }

    /// One number of each setting; lanes without a setting repeat the last.
    ///
    /// - Parameters:
    ///   - settings: at least one, at most as many as there are lanes.
    ///   - number: the number of a setting.
    @inlinable package init<Setting>(_ settings: [Setting], _ number: (Setting) -> Double) {
        precondition(!settings.isEmpty && settings.count <= Self.laneCount, "one setting for each lane at most")
        self.init(repeating: number(settings[settings.count - 1]))
        for (lane, setting) in settings.enumerated() { self[lane: lane] = number(setting) }
    }
}
