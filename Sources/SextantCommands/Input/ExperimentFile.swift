import Evaluation
import Experiments
import Foundation
import OutsideEstimators
import Recordings
import Reporting

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The definition of an experiment, read from a YAML file.
struct ExperimentFile {
    let path: String
    let text: String
    let experiment: Experiment
    /// The programs and libraries that the definition names.
    let programs: [String]

    /// Reads and parses a definition.
    ///
    /// - Parameters:
    ///   - path: the path of the definition.
    ///   - data: the folder in which relative paths are looked up first; `nil` to use only the folder of the
    ///     definition.
    ///   - calibration: the calibration of recordings for which the definition does not name a calibration.
    ///   - startsPrograms: whether the programs and libraries that the definition names may start. If not, they are
    ///     neither started nor loaded, and their pipelines cannot run.
    ///   - guessing: guesses the layout of a recording, or returns `nil`. Without this closure, only known layouts
    ///     are used.
    /// - Throws: `InputError` with the line and column of a mistake.
    init(
        path: String,
        data: String? = nil,
        calibration: RecordingCalibration? = nil,
        startsPrograms: Bool,
        guessing: ((String) throws -> Layout?)? = nil
    ) throws {
        let content = try InputFile.contents(of: path)
        self.path = path
        text = String(decoding: content, as: UTF8.self)
        let folder = PipelineArgument.folder(of: path)
        let outside = OutsideEstimators(
            folder: folder,
            startsPrograms: startsPrograms,
            linked: CommandExtension.current.estimators
        )
        var experiment = try Experiment(
            parsing: content,
            file: path,
            formats: ReportFormat.allCases.map(\.rawValue),
            estimators: outside.lookup,
            addedMetrics: CommandExtension.current.metrics,
            paths: { pattern in
                let found = data.map { PathPattern.paths(pattern, in: $0) } ?? []
                return found.isEmpty ? PathPattern.paths(pattern, in: folder) : found
            }
        )
        for index in experiment.inputs.indices {
            if experiment.inputs[index].calibration == nil { experiment.inputs[index].calibration = calibration }
            if let guessing, case .recording(let path, nil) = experiment.inputs[index].source {
                experiment.inputs[index].source = .recording(path: path, try guessing(path))
            }
        }
        self.experiment = experiment
        programs = outside.programs
    }
}

/// Expansion of shell patterns with `*`, `?` and `[a-c]`.
enum PathPattern {
    /// The existing paths that match, in byte order. Relative patterns start at `folder`.
    static func paths(_ pattern: String, in folder: String) -> [String] {
        let whole = pattern.hasPrefix("/") || folder.isEmpty ? pattern : "\(folder)/\(pattern)"
        // A pattern that is the name of an existing file matches only that file.
        if FileManager.default.fileExists(atPath: whole) { return [whole] }
        var found = glob_t()
        defer { globfree(&found) }
        guard glob(whole, GLOB_NOSORT, nil, &found) == 0 else { return [] }
        let paths = (0..<Int(found.gl_pathc)).compactMap { found.gl_pathv[$0].map { String(cString: $0) } }
        return paths.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
}
