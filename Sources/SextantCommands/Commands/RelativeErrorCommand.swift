import ArgumentParser
import Evaluation
import SensorModel

/// `sextant rpe`.
struct RelativeErrorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rpe",
        abstract: "Compare the motion of two trajectories over short spans: the relative pose error.",
        discussion: """
            Reads TUM, EuRoC, KITTI and native files. The figures are those of the Python tool evo_rpe; a delta in seconds is \
            Sextant's own. Spans are measured on the estimate. The relative error shows drift, and needs no alignment but \
            of the scale.
            """
    )

    @OptionGroup var options: TrajectoryOptions

    @Option(help: "What of the error counts: metres, degrees, both mixed, or the distance of two points in metres.")
    var part: PosePart = .translation

    @Option(parsing: .unconditional, help: ArgumentHelp("How far the poses of a pair are apart.", valueName: "NUMBER"))
    var delta: Double = 1

    @Option(name: .customLong("delta-unit"), help: "What --delta counts.")
    var unit: PosePairing.Unit = .frames

    @Flag(name: .customLong("all-pairs"), help: "Start a pair at every pose, not where the one before ends.")
    var usesAllPairs = false

    @Option(
        name: .customLong("delta-tolerance"),
        parsing: .unconditional,
        help: ArgumentHelp("With --all-pairs: how far off a pair may be, as a share of --delta.", valueName: "SHARE")
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
            throw ValidationError("--delta is \(delta); give \(need).")
        }
        try Setting.pairTolerance.validate(tolerance)
    }

    func run() async throws {
        let pairing = PosePairing(delta: delta, unit: unit, usesAllPairs: usesAllPairs, tolerance: tolerance)
        try await options.compare(.relative(pairing), of: part, verbosity: verbosity)
    }
}
