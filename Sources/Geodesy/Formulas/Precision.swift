/// The floating-point type in which a formula computes.
public enum Precision: Sendable, Hashable, CaseIterable {
    /// `Float` with 24 bits, also for coordinates, as in a phone's graphics.
    case single
    /// `Double` with 53 bits.
    case double
}
