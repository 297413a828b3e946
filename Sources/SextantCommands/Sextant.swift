public import ArgumentParser
import SensorModel

/// The command line.
public struct Sextant: AsyncParsableCommand {
    public static let configuration = CommandConfiguration(
        commandName: "sextant",
        abstract: "Measures the filters and distance formulas behind location-based augmented reality.",
        version: ToolVersion.description,
        subcommands: [
            EvaluateCommand.self,
            SystemsCommand.self,
            RunCommand.self,
            MergeCommand.self,
            ReportCommand.self,
            CompareCommand.self,
            InspectCommand.self,
            SceneCommand.self,
            DistancesCommand.self,
            RouteCommand.self,
            FilterCommand.self,
            AbsoluteErrorCommand.self,
            RelativeErrorCommand.self,
            SimulateCommand.self,
            ConvertCommand.self,
            PlacesCommand.self,
            DeltasCommand.self,
            TablesCommand.self,
            ListCommand.self,
        ]
    )

    public init() {}

    /// Runs the command that the process was started with. Ends the process when the command fails.
    public static func main() async {
        Interruption.prepare()
        do {
            try await perform(Array(CommandLine.arguments.dropFirst()))
        } catch {
            CommandFailure(error, of: self).exit()
        }
    }

    /// Runs one command in this process, as a fuzzer does.
    ///
    /// - Parameter arguments: the words after `sextant`.
    /// - Returns: the exit code that the process would have ended with. Output goes to the process's own streams.
    public static func run(_ arguments: [String]) async -> Int32 {
        do {
            try await perform(arguments)
            return ExitStatus.success.rawValue
        } catch {
            return CommandFailure(error, of: self).report()
        }
    }

    private static func perform(_ arguments: [String]) async throws {
        try checkSubcommand(arguments.first)
        var command = try parseAsRoot(arguments)
        if var asynchronous = command as? any AsyncParsableCommand {
            try await asynchronous.run()
        } else {
            try command.run()
        }
    }

    /// A slip in the subcommand's name: the parser of arguments would call every argument unexpected.
    private static func checkSubcommand(_ word: String?) throws(UsageError) {
        let names = configuration.subcommands.compactMap { $0.configuration.commandName }
        guard let word, !word.hasPrefix("-"), word != "help", !names.contains(word) else { return }
        let near = NearestName.suggestion(for: word, among: names).map { "did you mean '\($0)'?" }
        throw UsageError(
            "found the subcommand '\(word)', expected one of \(names.joined(separator: ", ")); "
                + (near ?? "see 'sextant --help'")
        )
    }
}
