/// The floating-point type in which a formula computes.
public enum Precision: Sendable, Hashable, CaseIterable {
    /// `Float`, 24 bits, for coordinates too: what a phone's graphics have.
    case single
    /// `Double`, 53 bits.
    case double
}
