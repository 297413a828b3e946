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

/// A value that is a row of independent numbers: a scalar, a vector.
///
/// Headings and orientations are not: their numbers mean something only together.
public protocol ElementwiseValue: FilterValue {
    /// How many numbers make a value.
    static var elementCount: Int { get }

    /// The value whose number at each place, from 0, the function gives; it is asked once for each place, in order.
    init(elements: (Int) -> Double)

    /// The number at a place from 0.
    func element(_ place: Int) -> Double
}

extension Double: ElementwiseValue {
    /// One.
    @inlinable public static var elementCount: Int { 1 }
    /// The only element.
    @inlinable public init(elements: (Int) -> Double) { self = elements(0) }
    /// The number itself.
    @inlinable public func element(_ place: Int) -> Double { self }
}

extension Vector3: ElementwiseValue {
    /// Three.
    @inlinable public static var elementCount: Int { 3 }

    /// The vector with the elements x, y and z.
    @inlinable public init(elements: (Int) -> Double) {
        self.init(elements(0), elements(1), elements(2))
    }

    /// x, y or z.
    @inlinable public func element(_ place: Int) -> Double {
        switch place {
        case 0: x
        case 1: y
        default: z
        }
    }
}

/// The sum of unit vectors along headings.
public struct HeadingSum: MeanSummary {
    /// Below this mean resultant the direction would show the sum's rounding, magnified by more than 1,000.
    @usableFromInline static let smallestResultant = 1e-3

    @usableFromInline let east: CompensatedSum
    @usableFromInline let north: CompensatedSum

    /// The unit vector along one heading.
    @inlinable public init(_ element: Heading) {
        let angle = Angle(degrees: element.degrees).radians
        self.init(east: CompensatedSum(.sin(angle)), north: CompensatedSum(.cos(angle)))
    }

    @inlinable init(east: CompensatedSum, north: CompensatedSum) {
        self.east = east
        self.north = north
    }

    /// The sum of both rows.
    @inlinable public func joined(with newer: HeadingSum) -> HeadingSum {
        HeadingSum(east: east + newer.east, north: north + newer.north)
    }

    /// Nil where the directions nearly cancel.
    @inlinable public func mean(count: Int, newest: Heading) -> Heading? {
        let (east, north) = (east.value, north.value)
        let resultant = (east * east + north * north).squareRoot() / Double(count)
        guard resultant > Self.smallestResultant else { return nil }
        return Heading(degrees: Angle(radians: .atan2(y: east, x: north)).degrees)
    }
}

/// The sum of the components of orientations, each with the sign of the one before it, and the bounds of the components.
///
/// The definition of the mean gives every sample the sign of the newest (`UnitQuaternion.mean(of:)`), which changes with
/// each sample. If all numbers within the bounds lie on the newest's side, so does every sample, and the signs are those
/// of the definition.
public struct OrientationSum: MeanSummary {
    /// A smaller scalar product than this may be rounding.
    @usableFromInline static let margin = 1e-9

    @usableFromInline let w: Component
    @usableFromInline let x: Component
    @usableFromInline let y: Component
    @usableFromInline let z: Component

    /// The sum of one orientation.
    @inlinable public init(_ element: UnitQuaternion) {
        self.init(w: Component(element.w), x: Component(element.x), y: Component(element.y), z: Component(element.z))
    }

    @inlinable init(w: Component, x: Component, y: Component, z: Component) {
        self.w = w
        self.x = x
        self.y = y
        self.z = z
    }

    /// The sum of both rows.
    @inlinable public func joined(with newer: OrientationSum) -> OrientationSum {
        OrientationSum(
            w: w.joined(with: newer.w),
            x: x.joined(with: newer.x),
            y: y.joined(with: newer.y),
            z: z.joined(with: newer.z)
        )
    }

    /// q or −q, whichever is closer to `previous`.
    @inlinable public static func form(of value: UnitQuaternion, after previous: UnitQuaternion) -> UnitQuaternion {
        value.aligned(with: previous)
    }

    /// Nil where samples may lie more than half a turn from the newest.
    @inlinable public func mean(count: Int, newest: UnitQuaternion) -> UnitQuaternion? {
        let smallestDot =
            w.smallest(times: newest.w) + x.smallest(times: newest.x) + y.smallest(times: newest.y)
            + z.smallest(times: newest.z)
        guard smallestDot > Self.margin else { return nil }
        return UnitQuaternion(w: w.sum.value, x: x.sum.value, y: y.sum.value, z: z.sum.value)
    }

    /// One component of all samples.
    @usableFromInline
    struct Component: Sendable {
        @usableFromInline let sum: CompensatedSum
        @usableFromInline let lowest: Double
        @usableFromInline let highest: Double

        @inlinable init(_ number: Double) { self.init(sum: CompensatedSum(number), lowest: number, highest: number) }

        @inlinable init(sum: CompensatedSum, lowest: Double, highest: Double) {
            self.sum = sum
            self.lowest = lowest
            self.highest = highest
        }

        @inlinable func joined(with newer: Component) -> Component {
            Component(
                sum: sum + newer.sum,
                lowest: min(lowest, newer.lowest),
                highest: max(highest, newer.highest)
            )
        }

        /// The smallest product of any number between the lowest and the highest with `factor`.
        @inlinable func smallest(times factor: Double) -> Double { factor * (factor < 0 ? highest : lowest) }
    }
}
