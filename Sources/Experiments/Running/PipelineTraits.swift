import Recordings
import SensorModel

/// What an experiment's definition says about a pipeline besides its SPEC, for readers of its tables.
public struct PipelineTraits: Sendable, Hashable {
    /// The publication or program that the pipeline comes from; nil for that of its estimator.
    public var source: String?
    /// The licence of a program from outside.
    public var licence: String?
    /// The data on which the parameters were tuned, or a network was trained; nil if none of the experiment's.
    public var tunedOn: String?
    /// Whether an estimate uses later samples, so that it cannot be had while the device moves.
    public var isOffline = false

    /// Creates traits; all are unknown.
    public init() {}

    /// The keys in a definition.
    static let keys = ["source", "licence", "tuned-on", "offline"]

    init(_ root: YAMLMapping) throws(InputError) {
        source = try root.text("source")
        licence = try root.text("licence")
        tunedOn = try root.text("tuned-on")
        isOffline = try root.flag("offline") ?? false
    }
}
