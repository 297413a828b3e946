public import SensorModel

/// Where one stream of a recording stands and how it is written.
public struct StreamLayout: Sendable, Hashable {
    /// A condition on a row: its cell in a column is this text.
    public struct RowFilter: Sendable, Hashable {
        public var columns: [DelimitedColumn]
        public var text: String
    }

    /// A file beside a recording that is a single file: its name has one text where the recording's has another.
    public struct Neighbour: Sendable, Hashable {
        public var own: String
        public var other: String
    }

    public var kind: StreamKind
    /// Relative to the recording's folder, with `*` for any text; nil where the recording is a single file.
    public var file: String?
    /// Where the recording is a single file: another one beside it that the stream stands in, if it is there.
    public var neighbour: Neighbour?
    public var format: DelimitedFormat
    public var time: TimeLayout
    /// For each value the columns that it may stand in: the first that the file has. Names may have `*` for any text
    /// and `{unit}` for the unit.
    public var columns: [ColumnRole: [DelimitedColumn]]
    /// Columns that a file may lack.
    public var optionalColumns: Set<ColumnRole>
    /// What the file's values are multiplied by to be in the unit of ``Recording``, where the header does not name
    /// theirs.
    public var unitFactor: Double
    /// 1, or -1 for values that are to be turned around.
    public var sign: Double
    /// From the file's body axes to the device's.
    public var axes: BodyAxes?
    /// Of attitude and reference; of a pose only the direction.
    public var frame: EarthFrame
    /// Whether a recording without this stream's file is an error.
    public var isRequired: Bool
    /// Errors count only at these times.
    public var evaluateWindow: ClosedRange<Seconds>?
    /// Rows that belong to this stream; nil for all.
    public var filter: RowFilter?
    /// Whether rows without time or values are no samples of this stream.
    public var skipsEmpty: Bool
    /// Whether a row with the time of the row before repeats its sample.
    public var skipsRepeats: Bool
    /// Whether rows with a time before that of the row above are left out, rather than being an error.
    public var skipsBackward: Bool
    /// Whether vectors of zeros before the first other one are left out: a sensor that is not awake yet.
    public var skipsZeros: Bool
    /// At most one: vectors that are added to those with the same times.
    public var addends: [StreamLayout]
    /// Whether these are vectors that are added to others.
    var isAddend = false
}
