import ArgumentParser
import Evaluation
import Foundation
import Recordings
import SensorModel

/// The options that name estimates of other programs.
struct EstimateArguments: ParsableArguments {
    @Option(
        name: .customLong("estimate"),
        help: ArgumentHelp(
            "Estimates of another program to evaluate: a file of orientations or positions, or a folder with one file "
                + "per recording; repeatable. Keys: content, order, world, north, rotation, clock, clock-rate, body, "
                + "mirror, unit, sequence.",
            valueName: "NAME=PATH[,key=value…]"
        ),
        transform: Self.source
    )
    var sources: [EstimateSource] = []

    func validate() throws {
        try sources.map(\.name).validateDistinct("--estimate")
    }

    /// The names of the estimates, in the order of the options.
    var names: [String] { sources.map(\.name) }

    /// Returns the estimates as subjects of an evaluation.
    ///
    /// - Throws: `UsageError` if a pipeline has the name of an estimate. `UsageError` if an estimate is a single file,
    ///   unless there is exactly one recording. `InputError` if a path does not exist.
    func subjects(besides pipelines: [String], recordings: Int) throws -> [EvaluationSubject] {
        try sources.map { source in
            guard !pipelines.contains(source.name) else {
                throw UsageError("--estimate: a --pipeline is already named '\(source.name)'; rename the estimates")
            }
            try Self.check(source, recordings: recordings)
            return .estimate(source)
        }
    }

    /// Checks that the path exists. If the path is a single file, also checks that there is exactly one recording.
    static func check(_ source: EstimateSource, recordings: Int) throws {
        guard FileManager.default.fileExists(atPath: source.path) else {
            throw InputError(
                file: source.path,
                message: "no such file or folder for the estimates '\(source.name)'",
                advice: "check the path of --estimate"
            )
        }
        guard source.isSingleFile, recordings != 1 else { return }
        throw UsageError(
            "--estimate: '\(source.path)' is one file, but there are \(recordings) recordings; "
                + "name a folder with one file per recording, or evaluate one recording"
        )
    }

    /// Returns a sentence for each `--estimate` folder that contains files without a matching recording.
    ///
    /// - Parameter results: the results of all recordings.
    func unreadFiles(after results: EvaluationResults) -> [String] {
        let failed = results.failed.map { URL(fileURLWithPath: $0.path).deletingPathExtension().lastPathComponent }
        return sources.compactMap { source in
            let runs = results.runs.filter { $0.pipeline.name == source.name }
            let files = source.unread(besides: runs.compactMap(\.pipeline.source)).filter { file in
                !failed.contains(URL(fileURLWithPath: file).deletingPathExtension().lastPathComponent)
            }
            guard !files.isEmpty else { return nil }
            let shown = files.prefix(3).joined(separator: ", ") + (files.count > 3 ? ", …" : "")
            return "--estimate \(source.name): \(files.count) \(files.count == 1 ? "file" : "files") of \(source.path) "
                + "without a recording: \(shown)"
        }
    }

    private static func source(_ argument: String) throws -> EstimateSource {
        do throws(InputError) {
            return try EstimateSource(parsing: argument)
        } catch {
            throw ValidationError("\(error)")
        }
    }
}
