import ArgumentParser
import Evaluation
import SensorModel

/// The options that choose the reference and control how estimates are compared with it.
struct ReferenceOptions: ParsableArguments {
    @Option(
        name: .customLong("heading-alignment"),
        help: ArgumentHelp(
            "Remove a constant heading difference: none, the mean (constant), or the difference at the first sample "
                + "(default: none; constant for pipelines without a magnetometer).",
            valueName: HeadingAlignment.choices
        ),
        transform: { try HeadingAlignment.allCases.choice($0) }
    )
    var headingAlignment: HeadingAlignment = .none

    @Option(
        help: ArgumentHelp(
            "Reference of the errors: the reference poses (truth), the device's own attitude, or the integrated "
                + "gyroscope (default: the first of truth, gyroscope and device that the recording has).",
            valueName: ReferenceKind.allCases.map(\.rawValue).joined(separator: "|")
        ),
        transform: { try ReferenceKind.allCases.choice($0, separator: ", ") }
    )
    var reference: ReferenceKind?

    @Option(
        help: ArgumentHelp(
            "Time span of the short-term error and of the integrated gyroscope as reference.",
            valueName: "SECONDS"
        )
    )
    var span = 2.0

    @Option(
        help: ArgumentHelp(
            "Estimate to compare with a reference sample: interpolated over gaps up to SECONDS (default: 0.1 s or "
                + "three intervals), the nearest estimate within SECONDS, or the estimate at the same time.",
            valueName: "interpolated[:SECONDS]|nearest:SECONDS|exact"
        ),
        transform: Association.init(argument:)
    )
    var association: Association?

    @Option(
        help: ArgumentHelp(
            "Exclude the first seconds of each recording from every metric; pipelines still process them.",
            valueName: "SECONDS"
        )
    )
    var skip = 0.0

    @Flag(help: "Shift the sensors' times to the clock of the reference or the poses.")
    var alignClocks = false

    @Flag(
        help: """
            Estimate the constant rotations of the reference's frames relative to device and Earth from rotations and \
            gravity, and remove them. North is not estimated.
            """
    )
    var fitFrames = false

    func validate() throws {
        if fitFrames, let reference, reference != .truth {
            throw ValidationError(
                "--fit-frames requires --reference truth, but --reference is \(reference.rawValue); "
                    + "remove --fit-frames or --reference."
            )
        }
        try Setting.span.validate(span)
        try Setting.skip.validate(skip)
    }

    func evaluationOptions() -> EvaluationOptions {
        var options = EvaluationOptions(headingAlignment: headingAlignment, span: span)
        options.reference = reference
        if let association { options.association = association }
        options.skip = skip
        options.alignsClocks = alignClocks
        options.fitsFrames = fitFrames
        return options
    }
}
