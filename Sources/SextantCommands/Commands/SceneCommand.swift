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
        abstract: "Estimate the heading of a tracked scene's axes from location fixes, as Yandex.Maps does.",
        discussion: """
            Requires recordings with poses, such as ARKit's, and fixes with their accuracy. Shows each correction of the axes, \
            its uncertainty, and the remaining yaw error compared with the recording's reference. --turn adds a known error, \
            which the estimate should recover.
            """
    )

    @Argument(help: "Recordings: folders or files.")
    var recordings: [String]

    @OptionGroup var reading: RecordingOptions

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Rotate the scene clockwise first, as an error at the start of its session.",
            valueName: "DEGREES"
        )
    )
    var turn: Double = 0

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Use only fixes with at least this accuracy radius.", valueName: "METRES")
    )
    var bestAccuracy: Double?

    @OptionGroup(title: "Method") var method: SceneMethodOptions

    @Flag(help: "Print one JSON object.")
    var json = false

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
        let known = try reading.reader(verbosity)
        var scenes: [SceneEvaluation] = []
        for path in recordings {
            reading.noteLayout(of: path, verbosity)
            let reader = reading.guess ? try reading.reader(of: path, verbosity) : known
            scenes.append(try SceneEvaluation(try reader.read(path: path), path: path, options: options))
        }
        let report = SceneReport(scenes)
        if json {
            try Terminal.print(json: try report.json())
        } else if !verbosity.quiet {
            try Terminal.print(report.text(width: Terminal.width, colour: Terminal.wantsColour))
        }
    }
}
