/// Where a sum of squares is right to rounding: none of them overflows, and one that vanishes would not have counted.
@inlinable @inline(__always) var exactSquares: ClosedRange<Double> { 0x1p-960...0x1p960 }

/// Three components along the axes x, y, z. The unit and the frame belong to whoever holds the vector.
public struct Vector3: Sendable, Hashable {
    public var x: Double
    public var y: Double
    public var z: Double

    @inlinable public init(x: Double, y: Double, z: Double) {
        self.x = x
        self.y = y
        self.z = z
    }

    @inlinable public init(_ x: Double, _ y: Double, _ z: Double) {
        self.init(x: x, y: y, z: z)
    }

    @inlinable public static var zero: Vector3 { Vector3(0, 0, 0) }

    @inlinable public var lengthSquared: Double { x * x + y * y + z * z }

    /// The Euclidean length.
    @inlinable public var length: Double { lengthSquared.squareRoot() }

    @inlinable public var isFinite: Bool { x.isFinite && y.isFinite && z.isFinite }

    /// The vector of length one in the same direction, or nil when the length is zero, too small to divide by, or not
    /// finite.
    @inlinable @inline(__always) public var normalised: Vector3? {
        let squared = lengthSquared
        return exactSquares.contains(squared) ? self * (1 / squared.squareRoot()) : normalisedByScaling
    }

    /// The same for components so large or small that their squares overflow or vanish: they are divided by the largest
    /// of them first.
    @usableFromInline @inline(never) var normalisedByScaling: Vector3? {
        let scale = max(abs(x), abs(y), abs(z))
        guard isFinite, scale >= Double.leastNormalMagnitude else { return nil }
        let scaled = Vector3(x / scale, y / scale, z / scale)
        return scaled * (1 / scaled.length)
    }

    @inlinable public func dot(_ other: Vector3) -> Double { x * other.x + y * other.y + z * other.z }

    /// The cross product `self × other` of a right-handed frame.
    @inlinable public func cross(_ other: Vector3) -> Vector3 {
        Vector3(y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x)
    }

    @inlinable public static prefix func - (vector: Vector3) -> Vector3 { Vector3(-vector.x, -vector.y, -vector.z) }
    @inlinable public static func + (left: Vector3, right: Vector3) -> Vector3 {
        Vector3(left.x + right.x, left.y + right.y, left.z + right.z)
    }
    @inlinable public static func - (left: Vector3, right: Vector3) -> Vector3 {
        Vector3(left.x - right.x, left.y - right.y, left.z - right.z)
    }
    @inlinable public static func * (vector: Vector3, factor: Double) -> Vector3 {
        Vector3(vector.x * factor, vector.y * factor, vector.z * factor)
    }
    @inlinable public static func * (factor: Double, vector: Vector3) -> Vector3 { vector * factor }
    @inlinable public static func += (left: inout Vector3, right: Vector3) { left = left + right }
}
