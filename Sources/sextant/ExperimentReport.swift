import Evaluation
import ExperimentDatabase
import Foundation
import Reporting

/// The reports of an experiment, from its store.
struct ExperimentReport {
    /// Runs that are reported one by one: of more, the chosen settings only.
    static let mostRuns = 2_000

    let store: ExperimentStore
    let verbosity: VerbosityOptions

    init(_ store: ExperimentStore, verbosity: VerbosityOptions) {
        self.store = store
        self.verbosity = verbosity
    }

    /// The experiment as the store remembers it; nil of a store that does not.
    func definition() throws -> Experiment? {
        guard let (name, text) = try store.definition() else { return nil }
        return try Experiment(
            parsing: Array(text.utf8),
            file: "\(name) in \(store.path)",
            formats: ReportFormat.allCases.map(\.rawValue),
            // The recordings may be elsewhere by now, and are not read.
            paths: { [$0] }
        )
    }

    func write(_ experiment: Experiment, export: [CellFormat], to folder: String, isShown: Bool) async throws {
        let exported = try await CellExport(store: store, folder: folder).write(export) { verbosity.note($0) }
        for path in exported { verbosity.explain("wrote \(path)") }
    }
}
