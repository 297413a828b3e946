public import RealModule

/// A value that filters work on: a scalar, a heading, a vector or an orientation.
public protocol FilterValue: Sendable, Hashable {
    /// What must be known of a row of values for the mean of a moving window.
    associatedtype Summary: MeanSummary<Self>

    /// The value as a filter may take it in, or why it may not.
    var admitted: Admission<Self> { get }

    /// The value on the way from this one (0) to `other` (1): a straight line, or the shorter arc on a circle or
    /// sphere.
    func interpolated(to other: Self, fraction: Double) -> Self

    /// How far another value is from this one: the difference of scalars and the Euclidean length of that of vectors,
    /// in their own unit; degrees between headings and between orientations.
    func distance(to other: Self) -> Double

    /// The mean of the values with equal weights; nil when there are none.
    static func mean(of values: some Collection<Self>) -> Self?
}

/// Magnitudes above this are no measurements: their sums and squares would overflow.
@inlinable var largestMagnitude: Double { 1e150 }

/// Whether a filter takes a value in.
public enum Admission<Value: Sendable>: Sendable {
    case usable(Value)
    case nonFinite
    case zero
}

extension Double: FilterValue {
    public typealias Summary = ScalarSum

    @inlinable public var admitted: Admission<Double> {
        abs(self) <= largestMagnitude ? .usable(self) : .nonFinite
    }

    @inlinable public func interpolated(to other: Double, fraction: Double) -> Double {
        fraction * other + (1 - fraction) * self
    }

    @inlinable public func distance(to other: Double) -> Double { abs(other - self) }

    @inlinable public static func mean(of values: some Collection<Double>) -> Double? {
        guard let origin = values.first else { return nil }
        // Differences from the first keep a constant exact and large values from cancelling.
        return origin + values.reduce(0) { $0 + ($1 - origin) } / Double(values.count)
    }
}

extension Vector3: FilterValue {
    public typealias Summary = VectorSum

    /// A zero vector is a measurement like any other here: a gyroscope at rest reads it.
    @inlinable public var admitted: Admission<Vector3> {
        max(abs(x), abs(y), abs(z)) <= largestMagnitude && isFinite ? .usable(self) : .nonFinite
    }

    @inlinable public func interpolated(to other: Vector3, fraction: Double) -> Vector3 {
        other * fraction + self * (1 - fraction)
    }

    @inlinable public func distance(to other: Vector3) -> Double { (other - self).length }

    @inlinable public static func mean(of values: some Collection<Vector3>) -> Vector3? {
        guard let origin = values.first else { return nil }
        return origin + values.reduce(Vector3.zero) { $0 + ($1 - origin) } * (1 / Double(values.count))
    }
}

extension Heading: FilterValue {
    public typealias Summary = HeadingSum

    @inlinable public var admitted: Admission<Heading> { degrees.isFinite ? .usable(self) : .nonFinite }

    @inlinable public func interpolated(to other: Heading, fraction: Double) -> Heading {
        turned(by: Angle(radians: turn(to: other).radians * fraction))
    }

    @inlinable public func distance(to other: Heading) -> Double { abs(turn(to: other).degrees) }

    /// The direction of the sum of unit vectors; the last value where they cancel.
    @inlinable public static func mean(of values: some Collection<Heading>) -> Heading? {
        guard let origin = values.first else { return nil }
        // Measured from the first, so that a constant comes out exactly.
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
    public typealias Summary = OrientationSum

    @inlinable @inline(__always) public var admitted: Admission<UnitQuaternion> {
        abs(Quaternion(self).lengthSquared - 1) < 1e-13 ? .usable(self) : broughtToLengthOne
    }

    /// Apart from ``admitted``, which is part of every filter's step.
    @usableFromInline @inline(never) var broughtToLengthOne: Admission<UnitQuaternion> {
        guard Quaternion(self).lengthSquared.isFinite else { return .nonFinite }
        guard let unit = UnitQuaternion(w: w, x: x, y: y, z: z) else { return .zero }
        return .usable(unit)
    }

    @inlinable public func interpolated(to other: UnitQuaternion, fraction: Double) -> UnitQuaternion {
        slerp(to: other, fraction: fraction)
    }

    @inlinable public func distance(to other: UnitQuaternion) -> Double { angle(to: other).degrees }

    /// The normalised mean of the components, each sample signed like the newest; the newest where they cancel.
    ///
    /// Close to the spherical mean while the samples lie close together: Gramkow 2001,
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
