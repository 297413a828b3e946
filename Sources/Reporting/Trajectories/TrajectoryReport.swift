import Evaluation
import Foundation
public import Positions
public import Recordings
import SensorModel

/// A report on a comparison of two trajectories, for a terminal and as files.
public struct TrajectoryReport: Sendable {
    /// The errors and their statistics.
    public let comparison: TrajectoryComparison
    /// The results without the errors of single poses.
    public let figures: TrajectoryFigures
    /// The file of the reference.
    public let reference: TrajectorySummary
    /// The file of the estimate.
    public let estimate: TrajectorySummary
    /// The tool that computed the comparison.
    public let tool: ProgramVersion

    /// Creates a report on a comparison and on the correction that was applied before the comparison.
    public init(
        _ comparison: TrajectoryComparison,
        correction: TrajectoryCorrection? = nil,
        reference: TrajectorySummary,
        estimate: TrajectorySummary,
        tool: ProgramVersion
    ) {
        self.comparison = comparison
        figures = TrajectoryFigures(comparison, correction: correction)
        self.reference = reference
        self.estimate = estimate
        self.tool = tool
    }

    /// The comparison as JSON without the errors of single poses, with sorted keys and a final line end.
    ///
    /// - Throws: ``ReportError/undrawable(_:)`` if a value cannot be encoded.
    public func json() throws(ReportError) -> [UInt8] {
        Array(try TidyJSON.data(TrajectoryDocument.content(self), file: "\(comparison.metric.name).json"))
    }

    /// Writes `ape.json` and `ape.csv`, or `rpe.json` and `rpe.csv`. Either both files are written, or none.
    ///
    /// The directory is created if necessary.
    ///
    /// - Returns: the paths of the files.
    /// - Throws: ``ReportError/unwritable(path:reason:)`` if a file cannot be written. No incomplete file is left in
    ///   this case.
    @discardableResult
    public func write(to directory: String) throws(ReportError) -> [String] {
        let name = comparison.metric.name
        return try ReportWriter(directory: directory).write([("\(name).json", try json()), ("\(name).csv", csv())])
    }
}

extension TrajectoryReport {
    /// The errors as CSV.
    ///
    /// Each row has the index of the pose among the matched poses, its time on the estimate's clock, and the error. The
    /// time is missing for poses without times. Errors along each axis follow if they were measured. A pair of poses
    /// has two indices and two times.
    ///
    /// Times and errors are written with enough digits to be read back exactly. O(errors).
    public func csv() -> [UInt8] {
        let ends = comparison.startPlaces == nil ? [""] : ["start_", "end_"]
        let times = comparison.association.times
        let columns =
            ends.map { "\($0)pose" } + (times == nil ? [] : ends.map { "\($0)t" })
            + [TrajectoryDocument.key("error", comparison.part.unit)]
            + comparison.axes.map { TrajectoryDocument.key($0.axis.rawValue, $0.axis.unit) }
        var bytes = Array((columns.joined(separator: ",") + "\n").utf8)
        bytes.reserveCapacity(bytes.count + comparison.errors.count * Self.bytesPerRow)
        for (index, error) in comparison.errors.enumerated() {
            let poses = [comparison.startPlaces?[index], comparison.places[index]].compactMap(\.self)
            for pose in poses { append("\(pose)", to: &bytes) }
            for pose in poses { if let times { append(NumberText.exact(times[pose]), to: &bytes) } }
            bytes.append(contentsOf: NumberText.exact(error).utf8)
            for axis in comparison.axes {
                bytes.append(UInt8(ascii: ","))
                bytes.append(contentsOf: NumberText.exact(axis.errors[index]).utf8)
            }
            bytes.append(UInt8(ascii: "\n"))
        }
        return bytes
    }

    /// The assumed length of a row in bytes, from which the initial size of the output buffer is computed.
    private static let bytesPerRow = 64

    private func append(_ field: String, to bytes: inout [UInt8]) {
        bytes.append(contentsOf: field.utf8)
        bytes.append(UInt8(ascii: ","))
    }
}

/// Writes the errors of single poses of several estimates as `errors/<estimate>.csv` or
/// `errors/<estimate>/<run>.csv`.
public struct TrajectoryErrorFiles: Sendable {
    private let directory: String
    private let estimates: [String]
    private let runs: [String]?

    /// Creates a writer for a directory.
    public init(directory: String, estimates: [String], runs: [String]?) {
        self.directory = directory
        self.estimates = FileSafeNames.names(for: estimates)
        self.runs = runs.map(FileSafeNames.names)
    }

    /// Writes the errors of one estimate of one run atomically.
    ///
    /// - Returns: the path of the file.
    /// - Throws: ``ReportError/unwritable(path:reason:)`` if the file cannot be written.
    @discardableResult
    public func write(_ report: TrajectoryReport, estimate: Int, run: Int) throws(ReportError) -> String {
        let name = estimates[estimate] + (runs.map { "/\($0[run])" } ?? "")
        let path = "\(directory)/errors/\(name).csv"
        try WholeFiles.save([(path, report.csv())])
        return path
    }
}

extension TrajectoryReport {
    /// The comparison in about twenty lines of at most 80 columns, unless a path is longer.
    public func terminal() -> String {
        var lines = [title, ""]
        lines.append("reference  \(TrajectoryText.summary(reference))")
        lines.append("estimate   \(TrajectoryText.summary(estimate))")
        lines.append("matched    \(TrajectoryText.poses(figures.matched)), \(TrajectoryText.matching(figures))")
        for note in unmatchedTexts { lines.append("           \(note)") }
        lines += figures.correctionTexts
        for (index, note) in alignmentTexts.enumerated() {
            lines.append((index == 0 ? "aligned    " : "           ") + note)
        }
        lines.append("")
        let unit = comparison.part.unit.map { $0 == "deg" ? "°" : $0 }
        let named = comparison.statistics.named.map { ($0.name, $0.value, unit) }
        for (name, value, unit) in named + [("sse", comparison.statistics.sse, unit.map { $0 + "²" })] {
            let line = name.rightPadded(to: 11) + Self.digits(value) + (unit.map { " \($0)" } ?? "")
            lines.append(line)
        }
        lines += recallLines
        lines += axisLines
        return lines.map { $0 + "\n" }.joined()
    }

    private var title: String {
        TrajectoryText.title(comparison.metric, of: comparison.part)
            + (comparison.startPlaces == nil ? "" : ": \(comparison.errors.count)")
    }

    /// The number of reference poses, with and without an estimate.
    var referencePoses: Int { figures.matched + figures.referenceLeftOut }

    /// A blank line, and lines with the share of poses whose errors are below the limits of visual localisation; empty
    /// unless these shares (recalls) were measured.
    private var recallLines: [String] {
        guard !comparison.recalls.isEmpty else { return [] }
        let rows = comparison.recalls.map { recall in
            let percent = DecimalText.fixed(100 * Double(recall.count) / Double(figures.matched), decimals: 1)
            let all = DecimalText.fixed(100 * Double(recall.count) / Double(referencePoses), decimals: 1)
            return
                "below \(recall.metres) m and \(recall.degrees)°: \(recall.count) of \(figures.matched) matched poses "
                + "(\(percent) %), \(all) % of the reference"
        }
        return [""] + rows
    }

    /// A table with one row of values for each axis, after a blank line; empty unless axes were measured.
    private var axisLines: [String] {
        guard !figures.axes.isEmpty else { return [] }
        let names = figures.statistics.ofSigned.map(\.name)
        var table = FigureTable(text: ["axis"], figures: names)
        for axis in figures.axes {
            let unit = axis.axis.unit == "deg" ? "°" : axis.axis.unit
            table.append(["\(axis.axis.rawValue) (\(unit))"] + axis.statistics.ofSigned.map { Self.digits($0.value) })
        }
        return [""] + table.plainLines(style: TerminalStyle(isColoured: false))
    }

    private var unmatchedTexts: [String] {
        let association = comparison.association
        var notes: [String] = []
        if association.referenceLeftOut + association.estimateLeftOut > 0 {
            notes.append(
                "unmatched poses: \(association.referenceLeftOut) of the reference, "
                    + "\(association.estimateLeftOut) of the estimate"
            )
        }
        if association.repeated > 0 {
            notes.append("poses that share a match with another pose: \(association.repeated)")
        }
        return notes
    }

    private var alignmentTexts: [String] {
        let transform = comparison.transform
        let t = transform.translation
        let turn = transform.rotation.rotationVector.normalised ?? .zero
        let rotation =
            "rotation \(Self.digits(transform.rotation.rotationAngle.degrees))° about "
            + "(\([turn.x, turn.y, turn.z].map(Self.digits).joined(separator: ", ")))"
        let translation = "translation (\([t.x, t.y, t.z].map(Self.digits).joined(separator: ", "))) m"
        let scale = "scale \(Self.digits(transform.scale))"
        switch comparison.alignment {
        case .none: return ["no (--align none)"]
        case .scale: return ["scale: \(scale)"]
        case .origin, .yaw, .se3: return ["\(comparison.alignment.rawValue): \(rotation)", translation]
        case .sim3: return ["sim3: \(rotation)", translation, scale]
        }
    }

    /// The number with six significant digits.
    static func digits(_ value: Double) -> String {
        TrajectoryText.digits(value, 6)
    }
}
