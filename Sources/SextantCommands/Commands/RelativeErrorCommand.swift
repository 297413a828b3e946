import ArgumentParser
import Evaluation
import Positions
import SensorModel

/// `sextant rpe`.
struct RelativeErrorCommand: AsyncParsableCommand, ReplacingCommand {
    static let configuration = CommandConfiguration(
        commandName: "rpe",
        abstract: "Compare two trajectories over short distances: the relative pose error.",
        discussion: """
            Reads TUM, EuRoC, KITTI and native files. The figures equal those of the Python tool evo_rpe; only Sextant \
            accepts a delta in seconds. The delta is measured on the estimate. The relative error shows drift, and requires no \
            alignment except that of the scale.
            """
    )

    @OptionGroup var options: TrajectoryOptions

    var replacement: ReplaceOption { options.replacement }

    @Option(help: "Part of the error to measure: metres, degrees, both mixed, or the distance of two points in metres.")
    var part: PosePart = .translation

    @Option(parsing: .unconditional, help: ArgumentHelp("Distance between the poses of a pair.", valueName: "NUMBER"))
    var delta: Double = 1

    @Option(name: .customLong("delta-unit"), help: "Unit of --delta.")
    var unit: PosePairing.Unit = .frames

    @Flag(
        name: .customLong("all-pairs"),
        help: "Start a pair at every pose (default: at the end of the previous pair)."
    )
    var usesAllPairs = false

    @Option(
        name: .customLong("delta-tolerance"),
        parsing: .unconditional,
        help: ArgumentHelp("Accepted deviation of a pair with --all-pairs, as a share of --delta.", valueName: "SHARE")
    )
    var tolerance: Double = 0.1

    @OptionGroup var verbosity: VerbosityOptions

    func validate() throws {
        guard PosePairing.accepts(delta, unit) else {
            let need =
                switch unit {
                case .frames: "a whole number of frames, from 1 to \(DecimalText.exact(PosePairing.most))"
                case .seconds, .metres:
                    "a number of \(unit.rawValue) above 0, up to \(DecimalText.exact(PosePairing.most))"
                case .degrees: "degrees above 0, up to 180"
                }
            throw ValidationError("--delta is \(delta); use \(need).")
        }
        try Setting.pairTolerance.validate(tolerance)
    }

    func run() async throws {
        let pairing = PosePairing(delta: delta, unit: unit, usesAllPairs: usesAllPairs, tolerance: tolerance)
        try await options.compare(.relative(pairing), of: part, verbosity: verbosity)
    }
}
