import ArgumentParser
import Evaluation
import Pipelines

/// The subcommand `sextant systems`, a short form of `sextant evaluate --screen`.
struct SystemsCommand: AsyncParsableCommand, ReplacingCommand {
    static let configuration = CommandConfiguration(
        commandName: "systems",
        abstract: "Replay described systems and measure their screens: short for 'evaluate --screen'.",
        discussion: """
            'sextant systems --system NAME' is 'sextant evaluate --screen --pipeline NAME', with the same options, reports and \
            exit codes. See 'sextant evaluate --help'.
            """
    )

    @Option(
        name: .customLong("system"),
        help: ArgumentHelp("System or pipeline to replay; repeatable.", valueName: "SPEC|FILE")
    )
    var systems: [String] = SystemCatalogue.declarations.map(\.name)

    @OptionGroup var arguments: EvaluationArguments

    var replacement: ReplaceOption { arguments.replacement }

    func validate() throws {
        try systems.validateDistinct("--system")
    }

    func run() async throws {
        let camera = try arguments.scene.camera()
        let subjects = try systems.map { EvaluationSubject.system(try SystemArgument.read($0, on: camera)) }
        try await arguments.evaluate(subjects, names: systems, showsScreens: true)
    }
}
