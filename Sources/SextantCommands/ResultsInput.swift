import Evaluation
import ExperimentDatabase
import Foundation
import Recordings
import Reporting

/// Results of an evaluation as commands take them: a `results.json` or an experiment's `results.sqlite`, or the folder
/// that holds one. A folder with both is the experiment's.
enum ResultsInput {
    static func read(_ path: String) throws -> EvaluationResults {
        try read(path, mostRuns: .max).results
    }

    /// - Parameter mostRuns: of a store with more cells only those of chosen settings are taken.
    /// - Returns: the results, and what is to be said of those that were not taken.
    static func read(_ path: String, mostRuns: Int) throws -> (results: EvaluationResults, note: String?) {
        if let store = StoreArgument.store(path) {
            let report = try ExperimentReport(try ExperimentStore(reading: store))
            return try report.results(host: HostDescription.host(jobs: 1, started: Date()), mostRuns: mostRuns)
        }
        let file = file(path)
        return (try JSONReport().decode(Data(try bytes(of: file)), file: file), nil)
    }

    /// The bytes of a `results.json`.
    static func bytes(of file: String) throws -> [UInt8] {
        do {
            return try InputFile.contents(of: file, limit: InputFile.maximumResultBytes)
        } catch {
            guard !error.isEnvironment, error.expected == "a file to read" else { throw error }
            throw ReportError.unreadableResults(file: file, place: "", reason: "there is no file that can be read")
        }
    }

    /// Where the results of a path stand.
    static func file(_ path: String) -> String {
        if let store = StoreArgument.store(path) { return store }
        var isDirectory: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory), isDirectory.boolValue else {
            return path
        }
        return (path.hasSuffix("/") ? path : path + "/") + ReportFormat.json.fileName
    }
}
