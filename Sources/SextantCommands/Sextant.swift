public import ArgumentParser
import CMemoryReuse
import Foundation
import OutsideEstimators
import Recordings
import SensorModel

/// The command `sextant` with all its subcommands.
public struct Sextant: AsyncParsableCommand {
    /// The name, the version and the subcommands.
    public static let configuration = CommandConfiguration(
        commandName: "sextant",
        abstract: "Measure the filters and distance formulas of location-based augmented reality.",
        version: ToolVersion.description,
        subcommands: [PluginHostCommand.self, ConnectCommand.self],
        groupedSubcommands: [
            CommandGroup(
                name: "Evaluate and compare",
                subcommands: [
                    EvaluateCommand.self, SystemsCommand.self, ReplayCommand.self, RunCommand.self,
                    MergeCommand.self, CompareCommand.self, FilterCommand.self,
                ]
            ),
            CommandGroup(
                name: "Data",
                subcommands: [
                    InspectCommand.self, DoctorCommand.self, CalibrateCommand.self, LayoutCommand.self,
                    ConvertCommand.self, SimulateCommand.self,
                ]
            ),
            CommandGroup(
                name: "Positions",
                subcommands: [
                    DistancesCommand.self, RouteCommand.self, PlacesCommand.self, DeltasCommand.self,
                    SceneCommand.self, AbsoluteErrorCommand.self, RelativeErrorCommand.self, DeclinationCommand.self,
                ]
            ),
            CommandGroup(
                name: "Reports",
                subcommands: [ReportCommand.self, TablesCommand.self, ListCommand.self]
            ),
        ]
    )

    /// A command without a subcommand, which prints the help.
    public init() {}

    /// Runs the command line of the process. Ends the process if the command fails.
    public static func main() async { await main(extending: CommandExtension()) }

    /// Runs the command line of the process with the entries of a package. Ends the process if the command fails.
    ///
    /// - Parameter extension: The entries that the command line has in addition to its own.
    public static func main(extending extension: CommandExtension) async {
        Interruption.prepare()
        sextant_reuse_memory()
        let arguments = Array(CommandLine.arguments.dropFirst())
        // The command supervises this process itself.
        if arguments.first != PluginHost.subcommand {
            PluginSupervision.prepare { message in
                Terminal.printError("sextant: \(message)\n")
                return ExitStatus.badData.rawValue
            }
        }
        do {
            try checkText(ofArguments: CommandLine.unsafeArgv, count: Int(CommandLine.argc))
            try await CommandExtension.$current.withValue(`extension`) { try await perform(arguments) }
            PluginSupervision.finish(ExitStatus.success.rawValue)
        } catch {
            CommandFailure(error, of: self).exit()
        }
    }

    /// Runs one command in this process, for fuzzing. Output goes to the streams of the process.
    ///
    /// - Parameter arguments: The arguments after `sextant`.
    /// - Returns: The exit code of the command.
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
        OutputGate.open(replacing: replacesOutputs(command))
        defer { OutputGate.close() }
        if var asynchronous = command as? any AsyncParsableCommand {
            try await asynchronous.run()
        } else {
            try command.run()
        }
    }

    /// A Boolean value that indicates whether a command was given `--replace`.
    ///
    /// This is a function because a cast in the caller would tie the command to its task.
    private static func replacesOutputs(_ command: any ParsableCommand) -> Bool {
        (command as? any ReplacingCommand)?.replacement.replace ?? false
    }

    /// Rejects arguments that are not UTF-8. Swift would replace their bytes, so that a path names another file.
    private static func checkText(
        ofArguments arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>,
        count: Int
    ) throws(UsageError) {
        for index in 1..<max(1, count) {
            guard let argument = arguments[index] else { continue }
            let bytes = UnsafeBufferPointer(start: argument, count: strlen(argument)).map { UInt8(bitPattern: $0) }
            guard !FolderListing.isText(bytes) else { continue }
            throw UsageError(
                "the argument '\(FolderListing.escaped(bytes))' contains bytes that are not UTF-8; rename the file or folder"
            )
        }
    }

    /// Checks the name of the subcommand. For an unknown name, ArgumentParser would only reject the arguments.
    private static func checkSubcommand(_ word: String?) throws(UsageError) {
        let names = configuration.subcommands.compactMap { $0.configuration.commandName }
        guard let word, !word.hasPrefix("-"), word != "help", !names.contains(word) else { return }
        let near = NearestName.suggestion(for: word, among: names).map { "did you mean '\($0)'?" }
        throw UsageError(
            "unknown subcommand '\(word)'; " + (near ?? "see 'sextant --help'")
        )
    }
}
