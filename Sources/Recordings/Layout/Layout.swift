/// A description of the files of a recording: their names, columns, units and frames. It is data, not code.
public struct Layout: Sendable, Hashable {
    /// The container of a recording.
    public enum Container: String, Sendable, Hashable, CaseIterable {
        /// A single file.
        case file
        /// A folder of files.
        case folder
        /// A folder, or one of its files.
        case fileOrFolder = "file-or-folder"

        func takes(folder: Bool) -> Bool { self == .fileOrFolder || (self == .folder) == folder }
    }

    /// The file format of a recording.
    public enum Form: String, Sendable, Hashable, CaseIterable {
        /// Delimited text with rows of numbers, which the streams describe.
        case delimited
        /// GPX: tracks in XML, whose points are locations.
        case gpx
    }

    /// The streams of recordings that meet a condition.
    public struct Variant: Sendable, Hashable {
        /// The condition that a recording meets; nil where the variant applies to every recording.
        public var condition: LayoutCondition?
        /// The streams. Several of one kind are alternatives: the first that the recording has is read.
        public var streams: [StreamLayout]
        /// A caveat that every report about such recordings shows, besides that of the layout.
        public var remark: String?
    }

    /// The name that selects the layout.
    public var name: String
    /// The app, device or dataset that writes such recordings, in one line.
    public var summary: String
    /// The expected files and columns, in one line.
    public var expects: String
    /// Whether a recording is a file or a folder.
    public var container: Container
    /// The file format.
    public var form: Form
    /// The conditions by which a recording in this layout is detected: it meets at least one of them.
    public var signature: [LayoutCondition]
    /// The variants of the layout. The first whose condition the recording meets is used.
    public var variants: [Variant]
    /// The layout of the metadata file; nil where the recordings have no such file.
    public var metadata: MetadataLayout?
    /// The parameters that published figures for these recordings were computed with, by estimator and name. They are
    /// the defaults of a pipeline that does not set them.
    public var estimators: [String: [String: String]]
    /// The source of such recordings, where their metadata do not name it.
    public var source: String?
    /// The licence of such recordings, where their metadata do not name it.
    public var licence: String?
    /// A caveat that every report about such recordings shows.
    public var remark: String?
    /// The path of the calibration file of such recordings, where their metadata do not name one.
    public var calibration: String?
    /// The file name extension of files that are reported when no stream reads them.
    public var reportedExtension: String?
}
