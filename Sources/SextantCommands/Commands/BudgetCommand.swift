import ArgumentParser
import Evaluation
import Pipelines
import Recordings
import Reporting
import SensorModel

struct BudgetCommand: AsyncParsableCommand, ReplacingCommand {
    static let configuration = CommandConfiguration(
        commandName: "budget",
        abstract: "Split the error of drawn places by cause: location, altitude, heading, tilt, delay and drawing.",
        discussion: """
            Each cause is measured alone, with the true values of all other quantities. The table lists the root mean \
            square error in pixels, by cause and by distance of the places. By default, the places surround the user, \
            from 50 m to 15 km away.

            Example: sextant budget Datasets/simulated-walk --pipeline vqf --location fixes+positionKalman
            """
    )

    @Argument(help: "Recording: a folder or a file.")
    var recording: String

    @Option(
        name: .customLong("pipeline"),
        help: ArgumentHelp("Pipeline or system that draws; repeatable (default: area and vqf).", valueName: "SPEC")
    )
    var pipelines: [String] = ["area", "vqf"]

    @OptionGroup var reading: RecordingOptions

    @OptionGroup var scene: SystemSceneOptions

    @OptionGroup var reference: ReferenceOptions

    @Option(help: ArgumentHelp("Table to print: md, csv, json or tex (default: for a terminal).", valueName: "FORMAT"))
    var format: String?

    @Option(help: ArgumentHelp("Draw the budgets as SVG; requires gnuplot.", valueName: "FILE"))
    var picture: String?

    @OptionGroup var replacement: ReplaceOption

    @OptionGroup var verbosity: VerbosityOptions

    func validate() throws {
        try pipelines.validateDistinct("--pipeline")
    }

    func run() async throws {
        if let picture { try OutputGate.checkFile(picture) }
        let formats = try format.map { try ReportFormat.parse(list: $0) } ?? []
        if formats.count > 1 { throw UsageError("--format: only one table can be printed; name only one format") }
        let camera = scene.cameraName == "own" ? nil : try scene.camera() ?? CameraCatalogue.standard
        let systems = try pipelines.map { try SystemArgument.read($0, on: camera) }
        let recording = try reading.reader(of: recording, verbosity).read(path: recording)
        let budgets = try ErrorBudget.measure(
            recording,
            systems: systems,
            scene: try scene.scene(),
            options: reference.evaluationOptions()
        )
        let report = BudgetReport(budgets, of: recording.name)
        if let format = formats.first {
            try Terminal.print(try report.table.text(format: format))
        } else {
            try Terminal.print(report.table.text(width: Terminal.width))
        }
        guard let picture else { return }
        try await report.save(pictureTo: picture)
        try verbosity.commit([picture])
    }
}
