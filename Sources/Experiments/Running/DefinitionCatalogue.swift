public import Evaluation
public import Geodesy
public import Pipelines
public import Recordings

/// The stages, metrics, distance formulas and layouts that definitions of experiments and report tables can use.
///
/// A package that extends the command line adds its own to those of Sextant.
public struct DefinitionCatalogue: Sendable {
    /// The entries of Sextant alone.
    public static let builtIn = DefinitionCatalogue()

    /// The stages of SPECs.
    public var stages: StageLookup
    /// The metrics in addition to those of `MetricCatalogue`.
    public var addedMetrics: [Metric]
    /// The distance formulas.
    public var formulas: [FormulaEntry]
    /// The layouts of recordings.
    public var layouts: LayoutCatalogue

    /// Creates a catalogue.
    ///
    /// - Parameters:
    ///   - stages: the stages of SPECs.
    ///   - addedMetrics: the metrics in addition to those of `MetricCatalogue`.
    ///   - formulas: the distance formulas.
    ///   - layouts: the layouts of recordings.
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
