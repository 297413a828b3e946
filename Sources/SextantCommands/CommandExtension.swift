public import Evaluation
public import Experiments
public import Geodesy
import Pipelines
public import Recordings
public import SensorFilters

/// Entries that a package adds to the command line.
///
/// The package contains its own program, which has all commands of `sextant` and these entries:
///
/// ```swift
/// import SextantCommands
///
/// @main
/// enum Main {
///     static func main() async {
///         await Sextant.main(extending: CommandExtension(tableKinds: [SquareTable.self], estimators: [.mine]))
///     }
/// }
/// ```
public struct CommandExtension: Sendable {
    /// The kinds of report tables, for `sextant tables`.
    let tableKinds: [any TableContent.Type]
    /// All estimators, filters, metrics, formulas and layouts: those of `sextant` and those of the extension.
    let catalogue: DefinitionCatalogue

    /// Creates an extension.
    ///
    /// Each name must be new: it must not be used by the command line or by another entry of the extension.
    ///
    /// - Parameters:
    ///   - tableKinds: kinds of report tables with names that the command line does not use.
    ///   - estimators: estimators with names that no estimator or filter of the command line uses.
    ///   - filters: filters with names that no estimator or filter of the command line uses.
    ///   - metrics: metrics with names that no metric of the command line uses.
    ///   - formulas: distance formulas with names that no formula of the command line uses.
    ///   - layouts: layouts with names that no layout of the command line uses.
    public init(
        tableKinds: [any TableContent.Type] = [],
        estimators: [EstimatorEntry] = [],
        filters: [FilterEntry] = [],
        metrics: [Metric] = [],
        formulas: [FormulaEntry] = [],
        layouts: [LayoutEntry] = []
    ) {
        precondition(Set(metrics).count == metrics.count, "added metrics must have different names")
        let allFormulas = FormulaCatalogue.entries + formulas
        precondition(
            Set(allFormulas.map(\.name)).count == allFormulas.count,
            "the name of an added formula must be new"
        )
        self.tableKinds = tableKinds
        catalogue = DefinitionCatalogue(
            stages: StageLookup(estimators: estimators, filters: filters),
            addedMetrics: metrics,
            formulas: allFormulas,
            layouts: LayoutCatalogue(adding: layouts)
        )
    }

    /// The extension of the running command. The value is bound once, before the arguments are parsed.
    @TaskLocal static var current = CommandExtension()

    /// The estimators, filters, metrics, formulas and layouts that the running command can use.
    static var catalogue: DefinitionCatalogue { current.catalogue }
}
