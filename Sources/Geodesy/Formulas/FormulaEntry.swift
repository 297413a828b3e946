public import SensorModel

/// A distance formula in the catalogue, with its source and its range.
public struct FormulaEntry: Sendable {
    /// The name on the command line.
    public let name: String
    /// One line for listings.
    public let summary: String
    /// The paper or the system's document that describes it.
    public let source: String
    /// The range in which the formula is valid, in words.
    public let validity: String
    /// The largest difference from the geodesic, and the pairs of points that it applies to.
    public let accuracy: StatedAccuracy
    /// The functions evaluated for one distance, in words.
    public let cost: String
    /// Whether it also computes a bearing.
    public let givesBearing: Bool
    /// Whether the distance is the same in both directions. A formula with its origin at one end may differ.
    public let isSymmetric: Bool
    /// The formula with its default parameters.
    public let formula: any DistanceFormula

    package init(
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
