import Evaluation
import Foundation
public import Positions
public import Recordings
import SensorModel

/// A comparison of two trajectories for a terminal and as files.
public struct TrajectoryReport: Sendable {
    /// The errors and their statistics.
    public let comparison: TrajectoryComparison
    /// The figures without the errors of single poses.
    public let figures: TrajectoryFigures
    /// The reference's file.
    public let reference: TrajectorySummary
    /// The estimate's file.
    public let estimate: TrajectorySummary
    /// The tool that computed the comparison.
    public let tool: ProgramVersion

    /// Creates a report on a comparison, with the correction that preceded it.
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

    /// The comparison as JSON without the single errors, with sorted keys and a final line end.
    ///
    /// - Throws: ``ReportError/undrawable(_:)`` when a value cannot be encoded.
    public func json() throws(ReportError) -> [UInt8] {
        Array(try TidyJSON.data(TrajectoryDocument(self), file: "\(comparison.metric.name).json"))
    }

    /// Writes `ape.json` and `ape.csv`, or `rpe.json` and `rpe.csv`: both or none. Creates the directory.
    ///
    /// - Returns: the paths of the files.
    /// - Throws: ``ReportError/unwritable(path:reason:)``; no file is incomplete then.
    @discardableResult
    public func write(to directory: String) throws(ReportError) -> [String] {
        let name = "\(directory)/\(comparison.metric.name)"
        let files = [("\(name).json", try json()), ("\(name).csv", csv())]
        try WholeFiles.save(files)
        return files.map(\.0)
    }
}

extension TrajectoryReport {
    /// The errors as CSV: the index of the pose among the matched poses, its time on the estimate's clock if it has one,
    /// the error, and those along each axis where they were measured. A pair of poses has two indices and times.
    ///
    /// Times and errors have all digits that read back as the same number. O(errors).
    public func csv() -> [UInt8] {
        let ends = comparison.startPlaces == nil ? [""] : ["start_", "end_"]
        let times = comparison.association.times
        let columns =
            ends.map { "\($0)pose" } + (times == nil ? [] : ends.map { "\($0)t" }) + [errorColumn]
            + comparison.axes.map { TrajectoryDocument.key($0.axis.rawValue, $0.axis.unit) }
        var bytes = Array((columns.joined(separator: ",") + "\n").utf8)
        bytes.reserveCapacity(bytes.count + comparison.errors.count * Self.bytesPerRow)
        for (index, error) in comparison.errors.enumerated() {
            let places = [comparison.startPlaces?[index], comparison.places[index]].compactMap(\.self)
            for place in places { append("\(place)", to: &bytes) }
            for place in places { if let times { append(NumberText.exact(times[place]), to: &bytes) } }
            bytes.append(contentsOf: NumberText.exact(error).utf8)
            for axis in comparison.axes {
                bytes.append(UInt8(ascii: ","))
                bytes.append(contentsOf: NumberText.exact(axis.errors[index]).utf8)
            }
            bytes.append(UInt8(ascii: "\n"))
        }
        return bytes
    }

    /// An upper bound of the length of most rows, for the reserved capacity.
    private static let bytesPerRow = 64

    private func append(_ field: String, to bytes: inout [UInt8]) {
        bytes.append(contentsOf: field.utf8)
        bytes.append(UInt8(ascii: ","))
    }

    /// The name of the column: `error_m`, `error_deg`, or `error` without a unit.
    private var errorColumn: String { TrajectoryDocument.key("error", comparison.part.unit) }
}
