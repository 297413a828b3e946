import ArgumentParser
import Evaluation
import Foundation
import Positions
import Recordings
import Reporting
import SensorModel

struct AbsoluteErrorCommand: AsyncParsableCommand, ReplacingCommand {
    static let configuration = CommandConfiguration(
        commandName: "ape",
        abstract: "Compare two trajectories pose by pose: the absolute pose error.",
        discussion: """
            Reads TUM, EuRoC, KITTI and native files. The values equal those of the Python tool evo_ape. Use --align \
            se3 if the frames differ, sim3 if the estimate's scale is also unknown (one camera), or yaw if the frames \
            differ only in heading and position.
            """
    )

    @OptionGroup var options: TrajectoryOptions

    var replacement: ReplaceOption { options.replacement }

    @Option(
        help: ArgumentHelp("Part of the error to measure: metres, degrees, or both mixed.", valueName: partChoices),
        transform: { try PosePart.absolute.choice($0) }
    )
    var part: PosePart = .translation

    @OptionGroup var verbosity: VerbosityOptions

    private static let partChoices = PosePart.absolute.map(\.rawValue).joined(separator: "|")

    func run() async throws {
        try await options.compare(.absolute, of: part, verbosity: verbosity)
    }
}

struct RelativeErrorCommand: AsyncParsableCommand, ReplacingCommand {
    static let configuration = CommandConfiguration(
        commandName: "rpe",
        abstract: "Compare two trajectories over short distances: the relative pose error.",
        discussion: """
            Reads TUM, EuRoC, KITTI and native files. The values equal those of the Python tool evo_rpe; only Sextant \
            accepts a delta in seconds. --delta is measured along the estimate. The relative error shows drift. \
            Only an unknown scale requires alignment.
            """
    )

    @OptionGroup var options: TrajectoryOptions

    var replacement: ReplaceOption { options.replacement }

    @Option(help: "Part of the error to measure: metres, degrees, both mixed, or the distance of two points in metres.")
    var part: PosePart = .translation

    @Option(parsing: .unconditional, help: ArgumentHelp("Distance between the poses of a pair.", valueName: "NUMBER"))
    var delta: Double = 1

    @Option(name: .customLong("delta-unit"), help: "Unit of --delta.")
    var unit: PosePairing.Unit = .frames

    @Flag(
        name: .customLong("all-pairs"),
        help: "Start a pair at every pose (default: at the end of the previous pair)."
    )
    var usesAllPairs = false

    @Option(
        name: .customLong("delta-tolerance"),
        parsing: .unconditional,
        help: ArgumentHelp("Accepted deviation of a pair with --all-pairs, as a share of --delta.", valueName: "SHARE")
    )
    var tolerance: Double = 0.1

    @OptionGroup var verbosity: VerbosityOptions

    func validate() throws {
        guard PosePairing.accepts(delta, unit) else {
            let need =
                switch unit {
                case .frames: "a whole number of frames, from 1 to \(DecimalText.exact(PosePairing.maximumDelta))"
                case .seconds, .metres:
                    "a number of \(unit.rawValue) above 0, up to \(DecimalText.exact(PosePairing.maximumDelta))"
                case .degrees: "degrees above 0, up to 180"
                }
            throw ValidationError("--delta is \(delta); use \(need).")
        }
        try Setting.pairTolerance.validate(tolerance)
    }

    func run() async throws {
        let pairing = PosePairing(delta: delta, unit: unit, usesAllPairs: usesAllPairs, tolerance: tolerance)
        try await options.compare(.relative(pairing), of: part, verbosity: verbosity)
    }
}

/// The arguments of `ape` and `rpe`: trajectories, their matching, correction and alignment, and the output.
struct TrajectoryOptions: ParsableArguments {
    @Argument(help: "Reference trajectory, or a folder with one for each run.")
    var reference: String

    @Argument(
        help: ArgumentHelp(
            "Estimated trajectories; with a folder as reference, folders with matching file names.",
            valueName: "estimate"
        )
    )
    var estimates: [String]

    @Option(help: "Alignment of the estimate with the reference.")
    var align: PoseAlignment = .none

    @Flag(
        help: """
            Estimate the offset of the estimate's clock from the motion, within 5 s of --offset, and add it to the timestamps.
            """
    )
    var alignClocks = false

    @Flag(help: "Fit a constant rotation of the estimate's body frame, such as camera to phone, before the alignment.")
    var fitFrames = false

    @Option(help: "Method that matches the timestamps.")
    var match: TrajectoryMatching.Method = .nearest

    @Option(
        name: .customLong("max-difference"),
        parsing: .unconditional,
        help: ArgumentHelp("Largest difference of matched timestamps.", valueName: "S")
    )
    var maximumDifference: Double = 0.01

    @Option(parsing: .unconditional, help: ArgumentHelp("Seconds to add to the estimate's timestamps.", valueName: "S"))
    var offset: Double = 0

    @Option(
        name: .customLong("input-format"),
        help: "Format of all files (default: detected)."
    )
    var format: TrajectoryFormat?

    @OptionGroup var rows: ReaderOption

    @OptionGroup var jobs: JobsOption

    @OptionGroup var replacement: ReplaceOption

    @Flag(help: "Also measure x, y, z, roll, pitch and yaw, in the reference's world frame.")
    var perAxis = false

    @Flag(help: "Print JSON instead of the table.")
    var json = false

    @Option(
        help: ArgumentHelp(
            "Write the result as JSON (for several estimates, also as CSV and Markdown) and the errors as CSV to this "
                + "directory.",
            valueName: "DIR"
        )
    )
    var output: String?

    @Option(
        help: ArgumentHelp("Draw all estimates in one picture; requires gnuplot.", valueName: "FILE.svg")
    )
    var picture: String?

    func validate() throws {
        try Setting.maximumDifference.validate(maximumDifference)
        try Setting.stampOffset.validate(offset)
        if output?.isEmpty ?? false { throw ValidationError("--output is empty; name a directory.") }
        if let picture, !picture.hasSuffix(".svg") {
            throw ValidationError("--picture is '\(picture)'; name a file that ends in .svg.")
        }
    }

    /// Reads and compares all trajectories, writes the result and prints it.
    func compare(_ metric: TrajectoryMetric, of part: PosePart, verbosity: VerbosityOptions) async throws {
        let directory = output.map { ReportWriter(directory: $0) }
        try directory?.check()
        if let output { try ResultFolder.claim(output, metric.name == "rpe" ? .rpe : .ape) }
        if let picture { try OutputGate.checkFile(picture) }
        let method = TrajectoryJob.Method(
            metric: metric,
            part: part,
            matching: TrajectoryMatching(method: match, maximumDifference: maximumDifference, offset: offset),
            alignment: align,
            corrections: TrajectoryCorrection.Request(alignsClock: alignClocks, fitsBody: fitFrames),
            measuresAxes: perAxis,
            format: format,
            reading: rows.reading
        )
        let inputs = try TrajectoryInputs(reference: reference, estimates: estimates)
        for note in inputs.ignored { verbosity.note(note) }
        if estimates.count == 1, inputs.runNames == nil {
            try await compareOne(method, verbosity)
        } else {
            try await compareSeveral(inputs, method, verbosity)
        }
    }

    private func compareOne(_ method: TrajectoryJob.Method, _ verbosity: VerbosityOptions) async throws {
        async let first = source(reference, method)
        async let second = source(estimates[0], method)
        let sources = (reference: try await first, estimate: try await second)
        for source in [sources.reference, sources.estimate] {
            verbosity.explain("read \(source.summary.path) as \(source.summary.format)")
        }
        let report = try method.report(sources.reference, sources.estimate)
        if let output { try verbosity.commit(try report.write(to: output)) }
        if picture != nil {
            let measured = TrajectoryComparisons.Measured(report, keepsCurve: true)
            let row = TrajectoryComparisons.Row(estimate: 0, run: 0, measured)
            let names = try TrajectoryInputs(reference: reference, estimates: estimates).names
            try await draw(comparisons(method, names, nil, [row]), verbosity)
        }
        guard !verbosity.quiet else { return }
        if json { try Terminal.print(json: try report.json()) } else { try Terminal.print(report.terminal()) }
    }

    @concurrent private func source(
        _ path: String,
        _ method: TrajectoryJob.Method
    ) async throws -> TrajectoryJob.Source {
        try method.source(path)
    }

    private func compareSeveral(
        _ inputs: TrajectoryInputs,
        _ method: TrajectoryJob.Method,
        _ verbosity: VerbosityOptions
    ) async throws {
        let files = output.map {
            TrajectoryErrorFiles(directory: $0, estimates: inputs.names, runs: inputs.runNames)
        }
        let keepsCurves = picture != nil && inputs.runNames == nil
        let outcome = try await TrajectoryJob(method: method, keepsCurves: keepsCurves, files: files)
            .run(inputs, jobs: jobs.count)
        let unpaired = inputs.unpaired.map { IncompleteTrajectories.Failure(reason: $0, isEnvironment: false) }
        let total = inputs.unpaired.count + outcome.rows.count
        let incomplete = IncompleteTrajectories(unpaired + outcome.failures, of: total)
        if let incomplete, outcome.failures.count == outcome.rows.count { throw incomplete }
        let report = comparisons(method, inputs.names, inputs.runNames, outcome.rows, unpaired: inputs.unpaired)
        if let output {
            try verbosity.commit(outcome.paths + (try ReportWriter(directory: output).write(try report.files())))
        }
        try await draw(report, verbosity)
        if !verbosity.quiet {
            if json {
                try Terminal.print(json: try report.json())
            } else {
                try Terminal.print(report.terminal(width: Terminal.width))
            }
        }
        if let incomplete { throw incomplete }
    }

    private func comparisons(
        _ method: TrajectoryJob.Method,
        _ names: [String],
        _ runs: [String]?,
        _ rows: [TrajectoryComparisons.Row],
        unpaired: [String] = []
    ) -> TrajectoryComparisons {
        TrajectoryComparisons(
            method.metric,
            of: method.part,
            alignment: method.alignment,
            estimates: names,
            runs: runs,
            rows: rows,
            unpaired: unpaired,
            tool: ToolVersion.tool
        )
    }

    private func draw(_ report: TrajectoryComparisons, _ verbosity: VerbosityOptions) async throws {
        guard let picture else { return }
        try await TrajectoryPicture(report).save(to: picture)
        try verbosity.commit([picture])
    }
}
