extension SIMD8: NumberLanes where Scalar == Double {
    @inlinable public static var count: Int { 8 }

    @inlinable @inline(__always)
    public var magnitude: Self {
        let bits = unsafeBitCast(self, to: SIMD8<UInt64>.self)
        return unsafeBitCast(bits & SIMD8<UInt64>(repeating: ~(1 << 63)), to: Self.self)
    }

    @inlinable @inline(__always)
    public func larger(_ other: Self) -> Self { replacing(with: other, where: other .>= self) }

    @inlinable @inline(__always)
    public func isInside(_ range: ClosedRange<Double>) -> Bool {
        all((self .>= range.lowerBound) .& (self .<= range.upperBound))
    }
}
