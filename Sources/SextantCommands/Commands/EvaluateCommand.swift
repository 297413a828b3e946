import ArgumentParser
import Evaluation
import Pipelines

/// `sextant evaluate`.
struct EvaluateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "evaluate",
        abstract: "Run pipelines over recordings and report accuracy, jitter and latency.",
        discussion: """
            A SPEC is an estimator with filters: triad, triad+lowPass:alpha=0.2, madgwick:beta=0.12,reference=halved. Filters \
            before the estimator process the sensors' vectors, filters after it the orientation. A SPEC may also be a YAML \
            file. See 'sextant list estimators' and 'sextant list filters'.

            An estimator may be a program of yours, described in a YAML file with 'command' (my-ekf.yaml:beta=0.1), or a \
            shared library (plugin:./libmine.so:beta=0.1).

            A SPEC may also be a described system of 'sextant list systems', with any of its constants changed: \
            area:radius=5km,alpha=0.2. With --screen, --pois or --at its screen is measured, too: every place is compared with \
            its correct position on the same screen. Without fixes the user is where the recording was made, or at --at.
            """
    )

    @Option(
        name: .customLong("pipeline"),
        help: ArgumentHelp(
            "Pipeline or system to evaluate; repeatable (default: triad and madgwick; with --screen all systems).",
            valueName: "SPEC"
        )
    )
    var pipelines: [String] = []

    @Flag(help: "Replay described systems with their screens.")
    var screen = false

    @OptionGroup var arguments: EvaluationArguments

    func validate() throws {
        try pipelines.validateDistinct("--pipeline")
    }

    func run() async throws {
        let standard = screen ? SystemCatalogue.declarations.map(\.name) : ["triad", "madgwick"]
        let names = pipelines.isEmpty ? standard : pipelines
        let hasScene = screen || arguments.scene.isGiven
        let subjects = try names.map { try SystemArgument.subject($0, hasScene: hasScene) }
        try await arguments.evaluate(subjects, names: names, showsScreens: screen)
    }
}
