import ArgumentParser
import Evaluation
import SensorModel

/// What a real recording needs before its figures mean anything.
struct ComparisonOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "What estimates are held against: the truth, the device's own attitude, or its integrated gyroscope "
                + "(default: truth where there is one, else gyroscope, else device).",
            valueName: ReferenceKind.allCases.map(\.rawValue).joined(separator: "|")
        ),
        transform: Self.kind
    )
    var reference: ReferenceKind?

    @Option(
        help: ArgumentHelp(
            "How long an integrated gyroscope is trusted, and the short-term error's span.",
            valueName: "SECONDS"
        )
    )
    var span = 2.0

    @Option(
        help: ArgumentHelp(
            "Which estimate a reference sample is held against: interpolated to its time over gaps up to SECONDS "
                + "(default: 0.1 s or three intervals), the nearest within SECONDS, or one at the same time.",
            valueName: "interpolated[:SECONDS]|nearest:SECONDS|exact"
        ),
        transform: Association.init(argument:)
    )
    var association: Association?

    @Option(
        help: ArgumentHelp(
            "Leave the first seconds of each recording out of every figure; pipelines still run through them.",
            valueName: "SECONDS"
        )
    )
    var skip = 0.0

    @Flag(help: "Move the sensors' times onto the clock of the truth or the poses.")
    var alignClocks = false

    @Flag(
        help: "Fit constant rotations of the truth's body and world first, from turns and gravity; north stays open."
    )
    var fitFrames = false

    func validate() throws {
        if fitFrames, let reference, reference != .truth {
            throw ValidationError(
                "--fit-frames is for the truth, not for --reference \(reference.rawValue); take one of them out."
            )
        }
        try Setting.span.validate(span)
        try Setting.skip.validate(skip)
    }

    func options(headingAlignment: HeadingAlignment) -> EvaluationOptions {
        var options = EvaluationOptions(headingAlignment: headingAlignment, span: span)
        options.reference = reference
        if let association { options.association = association }
        options.skip = skip
        options.alignsClocks = alignClocks
        options.fitsFrames = fitFrames
        return options
    }

    private static func kind(_ argument: String) throws -> ReferenceKind {
        guard let kind = ReferenceKind(rawValue: argument) else {
            let names = ReferenceKind.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("found '\(argument)', expected one of \(names); change the value")
        }
        return kind
    }
}
