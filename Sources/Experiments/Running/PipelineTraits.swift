import Recordings
import SensorModel

/// The properties of a pipeline that readers of its tables need in addition to its SPEC.
public struct PipelineTraits: Sendable, Hashable {
    /// The publication or program that the pipeline comes from, or `nil` for the source of its estimator.
    public var source: String?
    /// The licence of an external program.
    public var licence: String?
    /// The data on which the parameters were tuned or a network was trained, or `nil` if the experiment has no such
    /// data.
    public var tunedOn: String?
    /// A Boolean value that indicates whether estimates use later samples, which are not available in real time.
    public var isOffline = false

    /// Creates traits. All of them are unknown.
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
