import Evaluation
import Positions
import Recordings
import Reporting
import SensorModel

/// A comparison of several estimates with their references. Several comparisons run in parallel.
struct TrajectoryJob: Sendable {
    /// The settings for reading and comparing an estimate.
    struct Method: Sendable {
        var metric: TrajectoryMetric
        var part: PosePart
        var matching: TrajectoryMatching
        var alignment: PoseAlignment
        var corrections: TrajectoryCorrection.Request
        var measuresAxes: Bool
        /// The format of all files, or `nil` to detect it.
        var format: TrajectoryFormat?
        var reading: DelimitedReading
    }

    /// A trajectory with the summary of its file.
    struct Source: Sendable {
        let trajectory: Trajectory
        let summary: TrajectorySummary
    }

    let method: Method
    let keepsCurves: Bool
    /// The writer of the errors of single poses, or `nil` if these errors are not written.
    let files: TrajectoryErrorFiles?

    /// The result of one estimate of one run.
    private struct Finished: Sendable {
        var row: TrajectoryComparisons.Row
        var file: String?
        var failure: IncompleteTrajectories.Failure?
    }

    /// The result of all comparisons: the report's rows, the paths of the written files, and the estimates that failed.
    struct Outcome {
        var rows: [TrajectoryComparisons.Row] = []
        var paths: [String] = []
        var failures: [IncompleteTrajectories.Failure] = []
    }

    /// Compares all estimates. The memory grows with the lengths of the trajectories that are processed at the same
    /// time.
    ///
    /// - Throws: `InputError` if there is only one reference and it cannot be read. `ReportError` if the pose errors
    ///   cannot be written.
    func run(_ inputs: TrajectoryInputs, jobs: Int) async throws -> Outcome {
        let pairs = inputs.runs.indices.flatMap { run in inputs.names.indices.map { (run: run, estimate: $0) } }
        let shared = inputs.runs.count == 1 ? try method.source(inputs.runs[0].reference) : nil
        let finished = await parallelMap(pairs, jobs: jobs) { pair -> Result<Finished?, any Error> in
            let run = inputs.runs[pair.run]
            return Result {
                try run.estimates[pair.estimate].flatMap { try compare((run.reference, $0), shared, pair) }
            }
        } finish: { _, result in
            if case .success = result { true } else { false }
        }
        var outcome = Outcome()
        // The tables have this order: estimates, then runs.
        for estimate in inputs.names.indices {
            for (pair, result) in zip(pairs, finished) where pair.estimate == estimate {
                guard let result = try result?.get() else { continue }
                outcome.rows.append(result.row)
                outcome.paths += [result.file].compactMap(\.self)
                outcome.failures += [result.failure].compactMap(\.self)
            }
        }
        return outcome
    }

    private func compare(
        _ paths: (reference: String, estimate: String),
        _ shared: Source?,
        _ pair: (run: Int, estimate: Int)
    ) throws -> Finished {
        do {
            let reference = try shared ?? method.source(paths.reference)
            let estimate = try method.source(paths.estimate)
            let report = try method.report(reference, estimate)
            let row = TrajectoryComparisons.Row(
                estimate: pair.estimate,
                run: pair.run,
                TrajectoryComparisons.Measured(report, keepsCurve: keepsCurves)
            )
            return Finished(row: row, file: try files?.write(report, estimate: pair.estimate, run: pair.run))
        } catch let error as InputError {
            return failed(pair, reason: error.description, isEnvironment: error.isEnvironment)
        } catch let error as TrajectoryError {
            return failed(pair, reason: "\(paths.estimate): \(error)", isEnvironment: false)
        }
    }

    private func failed(_ pair: (run: Int, estimate: Int), reason: String, isEnvironment: Bool) -> Finished {
        Finished(
            row: TrajectoryComparisons.Row(estimate: pair.estimate, run: pair.run, reason: reason),
            failure: IncompleteTrajectories.Failure(reason: reason, isEnvironment: isEnvironment)
        )
    }
}

extension TrajectoryJob.Method {
    /// Reads a trajectory file in the given format or, if no format is given, in the detected format.
    func source(_ path: String) throws(InputError) -> TrajectoryJob.Source {
        let format: TrajectoryFormat = if let given = format { given } else { try TrajectoryFormat.detect(path: path) }
        let trajectory = try TrajectoryReader(format: format, reading: reading).read(path: path)
        let summary = TrajectorySummary(trajectory, path: path, format: format)
        return TrajectoryJob.Source(trajectory: trajectory, summary: summary)
    }

    /// Corrects, matches, aligns and compares an estimate.
    func report(
        _ reference: TrajectoryJob.Source,
        _ estimate: TrajectoryJob.Source
    ) throws(TrajectoryError) -> TrajectoryReport {
        var (matching, trajectory) = (matching, estimate.trajectory)
        var correction: TrajectoryCorrection?
        if corrections != TrajectoryCorrection.Request() {
            let found = try TrajectoryCorrection(
                corrections,
                reference: reference.trajectory,
                estimate: trajectory,
                offset: matching.offset
            )
            (trajectory, matching.offset, correction) = (found.applied(to: trajectory), found.offset, found)
        }
        let comparison = try TrajectoryComparison(
            metric,
            of: part,
            reference: reference.trajectory,
            estimate: trajectory,
            matching: matching,
            alignment: alignment,
            measuresAxes: measuresAxes
        )
        return TrajectoryReport(
            comparison,
            correction: correction,
            reference: reference.summary,
            estimate: estimate.summary,
            tool: ToolVersion.tool
        )
    }
}

/// The error of a comparison in which some files failed or have no matching file.
struct IncompleteTrajectories: Error, CustomStringConvertible {
    /// A file that failed.
    struct Failure: Sendable {
        let reason: String
        let isEnvironment: Bool
    }

    /// The maximum number of printed failures. The tables contain all of them.
    private static let maximumCount = 20

    private let failures: [Failure]
    private let total: Int

    /// Creates the error, or returns `nil` without failures.
    init?(_ failures: [Failure], of total: Int) {
        guard !failures.isEmpty else { return nil }
        self.failures = failures
        self.total = total
    }

    /// A Boolean value that indicates whether the environment caused all failures.
    var isEnvironment: Bool { failures.allSatisfy(\.isEnvironment) }

    /// The distinct failures in one line each, followed by a line with their number.
    var description: String {
        let reasons = failures.map(\.reason).distinct()
        let hidden = reasons.count - Self.maximumCount
        let more = hidden > 0 ? ["sextant: and \(hidden) more failures; the table lists the reasons"] : []
        let count = "sextant: \(failures.count) of \(total) comparisons are missing"
        return (reasons.prefix(Self.maximumCount).map { "sextant: \($0)" } + more + [count]).joined(separator: "\n")
    }
}
