/// Where a recording's metadata stand: a YAML or JSON file, and the paths of the values in it (keys with dots between
/// them); or a CSV with one row, whose keys are its columns.
public struct MetadataLayout: Sendable, Hashable {
    /// What the metadata can say.
    public enum Item: String, Sendable, Hashable, CaseIterable {
        case name
        case source
        case licence
        /// How a simulated recording was made.
        case simulation
        /// Degrees, east positive.
        case declination
        /// `latitude` and `longitude` in degrees, `altitude` in metres: where the reference's positions are zero.
        case origin
        /// Seconds that are added to the times of the streams that say so.
        case clockOffset
        /// A mapping from streams to the seconds that are added to their times.
        case clockOffsets
        /// `true` or `magnetic`: the north of the attitude stream.
        case attitudeNorth
        /// A list of `[from, to]` in seconds: errors count only there.
        case evaluate
        /// A list of `[from, to]` in seconds: the truth is not known there.
        case exclude
    }

    /// Relative to the recording's folder.
    public var file: String
    /// Whether a recording without the file is an error.
    public var isRequired: Bool
    public var paths: [Item: String]
    /// The path of a list with one entry per recording.
    public var list: String?
    /// The key whose value in an entry is the name of the recording's folder.
    public var entryKey: String
    /// Paths within the recording's entry of ``list``.
    public var entryPaths: [Item: String]
    /// All keys that the file may have at its top; empty where it may have any.
    public var knownKeys: [String]
}
