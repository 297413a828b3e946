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
    /// How near it comes to the geodesic, and for which pairs of points.
    public let accuracy: StatedAccuracy
    /// What one distance costs: functions evaluated, whether it iterates, in words. Times are measured, not stated.
    public let cost: String
    /// Whether it gives a bearing, too.
    public let givesBearing: Bool
    /// Whether the way back is as long as the way there. A formula that takes one end for its origin may differ.
    public let isSymmetric: Bool
    public let formula: any DistanceFormula

    init(
        name: String,
        summary: String,
        source: String,
        validity: String,
        accuracy: StatedAccuracy,
        cost: String,
        givesBearing: Bool,
        isSymmetric: Bool = true,
        formula: any DistanceFormula
    ) {
        self.name = name
        self.summary = summary
        self.source = source
        self.validity = validity
        self.accuracy = accuracy
        self.cost = cost
        self.givesBearing = givesBearing
        self.isSymmetric = isSymmetric
        self.formula = formula
    }
}
