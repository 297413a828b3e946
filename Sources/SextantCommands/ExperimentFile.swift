import Evaluation
import Foundation
import Recordings
import Reporting

/// An experiment's definition as the command line names it.
struct ExperimentFile {
    let path: String
    let text: String
    let experiment: Experiment

    /// - Parameter cache: where its recordings are looked for and kept.
    init(path: String, cache: RecordingCache? = nil) throws {
        let data = try InputFile.contents(of: path, expected: "an experiment's definition in YAML")
        self.path = path
        text = String(decoding: data, as: UTF8.self)
        let folder = path.contains("/") ? URL(fileURLWithPath: path).deletingLastPathComponent().relativePath : ""
        var experiment = try Experiment(
            parsing: data,
            file: path,
            formats: ReportFormat.allCases.map(\.rawValue),
            paths: { PathPattern.paths($0, in: folder) }
        )
        for index in experiment.inputs.indices { experiment.inputs[index].cache = cache }
        self.experiment = experiment
    }
}
