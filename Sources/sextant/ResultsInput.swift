import Evaluation
import Foundation
import Reporting

/// Results of an evaluation as commands take them: a `results.json`, or the folder that holds one.
enum ResultsInput {
    static func read(_ path: String) throws(ReportError) -> EvaluationResults {
        let file = file(path)
        guard let data = FileManager.default.contents(atPath: file) else {
            throw .unreadableResults(file: file, place: "", reason: "there is no file that can be read")
        }
        return try JSONReport().decode(data, file: file)
    }

    /// Where the results of a path stand.
    static func file(_ path: String) -> String {
        var isDirectory: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory), isDirectory.boolValue else {
            return path
        }
        return (path.hasSuffix("/") ? path : path + "/") + ReportFormat.json.fileName
    }
}
