/// Eight numbers that go through the same computation, in SIMD registers.
///
/// Eight keep the arithmetic units of a processor busy while one operation waits for the result of the last.
public struct Lanes: LaneNumber {
    /// A condition for each of the eight numbers.
    public struct Mask: LaneMask {
        @usableFromInline var bits: SIMDMask<SIMD8<Int64>>

        @_transparent @usableFromInline init(_ bits: SIMDMask<SIMD8<Int64>>) { self.bits = bits }

        /// The same condition in every lane.
        @_transparent public init(repeating isTrue: Bool) { bits = SIMDMask(repeating: isTrue) }

        /// Whether the condition holds in at least one lane.
        @_transparent public var inAnyLane: Bool {
            let words = unsafeBitCast(bits, to: SIMD8<UInt64>.self)
            let four = words.lowHalf | words.highHalf
            let two = four.lowHalf | four.highHalf
            return two.x | two.y != 0
        }

        /// Whether the condition holds in every lane.
        @_transparent public var inAllLanes: Bool {
            let words = unsafeBitCast(bits, to: SIMD8<UInt64>.self)
            let four = words.lowHalf & words.highHalf
            let two = four.lowHalf & four.highHalf
            return two.x & two.y != 0
        }

        /// The condition in one lane, counted from 0.
        public subscript(lane lane: Int) -> Bool {
            @_transparent get { bits[lane] }
        }

        /// Whether both conditions hold, lane by lane.
        @_transparent public static func .& (left: Mask, right: Mask) -> Mask { Mask(left.bits .& right.bits) }
        /// Whether one of the conditions holds, lane by lane.
        @_transparent public static func .| (left: Mask, right: Mask) -> Mask { Mask(left.bits .| right.bits) }
        /// Whether the condition does not hold, lane by lane.
        @_transparent public static prefix func .! (mask: Mask) -> Mask { Mask(.!mask.bits) }
    }

    @usableFromInline var numbers: SIMD8<Double>

    @_transparent @usableFromInline init(_ numbers: SIMD8<Double>) { self.numbers = numbers }

    /// Eight lanes.
    @_transparent public static var laneCount: Int { 8 }

    /// The same number in every lane.
    @_transparent public init(repeating number: Double) { numbers = SIMD8(repeating: number) }

    /// The same number in every lane.
    @_transparent public init(floatLiteral number: Double) { self.init(repeating: number) }

    /// The same number in every lane.
    @_transparent public init(integerLiteral number: Int) { self.init(repeating: Double(number)) }

    /// The number in one lane, counted from 0.
    public subscript(lane lane: Int) -> Double {
        @_transparent get { numbers[lane] }
        @_transparent set { numbers[lane] = newValue }
    }

    /// The sum, lane by lane.
    @_transparent public static func + (left: Lanes, right: Lanes) -> Lanes { Lanes(left.numbers + right.numbers) }
    /// The difference, lane by lane.
    @_transparent public static func - (left: Lanes, right: Lanes) -> Lanes { Lanes(left.numbers - right.numbers) }
    /// The product, lane by lane.
    @_transparent public static func * (left: Lanes, right: Lanes) -> Lanes { Lanes(left.numbers * right.numbers) }
    /// The quotient, lane by lane.
    @_transparent public static func / (left: Lanes, right: Lanes) -> Lanes { Lanes(left.numbers / right.numbers) }
    /// Adds a number in each lane.
    @_transparent public static func += (left: inout Lanes, right: Lanes) { left = left + right }

    /// The number with the opposite sign, zeros included.
    @_transparent public static prefix func - (value: Lanes) -> Lanes {
        let bits = unsafeBitCast(value.numbers, to: SIMD8<UInt64>.self)
        return Lanes(unsafeBitCast(bits ^ SIMD8<UInt64>(repeating: 1 << 63), to: SIMD8<Double>.self))
    }

    /// The square root, correctly rounded.
    @_transparent public func squareRoot() -> Lanes { Lanes(numbers.squareRoot()) }

    /// The absolute value.
    @_transparent public var magnitude: Lanes {
        let bits = unsafeBitCast(numbers, to: SIMD8<UInt64>.self)
        return Lanes(unsafeBitCast(bits & SIMD8<UInt64>(repeating: ~(1 << 63)), to: SIMD8<Double>.self))
    }

    /// Whether the left number is less. False for NaN, as for all comparisons.
    @_transparent public static func .< (left: Lanes, right: Lanes) -> Mask { Mask(left.numbers .< right.numbers) }
    /// Whether the left number is less or equal.
    @_transparent public static func .<= (left: Lanes, right: Lanes) -> Mask { Mask(left.numbers .<= right.numbers) }
    /// Whether the left number is greater.
    @_transparent public static func .> (left: Lanes, right: Lanes) -> Mask { Mask(left.numbers .> right.numbers) }
    /// Whether the left number is greater or equal.
    @_transparent public static func .>= (left: Lanes, right: Lanes) -> Mask { Mask(left.numbers .>= right.numbers) }
    /// The numbers, replaced with those of `other` in the lanes of the mask.
    @_transparent public func replacing(with other: Lanes, where mask: Mask) -> Lanes {
        Lanes(numbers.replacing(with: other.numbers, where: mask.bits))
    }
}
