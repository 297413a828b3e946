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
    /// Returns `displacement` unchanged, because most values have no other displacement with the same end point.
    @inlinable public static func unwrapped(_ displacement: Step, near neighbour: Step) -> Step { displacement }

    /// A Boolean value that indicates whether filters accept the value. The value is `false`, for example, after an
    /// overflow.
    @inlinable public var isUsable: Bool {
        if case .usable = admitted { true } else { false }
    }
}

extension Double: MovableValue {
    /// Returns the difference, in the unit of the value.
    @inlinable public func displacement(to other: Double) -> Double { other - self }
    /// Returns the sum of the value and the difference.
    @inlinable public func moved(by displacement: Double) -> Double { self + displacement }
}

extension Vector3: MovableValue {
    /// Returns the difference, in the unit of the value.
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

/// The difference between two values. Displacements and velocities can be added and scaled, and have a length.
///
/// Conforming types are numbers and vectors with three components.
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
