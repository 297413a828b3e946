/// A value with directions in which it can move: filters that estimate velocities work on these.
///
/// Displacements of headings and orientations are in degrees, those of scalars and vectors in the unit of the value.
public protocol MovableValue: FilterValue {
    /// The difference between two values.
    associatedtype Step: Displacement

    /// The shortest way from this value to another.
    func displacement(to other: Self) -> Step

    /// The value at the end of a way that starts here.
    func moved(by displacement: Step) -> Self

    /// The way with the same end that lies nearest to `neighbour`: on a circle, whole turns are added.
    static func unwrapped(_ displacement: Step, near neighbour: Step) -> Step
}

extension MovableValue {
    /// The displacement itself: most values have one shortest path only.
    @inlinable public static func unwrapped(_ displacement: Step, near neighbour: Step) -> Step { displacement }

    /// Whether filters would take the value in: what overflowed is no output.
    @inlinable public var isUsable: Bool {
        if case .usable = admitted { true } else { false }
    }
}

extension Double: MovableValue {
    /// The difference, in the unit of the value.
    @inlinable public func displacement(to other: Double) -> Double { other - self }
    /// The sum of the value and the difference.
    @inlinable public func moved(by displacement: Double) -> Double { self + displacement }
}

extension Vector3: MovableValue {
    /// The difference, in the unit of the value.
    @inlinable public func displacement(to other: Vector3) -> Vector3 { other - self }
    /// The sum of the vector and the difference.
    @inlinable public func moved(by displacement: Vector3) -> Vector3 { self + displacement }
}

extension Heading: MovableValue {
    /// Degrees clockwise, in (−180, 180].
    @inlinable public func displacement(to other: Heading) -> Double { turn(to: other).degrees }
    /// The heading turned clockwise by this number of degrees.
    @inlinable public func moved(by displacement: Double) -> Heading { Heading(degrees: degrees + displacement) }

    /// The displacement plus the whole turns that bring it closest to `neighbour`.
    @inlinable public static func unwrapped(_ displacement: Double, near neighbour: Double) -> Double {
        displacement + 360 * ((neighbour - displacement) / 360).rounded()
    }
}

extension UnitQuaternion: MovableValue {
    /// The rotation vector in device axes, in degrees, at most 180 long: `self ⊗ exp(½ v π/180) = other`.
    @inlinable public func displacement(to other: UnitQuaternion) -> Vector3 {
        (conjugate * other).rotationVector * (180 / Double.pi)
    }

    /// The orientation rotated by this rotation vector in device axes, in degrees.
    @inlinable public func moved(by displacement: Vector3) -> UnitQuaternion {
        self * UnitQuaternion(rotationVector: displacement * (Double.pi / 180))
    }
}

/// The difference between two values. Displacements and velocities can be added and scaled, and have a length.
///
/// A number, or a vector with three components.
public protocol Displacement: Sendable, Hashable {
    /// The displacement between a value and itself.
    static var zero: Self { get }
    /// The Euclidean length of a vector, the magnitude of a number.
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
