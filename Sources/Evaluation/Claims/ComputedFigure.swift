/// A figure that follows from the formulas of a description and from Sextant's own code, without a recording.
public struct ComputedFigure: Sendable {
    /// Unique, in lower case with dashes.
    public let name: String
    /// As a table shows it: `px`, `°`, `m`, `ms`, `%`; empty for a number without a unit.
    public let unit: String
    /// What is computed, from which inputs.
    public let quantity: String
    /// The figure in ``unit``.
    public let value: @Sendable () -> Double

    init(_ name: String, unit: String, quantity: String, value: @escaping @Sendable () -> Double) {
        self.name = name
        self.unit = unit
        self.quantity = quantity
        self.value = value
    }
}
