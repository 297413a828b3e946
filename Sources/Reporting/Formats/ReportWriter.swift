public import Evaluation
import Foundation
import SensorModel

/// Writes reports into a directory.
///
/// Either all files are written completely, or none. Existing files with the same names are replaced.
public struct ReportWriter: Sendable, Hashable {
    /// The path of the directory, which is created if it does not exist.
    public let directory: String

    /// Creates a writer for a directory.
    public init(directory: String) {
        self.directory = directory
    }

    /// Checks that the directory can be written to or created. Changes nothing.
    ///
    /// - Throws: ``ReportError/unwritable(path:reason:)`` if the directory cannot be used.
    public func check() throws(ReportError) {
        try WholeFiles.checkDirectory(directory)
    }

    /// Writes `results.json` and one report per format.
    ///
    /// - Parameters:
    ///   - results: the results to report.
    ///   - formats: the formats of the reports.
    /// - Returns: the paths of the files: `results.json`, then the reports in the order of `formats`.
    /// - Throws: ``ReportError/undrawable(_:)`` if a report cannot be produced, and
    ///   ``ReportError/unwritable(path:reason:)`` if a file cannot be written. If an error occurs before the final
    ///   renaming of the complete files, no file is changed.
    @discardableResult
    public func write(
        _ results: EvaluationResults,
        formats: [ReportFormat]
    ) throws(ReportError) -> [String] {
        var files: [(name: String, content: [UInt8])] = []
        for format in [.json] + formats where !files.contains(where: { $0.name == format.fileName }) {
            files.append((format.fileName, try format.content(results)))
        }
        return try write(files)
    }

    /// Writes files with the given names and contents.
    ///
    /// - Returns: the paths of the files.
    /// - Throws: ``ReportError/unwritable(path:reason:)``, under the same conditions as ``write(_:formats:)``.
    @discardableResult
    public func write(_ files: [(name: String, content: [UInt8])]) throws(ReportError) -> [String] {
        let files = files.map { (path: "\(directory)/\($0.name)", content: $0.content) }
        try WholeFiles.save(files)
        return files.map(\.path)
    }
}

/// Writes the orientations and the positions that pipelines estimate, as `estimates/<recording>/<pipeline>.csv`.
///
/// Orientations have the header `t,qw,qx,qy,qz`; the quaternions are device → East, North, Up. Positions have the
/// columns of `location.csv` in Sextant's native recordings. All numbers can be read back exactly, so `--estimate`
/// computes the same metrics from the file. Files are written atomically.
///
/// File names contain letters, digits and `+ - = , . _`. Every other character becomes `_`. Equal names get a numeric
/// suffix.
public struct EstimatesWriter: Sendable, Hashable {
    private static let header = "t,qw,qx,qy,qz\n"
    /// The assumed length of a row in bytes, from which the initial size of the output buffer is computed.
    private static let bytesPerRow = 104

    private let directory: String
    private let recordingNames: [String]
    private let pipelineNames: [String]

    /// Creates a writer.
    ///
    /// - Parameters:
    ///   - directory: the output directory, in which `estimates` is created.
    ///   - recordings: the names of all recordings.
    ///   - pipelines: the specifications of all pipelines.
    public init(directory: String, recordings: [String], pipelines: [String]) {
        self.directory = directory
        recordingNames = FileSafeNames.names(for: recordings)
        pipelineNames = FileSafeNames.names(for: pipelines)
    }

    /// Writes the content of the file with a pipeline's estimates for a recording.
    ///
    /// Several tasks may call this method concurrently.
    ///
    /// - Parameters:
    ///   - content: orientations or positions as text.
    ///   - recording: the index of the recording in the initialiser's list.
    ///   - pipeline: the index of the pipeline in the initialiser's list.
    /// - Returns: the path of the file.
    /// - Throws: ``ReportError/unwritable(path:reason:)`` if the file cannot be written. In this case, no file exists.
    @discardableResult
    public func write(_ content: [UInt8], recording: Int, pipeline: Int) throws(ReportError) -> String {
        let path = "\(directory)/estimates/\(recordingNames[recording])/\(pipelineNames[pipeline]).csv"
        try WholeFiles.save([(path, content)])
        return path
    }

    private static let positionHeader = "t,latitude,longitude,altitude,horizontalAccuracy,verticalAccuracy\n"

    /// The positions in the format of `location.csv` in Sextant's native recordings. O(samples).
    package static func content(_ positions: Positions) -> [UInt8] {
        var bytes = Array(positionHeader.utf8)
        for (index, time) in positions.times.enumerated() {
            guard let fix = positions.fix(at: index) else { continue }
            let cells: [Double?] = [
                time, fix.latitude.degrees, fix.longitude.degrees, fix.altitudeMetres, fix.horizontalAccuracyMetres,
                fix.verticalAccuracyMetres,
            ]
            bytes.append(contentsOf: cells.map { $0.map(NumberText.exact) ?? "" }.joined(separator: ",").utf8)
            bytes.append(UInt8(ascii: "\n"))
        }
        return bytes
    }

    /// The orientations as CSV. O(samples).
    package static func content(_ estimates: Estimates) -> [UInt8] {
        var bytes = Array(header.utf8)
        bytes.reserveCapacity(bytes.count + estimates.count * bytesPerRow)
        for (time, orientation) in zip(estimates.times, estimates.orientations) {
            bytes.append(contentsOf: NumberText.exact(time).utf8)
            for component in [orientation.w, orientation.x, orientation.y, orientation.z] {
                bytes.append(UInt8(ascii: ","))
                bytes.append(contentsOf: NumberText.exact(component).utf8)
            }
            bytes.append(UInt8(ascii: "\n"))
        }
        return bytes
    }
}

/// An error in producing or writing a report, or in reading results.
public enum ReportError: Error, Sendable, Hashable {
    /// There is no format with the given name. `suggestion` is the format with the nearest name.
    case unknownFormat(String, suggestion: ReportFormat?)
    /// The format cannot contain tables with the options `--group`, `--columns`, `--sort`, `--reverse` or `--pivot`.
    case noTable(ReportFormat)
    /// The format lists single runs, and the experiment has too many runs. `count` is the number of runs.
    case tooManyRuns(ReportFormat, count: Int)
    /// A name is unknown. `what` is its kind, `expected` lists the known names, and `suggestion` is the nearest of
    /// them.
    case unknownName(String, what: String, expected: [String], suggestion: String?)
    /// The file system does not allow writing: permissions are missing, the disk is full, or a file has the
    /// directory's name.
    case unwritable(path: String, reason: String)
    /// The existing file must not be replaced. `reason` explains why, and what to do.
    case refused(path: String, reason: String)
    /// A picture or document could not be produced, for the given reason.
    case undrawable(String)
    /// The file does not contain results. `place` is the invalid key, such as `runs[3].pipeline.name`.
    case unreadableResults(file: String, place: String, reason: String)

    /// Returns the error for an unknown name, with the nearest of the known names as suggestion.
    static func unknown(_ name: String, what: String, among names: [String]) -> ReportError {
        .unknownName(name, what: what, expected: names, suggestion: NearestName.suggestion(for: name, among: names))
    }

    /// A Boolean value that indicates whether the cause of the error is the environment, such as a full disk. The cause
    /// of other errors is the user's request or an input file.
    public var isEnvironment: Bool {
        switch self {
        case .unwritable, .undrawable: true
        case .unknownFormat, .noTable, .tooManyRuns, .unknownName, .unreadableResults, .refused: false
        }
    }

    /// A Boolean value that indicates whether an input file caused the error.
    public var isBadData: Bool {
        if case .unreadableResults = self { true } else { false }
    }
}

extension ReportError: CustomStringConvertible {
    /// The maximum length of a list of names in a message, in characters.
    private static let longestList = 100

    /// The cause, its location and the remedy, in one line.
    public var description: String {
        switch self {
        case .unknownFormat(let name, let suggestion):
            let names = ReportFormat.allCases.map(\.rawValue)
            return Self.unknown("report format", name, names, suggestion: suggestion?.rawValue)
        case .noTable(let format):
            return "--group, --columns, --sort, --reverse and --pivot cannot be combined with the format "
                + "'\(format.rawValue)'; use md, csv, json or tex, or omit these options"
        case .tooManyRuns(let format, let count):
            return
                "the format '\(format.rawValue)' lists every run, but there are \(count) runs; use md, csv, json, html "
                + "or tex for means, or 'sextant run --export csv' for all runs"
        case .unknownName(let name, let what, let expected, let suggestion):
            return Self.unknown(what, name, expected, suggestion: suggestion)
        case .unwritable(let path, let reason):
            return "\(path): cannot write (\(reason)); choose another directory or free some space"
        case .refused(let path, let reason):
            return "\(path): \(reason)"
        case .undrawable(let reason):
            return reason
        case .unreadableResults(let file, let place, let reason):
            let subject = place.isEmpty ? file : "\(file): \(place)"
            return "\(subject): \(reason); use a results.json from this version or an older one"
        }
    }

    private static func unknown(_ what: String, _ name: String, _ expected: [String], suggestion: String?) -> String {
        if let suggestion { return "unknown \(what) '\(name)'; did you mean '\(suggestion)'?" }
        var shown: [String] = []
        for name in expected where shown.joined(separator: ", ").count + name.count <= longestList {
            shown.append(name)
        }
        let more = shown.count < expected.count ? ", …" : ""
        return "unknown \(what) '\(name)'; use \(shown.joined(separator: ", "))\(more)"
    }
}
