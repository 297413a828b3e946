import ArgumentParser
import Evaluation
import Pipelines
import Recordings
import Reporting
import SensorModel

struct ReplayCommand: AsyncParsableCommand, ReplacingCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Show what the user would have seen: the screens of several pipelines over a recording.",
        discussion: """
            Writes one self-contained HTML page: the orientation of the phone, a screen for each pipeline with the \
            drawn and the correct positions of places, and the errors over time. A file that ends in .svg is a strip \
            of frames; .gif and .mp4 are films for slides and require ffmpeg.

            Example: sextant replay Datasets/pan --pipeline triad --pipeline vqf --output replay.html
            """
    )

    @Argument(help: "Recording: a folder or a file.")
    var recording: String

    @Option(
        name: .customLong("pipeline"),
        help: ArgumentHelp("Pipeline or system to show; repeatable (default: area and vqf).", valueName: "SPEC")
    )
    var pipelines: [String] = ["area", "vqf"]

    @OptionGroup var reading: RecordingOptions

    @OptionGroup var scene: SystemSceneOptions

    @OptionGroup var reference: ReferenceOptions

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Start after the first sample (default: 0; a film is centred on the largest error).",
            valueName: "SECONDS"
        )
    )
    var from: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Duration (default: 120; for a film 10).", valueName: "SECONDS")
    )
    var seconds: Double?

    @Option(help: ArgumentHelp("File to write: .html, .svg, .gif or .mp4.", valueName: "FILE"))
    var output: String

    @OptionGroup var replacement: ReplaceOption

    @OptionGroup var verbosity: VerbosityOptions

    private static let pageSeconds = 120.0
    private static let filmSeconds = 10.0

    func validate() throws {
        try pipelines.validateDistinct("--pipeline")
        if !output.hasSuffix(".html"), format == nil {
            throw ValidationError("--output is '\(output)'; name a file that ends in .html, .svg, .gif or .mp4.")
        }
        try Setting.pictureStart.validate(from)
        if let seconds { try Setting.pictureLength.validate(seconds) }
    }

    private var format: ReplayFilm.Format? {
        ReplayFilm.Format.allCases.first { output.hasSuffix(".\($0.rawValue)") }
    }

    func run() async throws {
        try OutputGate.checkFile(output)
        let camera = scene.cameraName == "own" ? nil : try scene.camera() ?? CameraCatalogue.standard
        let systems = try pipelines.map { try SystemArgument.read($0, on: camera) }
        let recording = try reading.reader(of: recording, verbosity).read(path: recording)
        let options = reference.evaluationOptions()
        var span = (from ?? 0)...((from ?? 0) + (seconds ?? Self.pageSeconds))
        if format != nil, from == nil {
            span = try filmSpan(of: recording, systems, options)
        } else if format != nil {
            span = span.lowerBound...(span.lowerBound + (seconds ?? Self.filmSeconds))
        }
        let replay = try replay(recording, systems, span, options)
        if let format {
            try await ReplayFilm(replay).save(to: output, as: format)
        } else {
            try ReplayPage(replay, rate: options.displayRate).save(to: output)
        }
        guard !verbosity.quiet else { return }
        for screen in replay.screens {
            let pixels = screen.pixelRMSE.map { "\(NumberText.short($0)) px RMS" }
            try Terminal.print(
                "\(screen.name.withoutControlCharacters): \(pixels ?? screen.reason ?? "nothing to compare")\n"
            )
        }
        if let last = replay.times.last, last < replay.duration - 1, format == nil {
            verbosity.note(
                "the replay ends at \(NumberText.short(last)) s of \(NumberText.short(replay.duration)) s; set --from "
                    + "and --seconds to show other parts"
            )
        }
        try Terminal.print("Wrote \(output)\n")
    }

    /// Returns the time span of a film, centred on the largest error of the recording.
    private func filmSpan(
        of recording: Recording,
        _ systems: [DescribedSystem],
        _ options: EvaluationOptions
    ) throws -> ClosedRange<Seconds> {
        let length = seconds ?? Self.filmSeconds
        let whole = try replay(recording, systems, 0...Self.longestSearch, options)
        let worst = whole.worstMoments(count: 1).first?.time ?? 0
        let start = min(max(0, worst - length / 2), max(0, whole.duration - length))
        return start...(start + length)
    }

    /// The maximum length in seconds of the part of a recording that is searched for the largest error.
    private static let longestSearch = 3_600.0

    private func replay(
        _ recording: Recording,
        _ systems: [DescribedSystem],
        _ span: ClosedRange<Seconds>,
        _ options: EvaluationOptions
    ) throws -> ScreenReplay {
        try ScreenReplay.replay(recording, systems: systems, scene: try scene.scene(), span: span, options: options)
    }
}
