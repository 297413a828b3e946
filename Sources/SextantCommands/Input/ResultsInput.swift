import Evaluation
import Experiments
import Foundation
import Recordings
import Reporting

/// Results that a command reads: a `results.json`, an experiment's `results.sqlite`, or a folder with one of them.
///
/// If a folder has both files, the store is read.
enum ResultsInput {
    /// Reads all runs.
    static func read(_ path: String) throws -> EvaluationResults {
        try read(path, maximumRunCount: .max).results
    }

    /// Reads the results.
    ///
    /// - Parameter maximumRunCount: The maximum number of cells that are read completely. From a larger store, only
    ///   selected settings are read.
    /// - Returns: The results, and a note about results that were not read.
    /// - Throws: `ReportError` for a bad `results.json`, `InputError` for a bad store.
    static func read(_ path: String, maximumRunCount: Int) throws -> (results: EvaluationResults, note: String?) {
        if let store = StoreArgument.store(path) {
            let report = try ExperimentReport(try ExperimentStore(reading: store))
            return try report.runs().results(
                host: HostDescription.host(jobs: 1, started: Date()),
                maximumRunCount: maximumRunCount
            )
        }
        let file = file(path)
        return (try JSONReport().decode(Data(try bytes(of: file)), file: file), nil)
    }

    /// Returns the bytes of a `results.json`.
    ///
    /// - Throws: `ReportError` if the file does not exist, or `InputError` if it cannot be read.
    static func bytes(of file: String) throws -> [UInt8] {
        guard FileKind(path: file) != nil else {
            throw ReportError.unreadableResults(file: file, place: "", reason: "the file does not exist")
        }
        return try InputFile.contents(of: file, limit: InputFile.maximumResultBytes)
    }

    /// Returns the file of results that a path specifies: the path itself or, for a folder, its store or
    /// `results.json`.
    static func file(_ path: String) -> String {
        if let store = StoreArgument.store(path) { return store }
        guard FileKind(path: path) == .folder else { return path }
        return (path.hasSuffix("/") ? path : path + "/") + ReportFormat.json.fileName
    }
}

/// The store of an experiment's results: the file, or the folder that contains it.
enum StoreArgument {
    /// Returns the file of the store at a path: the path itself or, for a folder, the store in it. Returns `nil` if
    /// the path has no store.
    static func store(_ path: String) -> String? {
        guard let kind = FileKind(path: path) else { return nil }
        let file = kind == .folder ? ExperimentStore.path(in: path) : path
        return StoreFile.isDatabase(file) ? file : nil
    }
}
