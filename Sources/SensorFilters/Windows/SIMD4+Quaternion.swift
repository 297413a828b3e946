import SensorModel

/// A quaternion's components in the order w, x, y, z, for sums over many of them.
extension SIMD4<Double> {
    @inline(__always)
    init(_ orientation: UnitQuaternion) {
        self.init(orientation.w, orientation.x, orientation.y, orientation.z)
    }

    @inline(__always)
    func dot(_ other: Self) -> Double { halvesAdded(times: other).sum() }

    /// The absolute values, component by component.
    @inline(__always)
    var magnitude: Self {
        let bits = unsafeBitCast(self, to: SIMD4<UInt64>.self)
        return unsafeBitCast(bits & SIMD4<UInt64>(repeating: ~(1 << 63)), to: Self.self)
    }

    /// `w w' + y y'` and `x x' + z z'`: their sum is the dot product.
    @inline(__always)
    func halvesAdded(times other: Self) -> SIMD2<Double> {
        let products = self * other
        return products.lowHalf + products.highHalf
    }

    /// The Hamilton product `self ⊗ right`, two components at a time: the sums have another order than those of
    /// `Quaternion`.
    @inline(__always)
    func product(_ right: Self) -> Self {
        let (low, high) = (right.lowHalf, right.highHalf)
        let (lowSwapped, highSwapped) = (SIMD2(low.y, low.x), SIMD2(high.y, high.x))
        let alongX = SIMD2(-y, y)
        let alongY = SIMD2(-z, z)
        let first = (low * x + lowSwapped * alongX) + (high * alongY - highSwapped * w)
        let second = (high * x + highSwapped * alongX) + (lowSwapped * w - low * alongY)
        return Self(lowHalf: first, highHalf: second)
    }
}

extension UnitQuaternion {
    /// The components as they are. The caller guarantees their length.
    @inline(__always)
    init(unchecked components: SIMD4<Double>) {
        self.init(unchecked: components.x, components.y, components.z, components.w)
    }
}
