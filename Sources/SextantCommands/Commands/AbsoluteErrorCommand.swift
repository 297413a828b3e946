import ArgumentParser
import Evaluation
import Positions

/// `sextant ape`.
struct AbsoluteErrorCommand: AsyncParsableCommand, ReplacingCommand {
    static let configuration = CommandConfiguration(
        commandName: "ape",
        abstract: "Compare two trajectories pose by pose: the absolute pose error.",
        discussion: """
            Reads TUM, EuRoC, KITTI and native files. The figures equal those of the Python tool evo_ape. Use --align se3 if the \
            frames differ, sim3 if the estimate's scale is unknown (one camera), yaw if its vertical is known.
            """
    )

    @OptionGroup var options: TrajectoryOptions

    var replacement: ReplaceOption { options.replacement }

    @Option(
        help: ArgumentHelp("Part of the error to measure: metres, degrees, or both mixed.", valueName: partChoices),
        transform: Self.part(argument:)
    )
    var part: PosePart = .translation

    @OptionGroup var verbosity: VerbosityOptions

    private static let partChoices = PosePart.absolute.map(\.rawValue).joined(separator: "|")

    private static func part(argument: String) throws -> PosePart {
        guard let part = PosePart.absolute.first(where: { $0.rawValue == argument }) else {
            throw ValidationError("found '\(argument)', expected one of \(partChoices)")
        }
        return part
    }

    func run() async throws {
        try await options.compare(.absolute, of: part, verbosity: verbosity)
    }
}
