import Recordings
import SensorModel

/// Properties of a pipeline that are shown in tables in addition to its SPEC.
public struct PipelineTraits: Sendable, Hashable {
    /// The publication or program that the pipeline comes from; `nil` to show the source of its estimator.
    public var source: String?
    /// The licence of the program that runs the pipeline; `nil` if the definition does not contain it.
    public var licence: String?
    /// The data on which parameters were tuned or a network was trained; `nil` if the definition does not contain this.
    public var tunedOn: String?
    /// A Boolean value that indicates whether estimates use later samples, and are therefore not available in real
    /// time.
    public var isOffline = false

    /// Creates traits in which no property is set.
    public init() {}

    /// The keys of these properties in a definition.
    static let keys = ["source", "licence", "tuned-on", "offline"]

    init(_ root: YAMLMapping) throws(InputError) {
        source = try root.text("source")
        licence = try root.text("licence")
        tunedOn = try root.text("tuned-on")
        isOffline = try root.flag("offline") ?? false
    }
}
