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
    ///   - data: The folder in which relative paths are looked up first; `nil` for the definition's folder only.
    ///   - calibration: The calibration of recordings without a calibration in the definition.
    ///   - startsPrograms: Whether the programs and libraries that the definition names may start. Otherwise, they are
    ///     not loaded, and their pipelines cannot run.
    ///   - guessing: A closure that guesses the layout of a recording, or returns `nil` for a known layout. Without the
    ///     closure, only known layouts are used.
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
        let folder = OutsideEstimators.folder(of: path)
        let outside = OutsideEstimators(
            folder: folder,
            startsPrograms: startsPrograms,
            linked: CommandExtension.catalogue.stages
        )
        var catalogue = CommandExtension.catalogue
        catalogue.stages = outside.lookup
        var experiment = try Experiment(
            parsing: content,
            file: path,
            formats: ReportFormat.allCases.map(\.rawValue),
            catalogue: catalogue,
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

/// Matching of paths with a pattern of the shell: `*`, `?`, `[a-c]`.
enum PathPattern {
    /// Returns the existing paths that match, sorted by their bytes. A relative pattern is relative to `folder`.
    static func paths(_ pattern: String, in folder: String) -> [String] {
        let whole = pattern.hasPrefix("/") || folder.isEmpty ? pattern : "\(folder)/\(pattern)"
        // A file whose name contains these characters matches literally.
        if FileManager.default.fileExists(atPath: whole) { return [whole] }
        var found = glob_t()
        defer { globfree(&found) }
        guard glob(whole, GLOB_NOSORT, nil, &found) == 0 else { return [] }
        let paths = (0..<Int(found.gl_pathc)).compactMap { found.gl_pathv[$0].map { String(cString: $0) } }
        return paths.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
}
