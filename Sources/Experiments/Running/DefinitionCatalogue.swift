public import Evaluation
public import Geodesy
public import Pipelines
public import Recordings

/// The stages, metrics, distance formulas and layouts that definitions of experiments and report tables can name.
///
/// A package that extends the command line adds its own entries to Sextant's entries.
public struct DefinitionCatalogue: Sendable {
    /// The catalogue that contains only Sextant's own entries.
    public static let builtIn = DefinitionCatalogue()

    /// The stages that the texts of pipelines (SPECs) can name.
    public var stages: StageLookup
    /// The metrics that packages add to those of `MetricCatalogue`.
    public var addedMetrics: [Metric]
    /// The distance formulas that definitions can name.
    public var formulas: [FormulaEntry]
    /// The recording layouts that can be named in definitions.
    public var layouts: LayoutCatalogue

    /// Creates a catalogue. The parameters are described at the properties.
    public init(
        stages: StageLookup = .catalogue,
        addedMetrics: [Metric] = [],
        formulas: [FormulaEntry] = FormulaCatalogue.entries,
        layouts: LayoutCatalogue = .builtIn
    ) {
        self.stages = stages
        self.addedMetrics = addedMetrics
        self.formulas = formulas
        self.layouts = layouts
    }
}
