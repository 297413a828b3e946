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
