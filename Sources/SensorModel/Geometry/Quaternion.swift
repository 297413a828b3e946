/// A Hamilton quaternion of numbers, of any length.
public typealias Quaternion = HamiltonQuaternion<Double>

/// A Hamilton quaternion `w + xi + yj + zk` of any length: a derivative, a sum, an angular velocity in quaternion form.
///
/// Each component is a number or SIMD lanes of numbers; ``Quaternion`` is the one of numbers. Orientations are
/// ``UnitQuaternion``.
///
///     let rate = Vector3(0, 0, 0.1)
///     let derivative = Quaternion(orientation).product(pure: rate) * 0.5
public struct HamiltonQuaternion<Number: LaneNumber>: Sendable, Hashable {
    /// The scalar part.
    public var w: Number
    /// The factor of i.
    public var x: Number
    /// The factor of j.
    public var y: Number
    /// The factor of k.
    public var z: Number

    /// Creates a quaternion from its components.
    @_transparent public init(w: Number, x: Number, y: Number, z: Number) {
        self.w = w
        self.x = x
        self.y = y
        self.z = z
    }

    /// The components of an orientation.
    @_transparent public init(_ orientation: Rotation<Number>) {
        self.init(w: orientation.w, x: orientation.x, y: orientation.y, z: orientation.z)
    }

    /// The same quaternion in every lane.
    @_transparent public init(repeating value: Quaternion) {
        self.init(
            w: Number(repeating: value.w),
            x: Number(repeating: value.x),
            y: Number(repeating: value.y),
            z: Number(repeating: value.z)
        )
    }

    /// The zero quaternion.
    @_transparent public static var zero: Self {
        let zero = Number(repeating: 0)
        return Self(w: zero, x: zero, y: zero, z: zero)
    }

    /// The square of the Euclidean length.
    @_transparent public var lengthSquared: Number { w * w + x * x + y * y + z * z }
    /// The Euclidean length.
    @_transparent public var length: Number { lengthSquared.squareRoot() }

    /// The scalar product in four dimensions.
    @_transparent public func dot(_ other: Self) -> Number {
        w * other.w + x * other.x + y * other.y + z * other.z
    }

    /// The quaternion with the opposite vector part.
    @_transparent public var conjugate: Self { Self(w: w, x: -x, y: -y, z: -z) }

    /// Whether all components are equal.
    @_transparent public static func == (left: Self, right: Self) -> Bool {
        left.w == right.w && left.x == right.x && left.y == right.y && left.z == right.z
    }
    /// The sum, component by component.
    @_transparent public static func + (left: Self, right: Self) -> Self {
        Self(w: left.w + right.w, x: left.x + right.x, y: left.y + right.y, z: left.z + right.z)
    }
    /// The difference, component by component.
    @_transparent public static func - (left: Self, right: Self) -> Self {
        Self(w: left.w - right.w, x: left.x - right.x, y: left.y - right.y, z: left.z - right.z)
    }
    /// The quaternion with the opposite components.
    @_transparent public static prefix func - (value: Self) -> Self {
        Self(w: -value.w, x: -value.x, y: -value.y, z: -value.z)
    }
    /// The quaternion times a factor.
    @_transparent public static func * (value: Self, factor: Number) -> Self {
        Self(w: value.w * factor, x: value.x * factor, y: value.y * factor, z: value.z * factor)
    }
    /// Adds a quaternion.
    @_transparent public static func += (left: inout Self, right: Self) { left = left + right }

    /// The Hamilton product `left ⊗ right`.
    @_transparent public static func * (left: Self, right: Self) -> Self {
        Self(
            w: left.w * right.w - left.x * right.x - left.y * right.y - left.z * right.z,
            x: left.w * right.x + left.x * right.w + left.y * right.z - left.z * right.y,
            y: left.w * right.y - left.x * right.z + left.y * right.w + left.z * right.x,
            z: left.w * right.z + left.x * right.y - left.y * right.x + left.z * right.w
        )
    }

    /// The Hamilton product `self ⊗ (0, right)`, without the terms that are zero.
    @_transparent public func product(pure right: Vector<Number>) -> Self {
        Self(
            w: -x * right.x - y * right.y - z * right.z,
            x: w * right.x + y * right.z - z * right.y,
            y: w * right.y - x * right.z + z * right.x,
            z: w * right.z + x * right.y - y * right.x
        )
    }

    /// The rotation in the direction of the quaternion. A lane that is zero or not finite returns `other`.
    @_transparent public func normalised(orKeeping other: Rotation<Number>) -> Rotation<Number> {
        let squared = lengthSquared
        let excess = squared - 1
        let isNearOne = excess.magnitude .<= Number(repeating: NearOne.reach)
        guard isNearOne.inAllLanes else { return normalisedByRoot(orKeeping: other, isNearOne) }
        return Rotation(unchecked: self * NearOne.inverseRoot(excess))
    }

    /// ``normalised(orKeeping:)`` where a lane is far from length one, as after a long step.
    @inlinable @inline(never)
    func normalisedByRoot(orKeeping other: Rotation<Number>, _ isNearOne: Number.Mask) -> Rotation<Number> {
        let squared = lengthSquared
        guard squared.isInside(exactSquares).inAllLanes else { return normalisedLaneByLane(orKeeping: other) }
        let inverse = 1 / squared.squareRoot()
        return Rotation(unchecked: self * inverse.replacing(with: NearOne.inverseRoot(squared - 1), where: isNearOne))
    }

    @inlinable @inline(never)
    func normalisedLaneByLane(orKeeping other: Rotation<Number>) -> Rotation<Number> {
        var result = other
        for lane in 0..<Number.laneCount {
            let alone = UnitQuaternion(w: w[lane: lane], x: x[lane: lane], y: y[lane: lane], z: z[lane: lane])
            if let alone { result[lane: lane] = alone }
        }
        return result
    }
}
