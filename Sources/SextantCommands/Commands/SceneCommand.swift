import ArgumentParser
import Evaluation
import Pipelines
import Recordings
import Reporting
import SensorModel

/// `sextant scene`.
struct SceneCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scene",
        abstract: "Find where a tracked scene's axes point from the fixes on the way, as Yandex.Maps does.",
        discussion: """
            Takes recordings with poses, such as ARKit's, and fixes with their accuracy. Shows each correction of the axes, how \
            sure it is, and the yaw error that it leaves against what the recording holds for true. Try --turn with any \
            angle: it is to be found again.
            """
    )

    @Argument(help: "Recordings as for evaluate.")
    var recordings: [String]

    @Option(help: ArgumentHelp("How the recordings are laid out.", valueName: "NAME|FILE"))
    var layout: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Turn the scene clockwise before, as a wrong start of its session.", valueName: "DEGREES")
    )
    var turn: Double = 0

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Use only fixes whose accuracy is this or worse.", valueName: "METRES")
    )
    var bestAccuracy: Double?

    @OptionGroup(title: "Method") var method: SceneMethodOptions

    @Flag(help: "Print one JSON object.")
    var json = false

    @OptionGroup var kept: CacheOption

    @OptionGroup var verbosity: VerbosityOptions

    func validate() throws {
        try Setting.turn.validate(turn)
        try Setting.accuracy.validate(bestAccuracy, option: "best-accuracy")
    }

    func run() throws {
        var options = SceneEvaluationOptions()
        options.locator.aligner = try method.parameters()
        options.addedTurn = Angle(degrees: turn)
        options.bestAccuracy = bestAccuracy
        let reader = RecordingReader(
            layout: try layout.map(LayoutArgument.read),
            cache: try kept.open(verbosity)
        )
        var scenes: [SceneEvaluation] = []
        for path in recordings {
            if layout == nil, let told = try? LayoutDetection(path: path) { verbosity.noteLayouts([(path, told)]) }
            scenes.append(try SceneEvaluation(try reader.read(path: path), path: path, options: options))
        }
        let report = SceneReport(scenes)
        if json {
            try Terminal.write(Array(try report.json()))
        } else if !verbosity.quiet {
            try Terminal.print(report.text(width: Terminal.width, colour: Terminal.wantsColour))
        }
    }
}
