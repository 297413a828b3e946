/// The squared lengths that are accurate to rounding: no component overflows, and one that vanishes does not count.
@_transparent @usableFromInline var exactSquares: ClosedRange<Double> { 0x1p-960...0x1p960 }

/// Three numbers along the axes x, y and z, in the unit and the frame of the quantity.
public typealias Vector3 = Vector<Double>

/// A vector of three components, each a number or SIMD lanes of numbers. ``Vector3`` is the one of numbers.
///
///     let gravity = Vector3(0, 0, 9.81)
///     let field = Vector3(0, 21, -43)
///     let east = field.cross(gravity).normalised
public struct Vector<Number: LaneNumber>: Sendable, Hashable {
    /// The component along x.
    public var x: Number
    /// The component along y.
    public var y: Number
    /// The component along z.
    public var z: Number

    /// Creates a vector from its components.
    @_transparent public init(x: Number, y: Number, z: Number) {
        self.x = x
        self.y = y
        self.z = z
    }

    /// Creates a vector from its components.
    @_transparent public init(_ x: Number, _ y: Number, _ z: Number) {
        self.init(x: x, y: y, z: z)
    }

    /// The same vector in every lane.
    @_transparent public init(repeating vector: Vector3) {
        self.init(Number(repeating: vector.x), Number(repeating: vector.y), Number(repeating: vector.z))
    }

    /// The zero vector.
    @_transparent public static var zero: Self { Self(repeating: Vector3(0, 0, 0)) }

    /// The square of the Euclidean length.
    @_transparent public var lengthSquared: Number { x * x + y * y + z * z }

    /// The Euclidean length.
    @_transparent public var length: Number { lengthSquared.squareRoot() }

    /// The scalar product.
    @_transparent public func dot(_ other: Self) -> Number { x * other.x + y * other.y + z * other.z }

    /// The cross product `self × other` of a right-handed frame.
    @_transparent public func cross(_ other: Self) -> Self {
        Self(y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x)
    }

    /// Whether all components are equal.
    @_transparent public static func == (left: Self, right: Self) -> Bool {
        left.x == right.x && left.y == right.y && left.z == right.z
    }
    /// The vector in the opposite direction.
    @_transparent public static prefix func - (vector: Self) -> Self { Self(-vector.x, -vector.y, -vector.z) }
    /// The sum, component by component.
    @_transparent public static func + (left: Self, right: Self) -> Self {
        Self(left.x + right.x, left.y + right.y, left.z + right.z)
    }
    /// The difference, component by component.
    @_transparent public static func - (left: Self, right: Self) -> Self {
        Self(left.x - right.x, left.y - right.y, left.z - right.z)
    }
    /// The vector times a factor.
    @_transparent public static func * (vector: Self, factor: Number) -> Self {
        Self(vector.x * factor, vector.y * factor, vector.z * factor)
    }
    /// The vector times a factor.
    @_transparent public static func * (factor: Number, vector: Self) -> Self { vector * factor }
    /// Adds a vector.
    @_transparent public static func += (left: inout Self, right: Self) { left = left + right }

    /// This vector, replaced with `other` in the lanes of the mask.
    @_transparent public func replacing(with other: Self, where mask: Number.Mask) -> Self {
        Self(
            x.replacing(with: other.x, where: mask),
            y.replacing(with: other.y, where: mask),
            z.replacing(with: other.z, where: mask)
        )
    }

    /// The vector with each component limited to [−limit, limit].
    @usableFromInline @_transparent package func clamped(to limit: Number) -> Self {
        Self(x.clamped(to: limit), y.clamped(to: limit), z.clamped(to: limit))
    }

    /// The vector in one lane, counted from 0.
    @inlinable public subscript(lane lane: Int) -> Vector3 {
        get { Vector3(x[lane: lane], y[lane: lane], z[lane: lane]) }
        set {
            x[lane: lane] = newValue.x
            y[lane: lane] = newValue.y
            z[lane: lane] = newValue.z
        }
    }

    /// The vector of length one in the same direction, and the lanes in which it exists. The other lanes are zero: those
    /// in which ``Vector3/normalised`` is nil.
    @usableFromInline @_transparent package var direction: (vector: Self, isKnown: Number.Mask) {
        let squared = lengthSquared
        guard squared.isInside(exactSquares).inAllLanes else { return directionLaneByLane }
        return (self * (1 / squared.squareRoot()), Number.Mask(repeating: true))
    }

    @inlinable @inline(never) var directionLaneByLane: (vector: Self, isKnown: Number.Mask) {
        var result = Self.zero
        for lane in 0..<Number.laneCount { result[lane: lane] = self[lane: lane].normalised ?? .zero }
        return (result, result.lengthSquared .> 0)
    }
}

extension Vector3 {
    /// Whether no component is infinite or NaN.
    @inlinable public var isFinite: Bool { x.isFinite && y.isFinite && z.isFinite }

    /// The vector of length one in the same direction; nil when the length is zero, too small to divide by, or not
    /// finite.
    @_transparent public var normalised: Vector3? {
        let squared = lengthSquared
        return exactSquares.contains(squared) ? self * (1 / squared.squareRoot()) : normalisedByScaling
    }

    /// ``normalised`` for components so large or small that their squares overflow or vanish: the largest component
    /// divides them first.
    @usableFromInline @inline(never) var normalisedByScaling: Vector3? {
        let scale = max(abs(x), abs(y), abs(z))
        guard isFinite, scale >= Double.leastNormalMagnitude else { return nil }
        let scaled = Vector3(x / scale, y / scale, z / scale)
        return scaled * (1 / scaled.length)
    }
}
