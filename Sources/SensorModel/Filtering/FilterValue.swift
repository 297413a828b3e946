public import RealModule

/// A value that filters work on: a scalar, a heading, a vector or an orientation.
public protocol FilterValue: Sendable, Hashable {
    /// The summary of a row of values that determines the mean of a moving window.
    associatedtype Summary: MeanSummary<Self>

    /// The value in the form that filters process, or the reason why it is unusable.
    var admitted: Admission<Self> { get }

    /// The value at `fraction` between this one (0) and `other` (1): on a straight line, or on the shorter arc of a
    /// circle or sphere.
    func interpolated(to other: Self, fraction: Double) -> Self

    /// The distance to another value, at least 0.
    ///
    /// Scalars: the absolute difference, in their unit. Vectors: the Euclidean length of the difference, in their unit.
    /// Headings and orientations: the angle between them, in degrees.
    func distance(to other: Self) -> Double

    /// The mean of the values with equal weights; nil for an empty collection. O(n).
    static func mean(of values: some Collection<Self>) -> Self?
}

/// The largest magnitude of a usable component. Sums and squares of larger numbers overflow.
@inlinable var largestMagnitude: Double { 1e150 }

/// Whether filters can process a value.
public enum Admission<Value: Sendable>: Sendable {
    /// Usable, in the form that filters process: a quaternion with length 1.
    case usable(Value)
    /// Unusable: a component is NaN, infinite or so large that its square overflows.
    case nonFinite
    /// Unusable: a quaternion of length zero.
    case zero
}

extension Double: FilterValue {
    /// The compensated sum of the row.
    public typealias Summary = ScalarSum

    /// Usable unless the magnitude exceeds 1e150 or the number is NaN.
    @inlinable public var admitted: Admission<Double> {
        abs(self) <= largestMagnitude ? .usable(self) : .nonFinite
    }

    /// The number on the straight line between both.
    @inlinable public func interpolated(to other: Double, fraction: Double) -> Double {
        fraction * other + (1 - fraction) * self
    }

    /// The absolute difference.
    @inlinable public func distance(to other: Double) -> Double { abs(other - self) }

    /// The arithmetic mean; nil for an empty collection. O(n).
    @inlinable public static func mean(of values: some Collection<Double>) -> Double? {
        guard let origin = values.first else { return nil }
        // With differences from the first value the mean of a constant is exact, and large values do not cancel.
        return origin + values.reduce(0) { $0 + ($1 - origin) } / Double(values.count)
    }
}

extension Vector3: FilterValue {
    /// The compensated sum of the row, component by component.
    public typealias Summary = VectorSum

    /// Usable unless a component is NaN or its magnitude exceeds 1e150. A zero vector is usable: a gyroscope at rest
    /// reads it.
    @inlinable @inline(__always) public var admitted: Admission<Vector3> {
        max(abs(x), abs(y), abs(z)) <= largestMagnitude && isFinite ? .usable(self) : .nonFinite
    }

    /// The vector on the straight line between both.
    @inlinable public func interpolated(to other: Vector3, fraction: Double) -> Vector3 {
        other * fraction + self * (1 - fraction)
    }

    /// The Euclidean length of the difference.
    @inlinable public func distance(to other: Vector3) -> Double { (other - self).length }

    /// The arithmetic mean of each component; nil for an empty collection. O(n).
    @inlinable public static func mean(of values: some Collection<Vector3>) -> Vector3? {
        guard let origin = values.first else { return nil }
        return origin + values.reduce(Vector3.zero) { $0 + ($1 - origin) } * (1 / Double(values.count))
    }
}

extension Heading: FilterValue {
    /// The sum of the unit vectors along the headings.
    public typealias Summary = HeadingSum

    /// Usable if the degrees are finite.
    @inlinable public var admitted: Admission<Heading> { degrees.isFinite ? .usable(self) : .nonFinite }

    /// The heading on the shorter arc between both.
    @inlinable public func interpolated(to other: Heading, fraction: Double) -> Heading {
        turned(by: Angle(radians: turn(to: other).radians * fraction))
    }

    /// The angle between both, in degrees, in [0, 180].
    @inlinable public func distance(to other: Heading) -> Double { abs(turn(to: other).degrees) }

    /// The direction of the sum of unit vectors; the last value if they cancel; nil for an empty collection. O(n).
    @inlinable public static func mean(of values: some Collection<Heading>) -> Heading? {
        guard let origin = values.first else { return nil }
        // With angles relative to the first heading the mean of a constant is exact.
        var east = 0.0
        var north = 0.0
        var last = origin
        for value in values {
            let turn = origin.turn(to: value).radians
            east += Double.sin(turn)
            north += Double.cos(turn)
            last = value
        }
        let resultant = (east * east + north * north).squareRoot() / Double(values.count)
        guard resultant > 1e-12 else { return last }
        return origin.turned(by: Angle(radians: .atan2(y: east, x: north)))
    }
}

extension UnitQuaternion: FilterValue {
    /// The sum of the quaternions, aligned in sign.
    public typealias Summary = OrientationSum

    /// The quaternion normalised to length 1, or the reason why it has no direction.
    @inlinable @inline(__always) public var admitted: Admission<UnitQuaternion> {
        abs(Quaternion(self).lengthSquared - 1) < 1e-13 ? .usable(self) : renormalised
    }

    /// The rare case of ``admitted``, not inlined into every filter's step.
    @usableFromInline @inline(never) var renormalised: Admission<UnitQuaternion> {
        guard Quaternion(self).lengthSquared.isFinite else { return .nonFinite }
        guard let unit = UnitQuaternion(w: w, x: x, y: y, z: z) else { return .zero }
        return .usable(unit)
    }

    /// The orientation on the shorter arc between both.
    @inlinable public func interpolated(to other: UnitQuaternion, fraction: Double) -> UnitQuaternion {
        slerp(to: other, fraction: fraction)
    }

    /// The angle between both, in degrees, in [0, 180].
    @inlinable public func distance(to other: UnitQuaternion) -> Double { angle(to: other).degrees }

    /// The normalised mean of the components, with each sample's sign aligned to the newest; the newest if they cancel;
    /// nil for an empty collection. O(n).
    ///
    /// It approximates the spherical mean while the samples are close together: Gramkow 2001,
    /// doi:10.1023/A:1011129215388.
    @inlinable public static func mean(of values: some Collection<UnitQuaternion>) -> UnitQuaternion? {
        guard let origin = values.first else { return nil }
        var newest = origin
        for value in values { newest = value }
        var sum = Quaternion.zero
        for value in values { sum += Quaternion(value.aligned(with: newest)) }
        guard sum.length > 1e-12 * Double(values.count) else { return newest }
        return UnitQuaternion(sum)
    }
}
