/// A ``Vector3`` in each lane.
public struct LaneVector<Numbers: NumberLanes>: Sendable, Equatable {
    public var x: Numbers
    public var y: Numbers
    public var z: Numbers

    @inlinable @inline(__always)
    public init(_ x: Numbers, _ y: Numbers, _ z: Numbers) {
        self.x = x
        self.y = y
        self.z = z
    }

    /// The same vector in every lane.
    @inlinable @inline(__always)
    public init(repeating vector: Vector3) {
        self.init(Numbers(repeating: vector.x), Numbers(repeating: vector.y), Numbers(repeating: vector.z))
    }

    @inlinable @inline(__always)
    public func dot(_ other: Self) -> Numbers { x * other.x + y * other.y + z * other.z }

    /// The cross product `self × other` of a right-handed frame.
    @inlinable @inline(__always)
    public func cross(_ other: Self) -> Self {
        Self(y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x)
    }

    @inlinable @inline(__always)
    public static func + (left: Self, right: Self) -> Self {
        Self(left.x + right.x, left.y + right.y, left.z + right.z)
    }

    @inlinable @inline(__always)
    public static func - (left: Self, right: Self) -> Self {
        Self(left.x - right.x, left.y - right.y, left.z - right.z)
    }

    @inlinable @inline(__always)
    public static func * (vector: Self, factor: Numbers) -> Self {
        Self(vector.x * factor, vector.y * factor, vector.z * factor)
    }

    @inlinable @inline(__always)
    public static func += (left: inout Self, right: Self) { left = left + right }
}
