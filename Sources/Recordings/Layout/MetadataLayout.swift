/// The file with a recording's metadata, and the place of each value in it.
///
/// The file is YAML or JSON, and a path is a list of keys with dots between them. It may also be a CSV file with one
/// row, whose columns are the keys.
public struct MetadataLayout: Sendable, Hashable {
    /// A value that metadata may contain.
    public enum Item: String, Sendable, Hashable, CaseIterable {
        /// The name of the recording.
        case name
        /// The origin of the recording, as it is cited.
        case source
        /// The licence of the recording.
        case licence
        /// The description of the simulation that wrote the recording.
        case simulation
        /// The magnetic declination in degrees, positive to the east.
        case declination
        /// The date of the recording, as `2026-05-31` or as a decimal year.
        case date
        /// The path of a calibration file, relative to the recording's folder.
        case calibration
        /// The position where the reference's coordinates are zero: `latitude` and `longitude` in degrees, `altitude` in
        /// metres.
        case origin
        /// The seconds that are added to the times of streams with `clockOffset`.
        case clockOffset
        /// A mapping from streams to the seconds that are added to their times.
        case clockOffsets
        /// The north of the attitude stream: `true` or `magnetic`.
        case attitudeNorth
        /// A list of `[from, to]` in seconds: errors count only there.
        case evaluate
        /// A list of `[from, to]` in seconds: the reference is not valid there.
        case exclude
        /// A list of `[from, to]` in seconds: the ground truth is not valid there.
        case excludeReference
    }

    /// A text file with a number that is part of the clock offset.
    public struct OffsetFile: Sendable, Hashable {
        /// The name of the file in the recording's folder. A missing file counts as 0.
        public var file: String
        /// The text before `=` on the line of the number; nil for a file with nothing but the number.
        public var key: String?
        /// 1 to add the number, -1 to subtract it.
        public var sign: Double
    }

    /// The path of the file, relative to the recording's folder.
    public var file: String
    /// Whether a recording without the file is an error.
    public var isRequired: Bool
    /// A file of the recording beside which the metadata file is required; nil for none.
    public var requiredBeside: String?
    /// The remark on recordings without the file; nil for none.
    public var missingRemark: String?
    /// The path of each value in the file.
    public var paths: [Item: String]
    /// The path of a list with one entry per recording; nil where the file describes a single recording.
    public var list: String?
    /// The key whose value in an entry is the name of the recording's folder.
    public var entryKey: String
    /// The path of each value within the recording's entry of ``list``.
    public var entryPaths: [Item: String]
    /// The metadata of recordings without the file, in the same form, as YAML; nil for none.
    public var values: String?
    /// The files whose numbers are the clock offset of recordings without the file.
    public var offsetFiles: [OffsetFile]
    /// All keys that the file may have at its top level; empty where any key is allowed.
    public var knownKeys: [String]
}
