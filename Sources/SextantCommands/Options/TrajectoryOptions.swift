import ArgumentParser
import Evaluation
import Foundation
import Recordings
import Reporting
import SensorModel
import TrajectoryEvaluation

/// The arguments of `ape` and `rpe`: two trajectories, their matching and alignment, and the output.
struct TrajectoryOptions: ParsableArguments {
    @Argument(help: "Reference trajectory.")
    var reference: String

    @Argument(help: "Estimated trajectory.")
    var estimate: String

    @Option(help: "Alignment of the estimate with the reference.")
    var align: PoseAlignment = .none

    @Option(help: "Method that matches the timestamps.")
    var match: TrajectoryMatching.Method = .nearest

    @Option(
        name: .customLong("max-difference"),
        parsing: .unconditional,
        help: ArgumentHelp("Largest difference of matched timestamps.", valueName: "S")
    )
    var maximumDifference: Double = 0.01

    @Option(parsing: .unconditional, help: ArgumentHelp("Add this to the estimate's timestamps.", valueName: "S"))
    var offset: Double = 0

    @Option(
        name: .customLong("input-format"),
        help: "Format of both files (default: detected)."
    )
    var format: TrajectoryFormat?

    @OptionGroup var rows: ReaderOption

    @Flag(help: "Print JSON instead of the table.")
    var json = false

    @Option(help: ArgumentHelp("Write the result as JSON and the errors as CSV to this directory.", valueName: "DIR"))
    var output: String?

    func validate() throws {
        try Setting.maximumDifference.validate(maximumDifference)
        try Setting.stampOffset.validate(offset)
        if output?.isEmpty ?? false { throw ValidationError("--output is empty; name a directory.") }
    }

    /// Reads both trajectories, compares them, writes the result and prints it.
    func compare(_ metric: TrajectoryMetric, of part: PosePart, verbosity: VerbosityOptions) async throws {
        let directory = output.map { ReportWriter(directory: $0) }
        try directory?.check()
        async let first = source(reference)
        async let second = source(estimate)
        let sources = (reference: try await first, estimate: try await second)
        for source in [sources.reference, sources.estimate] {
            verbosity.explain("read \(source.summary.path) as \(source.summary.format)")
        }
        let comparison = try TrajectoryComparison(
            metric,
            of: part,
            reference: sources.reference.trajectory,
            estimate: sources.estimate.trajectory,
            matching: TrajectoryMatching(method: match, maximumDifference: maximumDifference, offset: offset),
            alignment: align
        )
        let report = TrajectoryReport(
            comparison,
            reference: sources.reference.summary,
            estimate: sources.estimate.summary,
            tool: ToolVersion.tool
        )
        if let output {
            for path in try report.write(to: output) { verbosity.explain("wrote \(path)") }
        }
        guard !verbosity.quiet else { return }
        if json { try Terminal.write(try report.json()) } else { try Terminal.print(report.terminal()) }
    }

    private struct Source {
        let trajectory: Trajectory
        let summary: TrajectorySummary
    }

    @concurrent private func source(_ path: String) async throws -> Source {
        let format = try format ?? TrajectoryFormat.detect(path: path)
        let trajectory = try TrajectoryReader(format: format, reading: rows.reading).read(path: path)
        return Source(trajectory: trajectory, summary: TrajectorySummary(trajectory, path: path, format: format))
    }
}
