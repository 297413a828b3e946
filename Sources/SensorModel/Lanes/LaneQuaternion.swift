/// A ``Quaternion`` of any length in each lane; orientations have length one.
///
/// Terms that are zero for a special argument are left out of the sums of ``Quaternion`` and ``UnitQuaternion``; what
/// is left stands in the same order, so that the bits are the same, but for the sign of a zero.
public struct LaneQuaternion<Numbers: NumberLanes>: Sendable, Equatable {
    public var w: Numbers
    public var x: Numbers
    public var y: Numbers
    public var z: Numbers

    @inlinable @inline(__always)
    public init(w: Numbers, x: Numbers, y: Numbers, z: Numbers) {
        self.w = w
        self.x = x
        self.y = y
        self.z = z
    }

    /// The same orientation in every lane.
    @inlinable @inline(__always)
    public init(repeating orientation: UnitQuaternion) {
        self.init(
            w: Numbers(repeating: orientation.w),
            x: Numbers(repeating: orientation.x),
            y: Numbers(repeating: orientation.y),
            z: Numbers(repeating: orientation.z)
        )
    }

    /// The orientation in one lane, of orientations.
    @inlinable public subscript(lane: Int) -> UnitQuaternion {
        get { UnitQuaternion(unchecked: w[lane], x[lane], y[lane], z[lane]) }
        set {
            w[lane] = newValue.w
            x[lane] = newValue.x
            y[lane] = newValue.y
            z[lane] = newValue.z
        }
    }

    @inlinable @inline(__always)
    public var axis: LaneVector<Numbers> { LaneVector(x, y, z) }

    @inlinable @inline(__always)
    public var lengthSquared: Numbers { w * w + x * x + y * y + z * z }

    @inlinable @inline(__always)
    public static func + (left: Self, right: Self) -> Self {
        Self(w: left.w + right.w, x: left.x + right.x, y: left.y + right.y, z: left.z + right.z)
    }

    @inlinable @inline(__always)
    public static func * (value: Self, factor: Numbers) -> Self {
        Self(w: value.w * factor, x: value.x * factor, y: value.y * factor, z: value.z * factor)
    }

    /// `self ⊗ right`.
    @inlinable @inline(__always)
    public func product(_ right: Quaternion) -> Self {
        Self(
            w: w * right.w - x * right.x - y * right.y - z * right.z,
            x: w * right.x + x * right.w + y * right.z - z * right.y,
            y: w * right.y - x * right.z + y * right.w + z * right.x,
            z: w * right.z + x * right.y - y * right.x + z * right.w
        )
    }

    /// `self ⊗ (0, right)`.
    @inlinable @inline(__always)
    public func product(pure right: LaneVector<Numbers>) -> Self {
        Self(
            w: (0.0 - x * right.x) - y * right.y - z * right.z,
            x: w * right.x + y * right.z - z * right.y,
            y: w * right.y - x * right.z + z * right.x,
            z: w * right.z + x * right.y - y * right.x
        )
    }

    /// `turn ⊗ self` for a turn about Up, brought back to length one.
    @inlinable @inline(__always)
    public func turned(aboutUp turn: UnitQuaternion) -> Self {
        let (cosine, sine) = (turn.w, turn.z)
        let turned = Self(
            w: cosine * w - sine * z,
            x: cosine * x - sine * y,
            y: cosine * y + sine * x,
            z: cosine * z + sine * w
        )
        return turned * (1 / turned.lengthSquared.squareRoot())
    }

    /// East, North and Up in device axes, of orientations: the rows of their rotation matrix.
    @inlinable @inline(__always)
    public var axes: (east: LaneVector<Numbers>, north: LaneVector<Numbers>, up: LaneVector<Numbers>) {
        let (x2, y2, z2) = (2 * x, 2 * y, 2 * z)
        return (
            LaneVector(1 - (y * y2 + z * z2), x * y2 - w * z2, x * z2 + w * y2),
            LaneVector(x * y2 + w * z2, 1 - (x * x2 + z * z2), y * z2 - w * x2),
            LaneVector(x * z2 - w * y2, y * z2 + w * x2, 1 - (x * x2 + y * y2))
        )
    }

    /// Brought to length one; a lane in which that cannot be done keeps another orientation.
    @inlinable @inline(__always)
    public func normalised(orKeeping other: Self) -> Self {
        let squared = lengthSquared
        // The rule of UnitQuaternion.init for all lanes at once; where one breaks it, lane by lane.
        guard squared.isInside(exactSquares) else { return normalisedOneByOne(orKeeping: other) }
        let excess = squared - 1.0
        let series = NearOne.inverseRoot(excess)
        let reach = -NearOne.reach...NearOne.reach
        guard !excess.isInside(reach) else { return self * series }
        // Long steps leave some lanes, or all, to the root.
        var inverse = 1 / squared.squareRoot()
        for lane in 0..<Numbers.count where reach.contains(excess[lane]) { inverse[lane] = series[lane] }
        return self * inverse
    }

    @usableFromInline @inline(never)
    func normalisedOneByOne(orKeeping other: Self) -> Self {
        var result = other
        for lane in 0..<Numbers.count {
            result[lane] = UnitQuaternion(w: w[lane], x: x[lane], y: y[lane], z: z[lane]) ?? other[lane]
        }
        return result
    }
}
