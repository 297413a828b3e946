public import RealModule

/// A value that filters process: a scalar, a heading, a vector or an orientation.
public protocol FilterValue: Sendable, Hashable {
    /// The summary of consecutive values, which determines the mean of a moving window.
    associatedtype Summary: MeanSummary<Self>

    /// The value in the form that filters process, or the reason why it is unusable.
    var admitted: Admission<Self> { get }

    /// Returns the value at `fraction` of the path from this value (0) to `other` (1). The path is a straight line or,
    /// on a circle or sphere, the shorter arc.
    func interpolated(to other: Self, fraction: Double) -> Self

    /// Returns the distance to another value, at least 0.
    ///
    /// - Scalars: the absolute difference, in their unit.
    /// - Vectors: the Euclidean length of the difference, in their unit.
    /// - Headings and orientations: the angle between them, in degrees.
    func distance(to other: Self) -> Double

    /// Returns the mean of the values with equal weights, or `nil` for an empty collection. O(n).
    static func mean(of values: some Collection<Self>) -> Self?
}

/// The largest magnitude of a usable component. Squares of larger numbers, or sums of such squares, may overflow.
@inlinable var largestMagnitude: Double { 1e150 }

/// The result of checking whether filters can process a value.
public enum Admission<Value: Sendable>: Sendable {
    /// A usable value, in the form that filters process: a quaternion has length 1.
    case usable(Value)
    /// An unusable value: a component is NaN, infinite or so large that its square overflows.
    case nonFinite
    /// An unusable value: a quaternion of length zero.
    case zero
}

extension Double: FilterValue {
    /// The summary of numbers: their sum, with compensation of rounding errors.
    public typealias Summary = ScalarSum

    /// The number as ``Admission/usable(_:)``, or ``Admission/nonFinite`` if it is NaN or its magnitude exceeds 1e150.
    @inlinable public var admitted: Admission<Double> {
        abs(self) <= largestMagnitude ? .usable(self) : .nonFinite
    }

    /// Returns the linear interpolation between both numbers.
    @inlinable public func interpolated(to other: Double, fraction: Double) -> Double {
        fraction * other + (1 - fraction) * self
    }

    /// Returns the absolute difference.
    @inlinable public func distance(to other: Double) -> Double { abs(other - self) }

    /// Returns the arithmetic mean, or `nil` for an empty collection. O(n).
    @inlinable public static func mean(of values: some Collection<Double>) -> Double? {
        guard let origin = values.first else { return nil }
        // Differences from the first value make the mean of equal numbers exact and avoid cancellation of large
        // numbers.
        return origin + values.reduce(0) { $0 + ($1 - origin) } / Double(values.count)
    }
}

extension Vector3: FilterValue {
    /// The summary of vectors: the sum of each component, with compensation of rounding errors.
    public typealias Summary = VectorSum

    /// The vector as ``Admission/usable(_:)``, or ``Admission/nonFinite`` if a component is NaN or above 1e150 in
    /// magnitude. Zero vectors are usable, because a gyroscope at rest measures them.
    @inlinable @inline(__always) public var admitted: Admission<Vector3> {
        // Components of a vector whose squared length is in this range are smaller than 1e150.
        exactSquares.contains(lengthSquared) || hasUsableComponents ? .usable(self) : .nonFinite
    }

    @usableFromInline @inline(never) var hasUsableComponents: Bool {
        max(abs(x), abs(y), abs(z)) <= largestMagnitude && isFinite
    }

    /// Returns the linear interpolation between both vectors.
    @inlinable public func interpolated(to other: Vector3, fraction: Double) -> Vector3 {
        other * fraction + self * (1 - fraction)
    }

    /// Returns the Euclidean length of the difference.
    @inlinable public func distance(to other: Vector3) -> Double { (other - self).length }

    /// Returns the arithmetic mean of each component, or `nil` for an empty collection. O(n).
    @inlinable public static func mean(of values: some Collection<Vector3>) -> Vector3? {
        guard let origin = values.first else { return nil }
        return origin + values.reduce(Vector3.zero) { $0 + ($1 - origin) } * (1 / Double(values.count))
    }
}

extension Heading: FilterValue {
    /// The summary of headings: the sum of the unit vectors along them.
    public typealias Summary = HeadingSum

    /// The heading as ``Admission/usable(_:)``, or ``Admission/nonFinite`` if its degrees are not finite.
    @inlinable public var admitted: Admission<Heading> { degrees.isFinite ? .usable(self) : .nonFinite }

    /// Returns the interpolated heading on the shorter arc between both headings.
    @inlinable public func interpolated(to other: Heading, fraction: Double) -> Heading {
        turned(by: Angle(radians: turn(to: other).radians * fraction))
    }

    /// Returns the angle between both headings, in degrees, in [0, 180].
    @inlinable public func distance(to other: Heading) -> Double { abs(turn(to: other).degrees) }

    /// Returns the direction of the sum of the unit vectors along the headings, or `nil` for an empty collection. If
    /// the vectors cancel, the result is the last heading. O(n).
    @inlinable public static func mean(of values: some Collection<Heading>) -> Heading? {
        guard let origin = values.first else { return nil }
        // Angles relative to the first heading make the mean of equal headings exact.
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
    /// The summary of orientations: the sum of their quaternions, each with the sign that makes it closer to the
    /// previous one.
    public typealias Summary = OrientationSum

    /// The quaternion normalised to length 1, or the reason why it is unusable.
    @inlinable @inline(__always) public var admitted: Admission<UnitQuaternion> {
        abs(Quaternion(self).lengthSquared - 1) < 1e-13 ? .usable(self) : renormalised
    }

    /// The value of ``admitted`` for a quaternion whose length differs from 1. This rare case is not inlined, so that
    /// the code of each filter's step remains short.
    @usableFromInline @inline(never) var renormalised: Admission<UnitQuaternion> {
        guard Quaternion(self).lengthSquared.isFinite else { return .nonFinite }
        guard let unit = UnitQuaternion(w: w, x: x, y: y, z: z) else { return .zero }
        return .usable(unit)
    }

    /// Returns the interpolated orientation on the shorter arc between both orientations.
    @inlinable public func interpolated(to other: UnitQuaternion, fraction: Double) -> UnitQuaternion {
        slerp(to: other, fraction: fraction)
    }

    /// Returns the angle between both orientations, in degrees, in [0, 180].
    @inlinable public func distance(to other: UnitQuaternion) -> Double { angle(to: other).degrees }

    /// Returns the normalised mean of the components, or `nil` for an empty collection. O(n).
    ///
    /// Each sample gets the sign that makes it closer to the newest sample. If the components cancel, the result is the
    /// newest sample.
    ///
    /// The result approximates the spherical mean if the samples are close together (Gramkow 2001,
    /// doi:10.1023/A:1011129215388).
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

/// A value that consists of independent numbers: a scalar or a vector.
///
/// Headings and orientations do not conform, because their components depend on each other.
public protocol ElementwiseValue: FilterValue {
    /// The number of elements in a value.
    static var elementCount: Int { get }

    /// Creates a value from its elements. The closure is called once for each index from 0, in ascending order.
    init(elements: (Int) -> Double)

    /// Returns the element at an index, counted from 0.
    func element(_ index: Int) -> Double
}

extension Double: ElementwiseValue {
    /// The number of elements, 1.
    @inlinable public static var elementCount: Int { 1 }
    /// Creates the number from its only element.
    @inlinable public init(elements: (Int) -> Double) { self = elements(0) }
    /// Returns the number itself.
    @inlinable public func element(_ index: Int) -> Double { self }
}

extension Vector3: ElementwiseValue {
    /// The number of elements, 3.
    @inlinable public static var elementCount: Int { 3 }

    /// Creates the vector with the elements x, y and z.
    @inlinable public init(elements: (Int) -> Double) {
        self.init(elements(0), elements(1), elements(2))
    }

    /// Returns x, y or z for the index 0, 1 or 2.
    @inlinable public func element(_ index: Int) -> Double {
        switch index {
        case 0: x
        case 1: y
        default: z
        }
    }
}

/// The sum of unit vectors along headings.
public struct HeadingSum: MeanSummary {
    /// The smallest length of the mean vector for which its direction is used. For shorter vectors, the rounding error
    /// of the direction is more than 1,000 times the rounding error of the sum.
    @usableFromInline static let smallestResultant = 1e-3

    @usableFromInline let east: CompensatedSum
    @usableFromInline let north: CompensatedSum

    /// Creates the summary of one heading: the unit vector along this heading.
    @inlinable public init(_ element: Heading) {
        let angle = Angle(degrees: element.degrees).radians
        self.init(east: CompensatedSum(.sin(angle)), north: CompensatedSum(.cos(angle)))
    }

    @inlinable init(east: CompensatedSum, north: CompensatedSum) {
        self.east = east
        self.north = north
    }

    /// Returns the sum of both summaries.
    @inlinable public func joined(with newer: HeadingSum) -> HeadingSum {
        HeadingSum(east: east + newer.east, north: north + newer.north)
    }

    /// Returns the direction of the sum, or `nil` if the directions nearly cancel.
    @inlinable public func mean(count: Int, newest: Heading) -> Heading? {
        let (east, north) = (east.value, north.value)
        let resultant = (east * east + north * north).squareRoot() / Double(count)
        guard resultant > Self.smallestResultant else { return nil }
        return Heading(degrees: Angle(radians: .atan2(y: east, x: north)).degrees)
    }
}

/// The component sums of consecutive orientations, and the minimum and maximum of each component. Each quaternion has
/// the sign that makes it closer to the previous one.
///
/// `UnitQuaternion.mean(of:)` instead aligns the signs of all samples with the newest sample. The mean is the same if
/// all samples, as summed, have a positive scalar product with the newest one. The minima and maxima give a lower bound
/// for these scalar products.
public struct OrientationSum: MeanSummary {
    /// The largest scalar product whose positive sign may be due to rounding errors.
    @usableFromInline static let margin = 1e-9

    @usableFromInline let w: Component
    @usableFromInline let x: Component
    @usableFromInline let y: Component
    @usableFromInline let z: Component

    /// Creates the sum of one orientation.
    @inlinable public init(_ element: UnitQuaternion) {
        self.init(w: Component(element.w), x: Component(element.x), y: Component(element.y), z: Component(element.z))
    }

    @inlinable init(w: Component, x: Component, y: Component, z: Component) {
        self.w = w
        self.x = x
        self.y = y
        self.z = z
    }

    /// Returns the summary of the values of both summaries: sums, minima and maxima.
    @inlinable public func joined(with newer: OrientationSum) -> OrientationSum {
        OrientationSum(
            w: w.joined(with: newer.w),
            x: x.joined(with: newer.x),
            y: y.joined(with: newer.y),
            z: z.joined(with: newer.z)
        )
    }

    /// Returns `value` or −`value`, whichever is closer to `previous`.
    @inlinable public static func form(of value: UnitQuaternion, after previous: UnitQuaternion) -> UnitQuaternion {
        value.aligned(with: previous)
    }

    /// Returns the mean, or `nil` if the scalar product of `newest` and an earlier quaternion may be negative. The sum
    /// may then contain quaternions with the wrong sign.
    @inlinable public func mean(count: Int, newest: UnitQuaternion) -> UnitQuaternion? {
        let smallestDot =
            w.smallest(times: newest.w) + x.smallest(times: newest.x) + y.smallest(times: newest.y)
            + z.smallest(times: newest.z)
        guard smallestDot > Self.margin else { return nil }
        return UnitQuaternion(w: w.sum.value, x: x.sum.value, y: y.sum.value, z: z.sum.value)
    }

    /// The sum, minimum and maximum of one component.
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

        /// Returns the smallest product of `factor` and a number between `lowest` and `highest`.
        @inlinable func smallest(times factor: Double) -> Double { factor * (factor < 0 ? highest : lowest) }
    }
}

/// A value that can be moved by a displacement. Filters that estimate velocities require such values.
///
/// Displacements of headings and orientations are in degrees. Displacements of scalars and vectors are in the unit of
/// the value.
public protocol MovableValue: FilterValue {
    /// The difference between two values.
    associatedtype Step: Displacement

    /// Returns the shortest displacement from this value to another.
    func displacement(to other: Self) -> Step

    /// Returns this value, moved by a displacement.
    func moved(by displacement: Step) -> Self

    /// Returns the displacement that is closest to `neighbour` among all displacements with the same end point as
    /// `displacement`. On a circle, these displacements differ by multiples of 360°.
    static func unwrapped(_ displacement: Step, near neighbour: Step) -> Step
}

extension MovableValue {
    /// Returns `displacement` unchanged. For most types, no other displacement leads to the same end point.
    @inlinable public static func unwrapped(_ displacement: Step, near neighbour: Step) -> Step { displacement }

    /// A Boolean value that indicates whether filters accept the value. The value is `false`, for example, after an
    /// overflow.
    @inlinable public var isUsable: Bool {
        if case .usable = admitted { true } else { false }
    }
}

extension Double: MovableValue {
    /// Returns `other` minus this number.
    @inlinable public func displacement(to other: Double) -> Double { other - self }
    /// Returns the sum of the value and the difference.
    @inlinable public func moved(by displacement: Double) -> Double { self + displacement }
}

extension Vector3: MovableValue {
    /// Returns `other` minus this vector.
    @inlinable public func displacement(to other: Vector3) -> Vector3 { other - self }
    /// Returns the sum of the vector and the difference.
    @inlinable public func moved(by displacement: Vector3) -> Vector3 { self + displacement }
}

extension Heading: MovableValue {
    /// Returns the angle to the other heading in degrees, clockwise positive, in (−180, 180].
    @inlinable public func displacement(to other: Heading) -> Double { turn(to: other).degrees }
    /// Returns the heading turned clockwise by this number of degrees.
    @inlinable public func moved(by displacement: Double) -> Heading { Heading(degrees: degrees + displacement) }

    /// Returns `displacement` plus the multiple of 360° for which the sum is closest to `neighbour`.
    @inlinable public static func unwrapped(_ displacement: Double, near neighbour: Double) -> Double {
        displacement + 360 * ((neighbour - displacement) / 360).rounded()
    }
}

extension UnitQuaternion: MovableValue {
    /// Returns the rotation vector v in device axes, in degrees, with a length of at most 180.
    ///
    /// `self ⊗ exp(½ v π/180) = other`.
    @inlinable public func displacement(to other: UnitQuaternion) -> Vector3 {
        (conjugate * other).rotationVector * (180 / Double.pi)
    }

    /// Returns the orientation rotated by this rotation vector in device axes, in degrees.
    @inlinable public func moved(by displacement: Vector3) -> UnitQuaternion {
        self * UnitQuaternion(rotationVector: displacement * (Double.pi / 180))
    }
}

/// The difference between two values: a number, or a vector with three components.
///
/// Displacements can be added, subtracted and scaled, and have a length. Velocities have the same type.
public protocol Displacement: Sendable, Hashable {
    /// The displacement between a value and itself.
    static var zero: Self { get }
    /// The Euclidean length of a vector, or the magnitude of a number.
    var length: Double { get }
    /// The sum of two displacements.
    static func + (left: Self, right: Self) -> Self
    /// The difference of two displacements.
    static func - (left: Self, right: Self) -> Self
    /// The displacement scaled by a factor.
    static func * (displacement: Self, factor: Double) -> Self
}

extension Double: Displacement {
    /// The magnitude of the number.
    @inlinable public var length: Double { magnitude }
}

extension Vector3: Displacement {}
