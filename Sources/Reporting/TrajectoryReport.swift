public import Evaluation
import Foundation

/// A comparison of two trajectories, for people and as files.
public struct TrajectoryReport: Sendable {
    public let comparison: TrajectoryComparison
    public let reference: TrajectorySummary
    public let estimate: TrajectorySummary
    public let tool: EvaluationResults.Tool

    public init(
        _ comparison: TrajectoryComparison,
        reference: TrajectorySummary,
        estimate: TrajectorySummary,
        tool: EvaluationResults.Tool
    ) {
        self.comparison = comparison
        self.reference = reference
        self.estimate = estimate
        self.tool = tool
    }

    /// Everything but the single errors as JSON, keys sorted, with a newline at its end.
    public func json() throws(ReportError) -> [UInt8] {
        Array(try TidyJSON.data(TrajectoryDocument(self), file: "\(comparison.metric.name).json"))
    }

    /// Writes `ape.json` and `ape.csv`, or `rpe.json` and `rpe.csv`: both or none. Makes the directory.
    ///
    /// - Returns: the paths of the files.
    /// - Throws: ``ReportError/unwritable(path:reason:)``; no file is left half-written then.
    @discardableResult
    public func write(to directory: String) throws(ReportError) -> [String] {
        let name = "\(directory)/\(comparison.metric.name)"
        let files = [("\(name).json", try json()), ("\(name).csv", csv())]
        try WholeFiles.save(files)
        return files.map(\.0)
    }
}
