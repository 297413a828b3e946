import ArgumentParser

/// The command line.
@main
struct Sextant: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sextant",
        abstract: "Measures the filters and distance formulas behind location-based augmented reality.",
        version: ToolVersion.description,
        subcommands: [
            EvaluateCommand.self, InspectCommand.self, DistancesCommand.self, FilterCommand.self,
            AbsoluteErrorCommand.self, RelativeErrorCommand.self, SimulateCommand.self, ListCommand.self,
        ]
    )

    static func main() async {
        do {
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
}
