import Evaluation
import Foundation
import Pipelines
import Positions
import Recordings
import Reporting
import SensorModel

/// Commands without ArgumentParser, layout detection and output files. They run the same checks, clocks, metrics and
/// reports in a fraction of the time.
///
/// Options with values that the command line rejects have their defaults here.
struct LibraryCommand {
    let words: CommandWords
    /// A Boolean value that indicates whether reports in JSON, CSV and Markdown are rendered.
    let writesReports: Bool

    private static let native = LayoutCatalogue.builtIn.layouts.first { $0.name == "native" }
    private static let reading = DelimitedReading(threads: 1)
    private static let tool = ProgramVersion(version: "0", revision: "fuzzing")

    /// The names of the supported commands.
    static let names: Set<String> = ["evaluate", "systems", "inspect", "scene", "convert", "ape", "rpe"]

    /// Runs the command.
    ///
    /// - Throws: the error that the command line would print.
    func run() async throws {
        switch words.words[0] {
        case "evaluate", "systems": try await evaluate()
        case "inspect": try inspect()
        case "scene": try scene()
        case "convert": try convert()
        case "ape": try compareTrajectories(.absolute)
        default: try compareTrajectories(.relative(pairing))
        }
    }

    private func recording() throws -> Recording {
        try RecordingReader(layout: Self.native, reading: Self.reading).read(path: words.words[1])
    }

    private var options: EvaluationOptions {
        let span = words.number("--span") ?? 2
        var options = EvaluationOptions(
            headingAlignment: words.value("--heading-alignment").flatMap(HeadingAlignment.init) ?? .none,
            span: EvaluationOptions.spans.contains(span) ? span : 2
        )
        options.reference = words.value("--reference").flatMap(ReferenceKind.init)
        switch words.value("--association") {
        case "exact": options.association = .exact
        case let text? where text.hasPrefix("nearest:"):
            options.association = .nearest(limit: Double(text.dropFirst(8)) ?? 0.01)
        case "interpolated:0.5": options.association = .interpolated(longestGap: 0.5)
        default: break
        }
        options.alignsClocks = words.has("--align-clocks")
        options.fitsFrames = words.has("--fit-frames") && (options.reference ?? .truth) == .truth
        options.keepsSeries = words.has("--series")
        let metrics = words.value("--metrics").map {
            $0.split(separator: ",").compactMap { MetricCatalogue.metric(named: "\($0)") }
        }
        options.metrics = metrics.map(Set.init)
        return options
    }

    private func evaluate() async throws {
        let pipelines = words.values("--pipeline").filter { !$0.hasSuffix(".yaml") }
        let systems = words.values("--system").filter { !$0.hasSuffix(".yaml") }
        let subjects =
            try pipelines.map { EvaluationSubject.pipeline(try PipelineSpecification(parsing: $0)) }
            + systems.map { EvaluationSubject.system(try DescribedSystem(parsing: $0)) }
        let batch = BatchEvaluation(subjects: subjects, options: options, isStrict: words.has("--strict"))
        let reader = RecordingReader(layout: Self.native, reading: Self.reading)
        let outcome = await batch.evaluate([words.words[1]]) { path throws(InputError) in try reader.read(path: path) }
        let host = EvaluationResults.Host(
            system: "",
            architecture: "",
            cores: 1,
            build: "release",
            jobs: 1,
            startedAt: "2026-01-01T00:00:00Z",
            elapsedSeconds: 0
        )
        let results = EvaluationResults(tool: Self.tool, host: host, runs: outcome.outcomes.map(\.run))
        _ = TerminalReport(isOfSystems: !systems.isEmpty).render(results)
        guard writesReports else { return }
        for format in [ReportFormat.json, .csv, .markdown] { _ = try format.content(results) }
    }

    private func inspect() throws {
        let inspection = RecordingInspection(try recording(), path: words.words[1])
        let report = InspectionReport(recordings: [inspection], tables: [])
        if words.has("--json") { _ = try report.json() } else { _ = report.text(width: 80, colour: false) }
        guard words.has("--fit-noise") else { return }
        _ = try NoiseFit(try recording(), path: words.words[1], isAtRest: words.has("--at-rest"))
    }

    private func scene() throws {
        var options = SceneEvaluationOptions()
        let turn = words.number("--turn") ?? 0
        if turn.isFinite { options.addedTurn = Angle(degrees: turn) }
        if let best = words.number("--best-accuracy"), best >= 0, best.isFinite { options.bestAccuracy = best }
        options.locator.aligner.keepsEstimates = words.has("--keep")
        options.locator.aligner.isWeighted = !words.has("--unweighted")
        if let count = words.number("--count"), count >= 1, count <= 50 {
            options.locator.aligner.countLimit = Int(count)
        }
        if let time = words.number("--time"), time >= 0, time.isFinite { options.locator.aligner.timeLimit = time }
        let report = SceneReport([try SceneEvaluation(try recording(), path: words.words[1], options: options)])
        if words.has("--json") { _ = try report.json() } else { _ = report.text(width: 80, colour: false) }
    }

    private func convert() throws {
        let recording = try recording()
        if let form = words.value("--to").flatMap(WrittenTrajectory.Form.init) {
            let stream = words.value("--stream").flatMap(WrittenTrajectory.Stream.init)
            let file = WrittenTrajectory(recording, stream: stream, form: form)?.file(named: "poses")
            while file?.next() != nil {}
        } else {
            for file in recording.nativeFiles() { while file.next() != nil {} }
        }
    }

    private var pairing: PosePairing {
        let unit = words.value("--delta-unit").flatMap(PosePairing.Unit.init) ?? .frames
        let delta = words.number("--delta") ?? 1
        let tolerance = words.number("--delta-tolerance") ?? 0.1
        return PosePairing(
            delta: PosePairing.accepts(delta, unit) ? delta : 1,
            unit: unit,
            usesAllPairs: words.has("--all-pairs"),
            tolerance: tolerance >= 0 && tolerance.isFinite ? tolerance : 0.1
        )
    }

    private func compareTrajectories(_ metric: TrajectoryMetric) throws {
        let given = words.value("--input-format").flatMap(TrajectoryFormat.init)
        let sources = try words.words[1...2].map { path in
            let format = try given ?? TrajectoryFormat.detect(path: path)
            let trajectory = try TrajectoryReader(format: format, reading: Self.reading).read(path: path)
            return (trajectory, TrajectorySummary(trajectory, path: path, format: format))
        }
        let (difference, offset) = (words.number("--max-difference") ?? 0.01, words.number("--offset") ?? 0)
        let matching = TrajectoryMatching(
            method: words.value("--match").flatMap(TrajectoryMatching.Method.init) ?? .nearest,
            maximumDifference: difference >= 0 && difference.isFinite ? difference : 0.01,
            offset: offset.isFinite ? offset : 0
        )
        let part = words.value("--part").flatMap(PosePart.init) ?? .translation
        let comparison = try TrajectoryComparison(
            metric,
            of: metric == .absolute && part == .distance ? .translation : part,
            reference: sources[0].0,
            estimate: sources[1].0,
            matching: matching,
            alignment: words.value("--align").flatMap(PoseAlignment.init) ?? .none
        )
        let report = TrajectoryReport(comparison, reference: sources[0].1, estimate: sources[1].1, tool: Self.tool)
        if words.has("--json") { _ = try report.json() } else { _ = report.terminal() }
    }
}
