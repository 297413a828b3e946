import ArgumentParser
import Diagnosis
import Evaluation
import Experiments
import Foundation
import Geodesy
import Pipelines
import Positions
import Recordings
import Reporting
import SensorModel

/// The arguments of `evaluate` and `systems`, and the evaluation that they describe.
struct EvaluationArguments: ParsableArguments {
    @Argument(help: "Recordings: folders or files.")
    var recordings: [String] = []

    @OptionGroup var simulated: ScenarioOptions

    @OptionGroup var reading: RecordingOptions

    @OptionGroup var scene: SystemSceneOptions

    @OptionGroup var picture: PictureOptions

    @OptionGroup var reference: ReferenceOptions

    @Option(
        help: ArgumentHelp(
            "Metrics to measure, separated by commas; repeatable (default: all). See 'sextant list metrics'.",
            valueName: "LIST"
        ),
        transform: Self.metrics(argument:)
    )
    var metrics: [Set<Metric>] = []

    @Option(help: ArgumentHelp("Write reports to this directory.", valueName: "DIR"))
    var output: String?

    @Option(
        help: ArgumentHelp(
            "Reports to write to --output: \(ReportFormat.names) (default: md,csv,json).",
            valueName: "LIST"
        )
    )
    var format: String?

    @Flag(help: "Write the estimated orientations or positions to --output.")
    var estimates = false

    @OptionGroup var figures: FigureOptions

    @OptionGroup var stepSummary: StepSummaryOption

    @OptionGroup var jobs: JobsOption

    @Flag(name: .customLong("fail-fast"), help: "Stop at the first recording that cannot be evaluated.")
    var failsFast = false

    @Flag(help: "Exclude single samples with impossible values; such samples are always listed.")
    var excludeOutliers = false

    @OptionGroup var strictness: StrictOptions

    @OptionGroup var replacement: ReplaceOption

    @OptionGroup var verbosity: VerbosityOptions

    func validate() throws {
        if recordings.isEmpty, simulated.scenarios.isEmpty {
            throw ValidationError("There is nothing to evaluate; name a recording, or simulate one with --scenario.")
        }
        if output == nil, estimates || format != nil {
            throw ValidationError("--\(estimates ? "estimates" : "format") requires --output; add --output DIR.")
        }
        if output?.isEmpty ?? false { throw ValidationError("--output is empty; name a directory.") }
        if recordings.contains("") { throw ValidationError("A recording's path is empty; name a folder or a file.") }
        if picture.file != nil, recordings.count + simulated.scenarios.count != 1 {
            throw ValidationError("--picture shows one recording; name exactly one.")
        }
    }

    /// Parses names of metrics, separated by commas.
    ///
    /// - Throws: `ValidationError` for an unknown name.
    private static func metrics(argument: String) throws -> Set<Metric> {
        let known = MetricCatalogue.metrics + CommandExtension.catalogue.addedMetrics
        let metrics = try argument.split(separator: ",", omittingEmptySubsequences: false).map { item in
            let word = item.trimmingCharacters(in: .whitespaces)
            if let metric = known.first(where: { $0.name == word }) { return metric }
            let hint = NearestName.hint(for: word, among: known.map(\.name))
            throw ValidationError("unknown metric '\(word)'; \(hint ?? "see 'sextant list metrics'")")
        }
        return Set(metrics)
    }

    /// Returns the number of recordings and simulations.
    func recordingCount() throws -> Int { recordings.count + (try simulated.simulations().count) }

    /// Evaluates pipelines, systems and estimates over the recordings, writes the requested files, and prints the
    /// table.
    ///
    /// - Parameters:
    ///   - subjects: The pipelines, systems and estimates.
    ///   - names: The subjects as written on the command line. The output files of the estimates are named after them.
    ///   - showsScreens: Whether the table has the columns of systems.
    ///   - truePositions: The reference of location pipelines and estimated positions, or `nil` to use each recording's
    ///     own reference.
    ///   - unread: A closure that returns sentences about files of estimates that belong to no run.
    /// - Throws: `IncompleteEvaluation` at the end if some recordings cannot be evaluated.
    func evaluate(
        _ subjects: [EvaluationSubject],
        names: [String],
        showsScreens: Bool,
        truePositions: TruePositions? = nil,
        unread: (EvaluationResults) -> [String] = { _ in [] }
    ) async throws {
        let systems = subjects.compactMap { subject -> DescribedSystem? in
            if case .system(let system) = subject { system } else { nil }
        }
        if picture.file != nil, systems.isEmpty {
            throw UsageError(
                "--picture: no pipeline has a screen; add --camera iphone4s, or name a system with --pipeline"
            )
        }
        let formats = try format.map(ReportFormat.parse(list:)) ?? ReportFormat.usual
        var job = try EvaluationJob(recordings: recordings, simulated: simulated, reading, verbosity)
        job.truePositions = truePositions
        let summary = try stepSummary.file()
        try claimOutputs(formats)
        var options = reference.evaluationOptions()
        options.keepsSeries = figures.keepsSeries(for: output == nil ? [] : formats)
        options.seriesColumns = RunSeries.columns(forRuns: try recordingCount() * subjects.count)
        options.addedMetrics = CommandExtension.catalogue.addedMetrics
        options.metrics = metrics.isEmpty ? nil : metrics.reduce(into: []) { $0.formUnion($1) }
        options.excludesOutliers = excludeOutliers
        var batch = BatchEvaluation(
            subjects: subjects,
            scene: try scene.scene(),
            options: options,
            jobs: jobs.count,
            keepsEstimates: estimates,
            failsFast: failsFast,
            isStrict: strictness.strict
        )
        batch.remarkOnEstimates = { run, source, recording in
            EstimateHint.warning(on: run, from: source, over: recording)
        }
        let stop = StopRequest { [verbosity] in
            verbosity.note("finishing the recordings in progress; press Ctrl-C again to stop at once")
        }
        let outcome = try await job.run(batch, until: stop.wish)
        for sentence in unread(outcome.results) { verbosity.note(sentence) }
        if let output { try write(outcome, names, formats, to: output) }
        if let plots = figures.plots { try await verbosity.draw(outcome.results, to: plots) }
        try OutputGate.commit()
        if let summary { try stepSummary.append(outcome.results, to: summary) }
        if !verbosity.quiet {
            let report = TerminalReport(
                width: Terminal.width,
                colour: Terminal.wantsColour,
                isOfSystems: showsScreens
            )
            try Terminal.print(report.render(outcome.results))
            if !outcome.results.runs.contains(where: \.hasMeasured), let (path, layout) = job.layouts.first,
                let step = NextStep.afterNothing(path, layout, reference.reference)
            {
                verbosity.note(step)
            }
        }
        if let incomplete = outcome.incomplete {
            if stop.wish.isMade { Terminal.printError("\(incomplete)\n") }
            stop.endProcess()
            throw incomplete
        }
        if let file = picture.file { try await draw(systems, batch, job, to: file) }
    }

    /// Checks the outputs before the evaluation.
    private func claimOutputs(_ formats: [ReportFormat]) throws {
        if let output {
            try ReportWriter(directory: output).check()
            try ResultFolder.claim(output, .results, names: ([.json] + formats).map(\.fileName))
        }
        if let plots = figures.plots {
            try PlotFiles(directory: plots).check()
            try ResultFolder.claim(plots, .plots)
        }
        if let file = picture.file { try OutputGate.checkFile(file) }
    }

    private func write(
        _ outcome: EvaluationJob.Outcome,
        _ names: [String],
        _ formats: [ReportFormat],
        to directory: String
    ) throws {
        if estimates {
            let outcomes = outcome.outcomes
            let recordings = stride(from: 0, to: outcomes.count, by: names.count).map {
                outcomes[$0].run.recording.name
            }
            let writer = EstimatesWriter(directory: directory, recordings: recordings, pipelines: names)
            for (index, outcome) in outcomes.enumerated() {
                let (recording, pipeline) = index.quotientAndRemainder(dividingBy: names.count)
                let content =
                    outcome.positions.map(EstimatesWriter.content) ?? EstimatesWriter.content(outcome.estimates)
                let path = try writer.write(content, recording: recording, pipeline: pipeline)
                verbosity.explain("wrote \(path)")
            }
        }
        let writer = ReportWriter(directory: directory)
        let paths = try writer.write(outcome.results, formats: formats)
        for path in paths { verbosity.explain("wrote \(path)") }
    }

    private func draw(
        _ systems: [DescribedSystem],
        _ batch: BatchEvaluation,
        _ job: EvaluationJob,
        to file: String
    ) async throws {
        let paths = try SystemPaths.replay(
            try job.reader(job.inputs[0]),
            systems: systems,
            scene: batch.scene,
            place: picture.place,
            start: picture.from,
            duration: picture.seconds,
            options: batch.options
        )
        try await ScreenPicture(paths).save(to: file)
        try verbosity.commit([file])
    }
}

/// The options `--plots`, for plots of the errors, and `--series`, for the errors over time in `results.json`.
struct FigureOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Write plots as SVG and PDF to this directory; requires gnuplot.", valueName: "DIR"))
    var plots: String?

    @Flag(help: "Store the errors over time in results.json; --format html, --format jsonl and --plots also do so.")
    var series = false

    func validate() throws {
        if plots?.isEmpty ?? false { throw ValidationError("--plots is empty; name a directory.") }
    }

    /// Returns whether the errors over time must be computed, because an output of this command contains them.
    func keepsSeries(for formats: [ReportFormat]) -> Bool {
        series || plots != nil || formats.contains(where: \.needsSeries)
    }
}

/// The options for the places that systems show, for the user's position, and for the camera.
struct SystemSceneOptions: ParsableArguments {
    @Option(
        name: .customLong("pois"),
        help: ArgumentHelp(
            "Places that systems show: CSV, GPX, KML, GeoJSON, GDDF, AREA's XML, or a store of 'sextant deltas'; "
                + "repeatable (default: a ring of 72 around the user). Rows of a CSV with a column t are moving places.",
            valueName: "FILE"
        )
    )
    var placeFiles: [String] = []

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Position of the user, in degrees and metres (default: the recording's fixes).",
            valueName: "LAT,LON[,HEIGHT]"
        )
    )
    var at: String?

    @Option(
        help: ArgumentHelp(
            "Location pipeline whose positions replace the recording's fixes: a SPEC such as fixes+positionKalman "
                + "(see 'sextant list locations'), or a program's YAML file.",
            valueName: "SPEC"
        )
    )
    var location: String?

    @Option(
        name: .customLong("camera"),
        help: ArgumentHelp(
            "Phone whose screen shows the places for every pipeline and system: a name of 'sextant list cameras', or "
                + "the fields of view in degrees and the screen in pixels, such as 43.9x56.4@320x480 (default: each "
                + "system's own phone; pipelines have no screen).",
            valueName: "NAME"
        )
    )
    var cameraName: String?

    /// Returns the camera that the user specified, or `nil` if each system uses its own camera.
    ///
    /// - Throws: `InputError` for an unknown name.
    func camera() throws -> CameraEntry? { try cameraName.map { try CameraCatalogue.entry(parsing: $0) } }

    /// A Boolean value that indicates whether the user specified places, a position or a location pipeline.
    var isGiven: Bool { !placeFiles.isEmpty || at != nil || location != nil }

    func validate() throws {
        if at != nil, location != nil { throw ValidationError("--at and --location exclude each other; remove one.") }
        if placeFiles.contains("") { throw ValidationError("--pois is empty; name a file of places.") }
    }

    /// Reads the places and the position.
    ///
    /// - Throws: `UsageError` for an invalid position, or `InputError` for a file that cannot be read.
    func scene() throws -> SystemScene {
        var scene = SystemScene(station: try at.map { try DistanceArguments.position($0, option: "at") })
        scene.location = try location.map {
            try PipelineArgument.location($0)
                ?? LocationPipelineSpecification(parsing: $0, lookup: CommandExtension.catalogue.stages)
        }
        guard !placeFiles.isEmpty else { return scene }
        var places: [PointOfInterest] = []
        for path in placeFiles {
            guard !StoreFile.isDatabase(path) else {
                places += try SQLitePlaceStore.places(ofFile: path)
                continue
            }
            let file = try PlaceReader.read(path: path)
            places += file.places
            scene.moving += file.moving
            let isMoving = !file.moving.isEmpty
            for (reason, count) in file.leftOut.sorted(by: { $0.key < $1.key })
            where !(isMoving && reason == PlaceFile.movingReason) {
                scene.remarks.append("\(path): left out \(count) × \(reason)")
            }
        }
        if !places.isEmpty { scene.places = PlaceSet(places) }
        return scene
    }
}
