public import Evaluation
public import Experiments
import Pipelines
public import SensorFilters

/// Entries that a package adds to the command line.
///
/// Such a package has its own program: the command line of `sextant` with these entries.
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
    /// Kinds of report tables, for `sextant tables`.
    public let tableKinds: [any TableContent.Type]
    /// Estimators, for every SPEC and for `sextant list estimators`.
    public let estimators: [EstimatorEntry]
    /// Metrics, for every run, report and comparison, and for `sextant list metrics`.
    public let metrics: [Metric]

    /// Creates an extension.
    ///
    /// - Parameters:
    ///   - tableKinds: kinds of report tables whose names are not kinds of the command line.
    ///   - estimators: estimators whose names are neither estimators nor filters of the command line.
    ///   - metrics: metrics with distinct names.
    public init(
        tableKinds: [any TableContent.Type] = [],
        estimators: [EstimatorEntry] = [],
        metrics: [Metric] = []
    ) {
        let names = EstimatorCatalogue.entries.map(\.name) + FilterCatalogue.entries.map(\.name)
        precondition(
            estimators.allSatisfy { !names.contains($0.name) },
            "the name of an added estimator must be new"
        )
        self.tableKinds = tableKinds
        precondition(Set(metrics).count == metrics.count, "added metrics must have different names")
        self.estimators = estimators
        self.metrics = metrics
    }

    /// The extension of the running command. The value is bound once, before the arguments are parsed.
    @TaskLocal static var current = CommandExtension()
}
