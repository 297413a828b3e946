/// What lies between two values, and what a velocity is made of: it can be added and scaled, and has a length.
///
/// A plain number, or a vector with three components.
public protocol Displacement: Sendable, Hashable {
    static var zero: Self { get }
    /// The Euclidean length; the magnitude of a number.
    var length: Double { get }
    static func + (left: Self, right: Self) -> Self
    static func - (left: Self, right: Self) -> Self
    static func * (displacement: Self, factor: Double) -> Self
}

extension Double: Displacement {
    @inlinable public var length: Double { magnitude }
}

extension Vector3: Displacement {}
