import ArgumentParser
import SensorModel

/// The command line.
@main
struct Sextant: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
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

    static func main() async {
        do {
            try checkSubcommand(CommandLine.arguments.dropFirst().first)
            var command = try parseAsRoot()
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
        } catch {
            CommandFailure(error, of: self).exit()
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
