import ArgumentParser
import Evaluation
import Pipelines
import Recordings
import SensorModel

struct EvaluateCommand: AsyncParsableCommand, ReplacingCommand {
    static let configuration = CommandConfiguration(
        commandName: "evaluate",
        abstract: "Run pipelines over recordings and report accuracy, jitter and latency.",
        discussion: """
            A SPEC is an estimator with filters, such as triad, triad+lowPass:alpha=0.2 or \
            madgwick:beta=0.12,reference=halved. Filters before the estimator process the sensors' vectors. Filters \
            after the estimator process the orientation. A SPEC may also be a YAML file. See 'sextant list estimators' \
            and 'sextant list filters'.

            An estimator may be your own program, described in a YAML file with 'command' (my-ekf.yaml:beta=0.1), or a \
            shared library (plugin:./libmine.so:beta=0.1).

            A SPEC that begins with 'fixes', 'poses' or 'pdr' estimates the location, with errors in metres. Examples: \
            fixes+positionKalman, fixes:accuracyLimit=20+movingAverage, poses:anchor=last. See 'sextant list locations'.

            A SPEC may also be a described system of 'sextant list systems', with changed constants: \
            area:radius=5km,alpha=0.2. The screen of a system is also measured with --screen, --pois or --at, or if \
            the SPEC changes a constant of the screen. Every place is compared with its correct position on the same \
            screen. If the recording has no fixes, the user is at --at, or where the recording was made. --camera \
            shows the places of every pipeline on the screen of one phone: --pipeline vqf --camera iphone4s.

            --estimate reads orientations that another program computed: a file with the columns t,qw,qx,qy,qz, in TUM \
            or EuRoC format, or a CSV with named columns (also roll, pitch and yaw). A folder has one file per \
            recording: RECORDING.csv, .tum or .txt. Without keys, the orientations rotate from the device to East, \
            North, Up, and have times of the recording's clock. Example: --estimate mine=out/,order=xyzw,world=ned

            --estimate also reads positions: a CSV with latitude and longitude, or with x and y in metres in the axes \
            of the recording's reference, and optionally altitude, horizontalAccuracy and verticalAccuracy. With \
            content=positions, the positions of a TUM, EuRoC or GeoPose file are read.
            """
    )

    @Option(
        name: .customLong("pipeline"),
        help: ArgumentHelp(
            "Pipeline or system to evaluate; repeatable (default: madgwick and vqf; all systems with --screen; none "
                + "with --estimate).",
            valueName: "SPEC"
        )
    )
    var pipelines: [String] = []

    @OptionGroup var estimates: EstimateArguments

    @Option(
        name: .customLong("true-positions"),
        help: ArgumentHelp(
            "True positions as the reference of locations, such as those of a better receiver: NMEA, GPX, GeoPose or "
                + "a CSV with latitude and longitude, or a folder with a file per recording.",
            valueName: "PATH"
        )
    )
    var truePositions: String?

    @Flag(help: "Also measure errors on the screen; plain pipelines use the phone iphone4s (see --camera).")
    var screen = false

    @OptionGroup var arguments: EvaluationArguments

    var replacement: ReplaceOption { arguments.replacement }

    func validate() throws {
        try pipelines.validateDistinct("--pipeline")
        guard let truePositions else { return }
        if truePositions.isEmpty { throw ValidationError("--true-positions is empty; name a file or a folder.") }
        if !arguments.simulated.scenarios.isEmpty {
            throw ValidationError("--true-positions is for recordings; remove --scenario.")
        }
    }

    func run() async throws {
        let usual = estimates.sources.isEmpty ? ["madgwick", "vqf"] : []
        let standard = screen ? SystemCatalogue.declarations.map(\.name) : usual
        let names = pipelines.isEmpty ? standard : pipelines
        let camera = try arguments.scene.camera()
        let hasScene = screen || arguments.scene.isGiven
        let subjects = try names.map { name in
            screen || camera != nil
                ? .system(try SystemArgument.read(name, on: camera))
                : try SystemArgument.subject(name, hasScene: hasScene)
        }
        let files = try estimates.subjects(besides: names, recordings: try arguments.recordingCount())
        try await arguments.evaluate(
            subjects + files,
            names: names + estimates.names,
            showsScreens: screen || camera != nil,
            truePositions: try positions(for: subjects),
            unread: estimates.unreadFiles
        )
    }

    /// Returns the source of true positions, or `nil` if the user specified none.
    ///
    /// - Throws: `InputError` if the path does not exist. `UsageError` if the path is a single file but there are
    ///   several recordings, or if a subject estimates no location.
    private func positions(for subjects: [EvaluationSubject]) throws -> TruePositions? {
        guard let truePositions else { return nil }
        let other = subjects.first { if case .location = $0 { false } else { true } }
        if let other {
            throw UsageError(
                "--true-positions: '\(other.text)' estimates no location; see 'sextant list locations'"
            )
        }
        let source = EstimateSource(name: "true positions", path: truePositions)
        guard source.isFolder || source.isSingleFile else {
            throw InputError(file: truePositions, message: "no such file or folder", advice: "check --true-positions")
        }
        guard source.isFolder || arguments.recordings.count == 1 else {
            throw UsageError(
                "--true-positions: one file is for one recording only; name a folder with a file per recording"
            )
        }
        return TruePositions(path: truePositions)
    }
}
