/// A description of how someone else's recordings are written: data, not code.
public struct Layout: Sendable, Hashable {
    /// What a recording is.
    public enum Container: String, Sendable, Hashable, CaseIterable {
        case file
        case folder
        /// A folder, or one of its files.
        case fileOrFolder = "file-or-folder"

        func takes(folder: Bool) -> Bool { self == .fileOrFolder || (self == .folder) == folder }
    }

    /// How a recording's files are written.
    public enum Form: String, Sendable, Hashable, CaseIterable {
        /// Rows of numbers, as the streams say.
        case delimited
        /// Tracks in XML, whose points are locations.
        case gpx
    }

    /// The streams of recordings that meet a condition.
    public struct Variant: Sendable, Hashable {
        /// Nil where the variant holds for every recording.
        public var condition: LayoutCondition?
        /// Several of one kind are alternatives: the first that the recording has is taken.
        public var streams: [StreamLayout]
    }

    public var name: String
    /// One line: whose recordings they are.
    public var summary: String
    /// One line: which files are expected.
    public var expects: String
    public var container: Container
    public var form: Form
    /// What tells a recording in this layout from others: one of these conditions.
    public var signature: [LayoutCondition]
    public var variants: [Variant]
    public var metadata: MetadataLayout?
    /// Parameters that published figures for these recordings were computed with, by estimator and name. They stand
    /// where a pipeline does not give the parameter itself.
    public var estimators: [String: [String: String]]
    /// Where such recordings come from, unless their metadata say it.
    public var source: String?
    /// Under which licence they stand, unless their metadata say it.
    public var licence: String?
    /// What a reader of results for such recordings must know.
    public var remark: String?
    /// Files of the folder that end so and that no stream reads are reported.
    public var reportedExtension: String?
}
