public import Evaluation
import Recordings
public import SensorModel

/// The options of an evaluation that an experiment sets for all recordings, or for those of one entry.
///
/// A property that is nil leaves the option as it is.
public struct RecordingOptions: Sendable, Hashable {
    /// The constant heading difference that is removed before errors are counted.
    public var headingAlignment: HeadingAlignment?
    /// Whether the sensors' times are shifted onto the clock of the reference or the poses.
    public var alignsClocks: Bool?
    /// Whether constant rotations of the reference's body and world frames are fitted first.
    public var fitsFrames: Bool?
    /// The time after the first sensor sample that is excluded from every figure.
    public var skip: Seconds?

    /// Creates options; those left out stay as they are.
    public init(
        headingAlignment: HeadingAlignment? = nil,
        alignsClocks: Bool? = nil,
        fitsFrames: Bool? = nil,
        skip: Seconds? = nil
    ) {
        self.headingAlignment = headingAlignment
        self.alignsClocks = alignsClocks
        self.fitsFrames = fitsFrames
        self.skip = skip
    }

    /// The keys in a definition.
    static let keys = ["heading-alignment", "align-clocks", "fit-frames", "skip"]

    /// Reads the options of a definition or of one of its recordings.
    init(_ root: YAMLMapping) throws(InputError) {
        headingAlignment = try root["heading-alignment"].map { item throws(InputError) in
            try item.word("heading-alignment")
        }
        alignsClocks = try root.flag("align-clocks")
        fitsFrames = try root.flag("fit-frames")
        skip = try root["skip"].map { item throws(InputError) in try item.number(Setting.skip) }
    }

    /// The options of an evaluation with these in place of its own.
    func applied(to options: EvaluationOptions) -> EvaluationOptions {
        var options = options
        if let headingAlignment { options.headingAlignment = headingAlignment }
        if let alignsClocks { options.alignsClocks = alignsClocks }
        if let fitsFrames { options.fitsFrames = fitsFrames }
        if let skip { options.skip = skip }
        return options
    }
}
