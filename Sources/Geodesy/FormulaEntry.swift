public import SensorModel

/// A distance formula in the catalogue: what it is called, where it comes from and where it holds.
public struct FormulaEntry: Sendable {
    public let name: String
    /// One line for listings.
    public let summary: String
    /// Paper or seed document that describes it.
    public let source: String
    /// Where the formula claims to hold, and what becomes of it elsewhere, in words.
    public let validity: String
    /// What one distance costs: functions evaluated, whether it iterates, in words. Times are measured, not stated.
    public let cost: String
    /// Whether it gives a bearing, too.
    public let givesBearing: Bool
    public let formula: any DistanceFormula
}
