public import SensorModel

/// The file, columns, units and frame of one stream of a recording.
public struct StreamLayout: Sendable, Hashable {
    /// A condition on a row: one of its cells equals a text.
    public struct RowFilter: Sendable, Hashable {
        /// The columns that the cell may be in: the first that the file has.
        public var columns: [DelimitedColumn]
        /// The text of the cell.
        public var text: String

        package init(columns: [DelimitedColumn], text: String) {
            self.columns = columns
            self.text = text
        }
    }

    /// A second file in the folder of a recording that is a single file. Its name differs in one part.
    public struct Neighbour: Sendable, Hashable {
        /// The part of the recording's file name that is replaced.
        public var own: String
        /// The text that replaces it.
        public var other: String

        package init(own: String, other: String) {
            self.own = own
            self.other = other
        }
    }

    /// The order and the unit of roll, pitch and yaw.
    public struct Angles: Sendable, Hashable {
        /// The order of the rotations.
        public var sequence: EulerSequence
        /// The factor from the file's unit to degrees.
        public var degrees: Double

        package init(sequence: EulerSequence, degrees: Double) {
            self.sequence = sequence
            self.degrees = degrees
        }
    }

    /// The stream that this layout describes.
    public var kind: StreamKind
    /// The path of the file, relative to the recording's folder, with `*` for any text; nil where the recording is a
    /// single file.
    public var file: String?
    /// Names of files that do not contain the stream although they match ``file``, with `*` for any text.
    public var excludedFiles: [String] = []
    /// Whether the first of several files that match ``file`` is read. Otherwise they are an error.
    public var allowsSeveral = true
    /// The second file that contains the stream, if it exists; only where the recording is a single file.
    public var neighbour: Neighbour?
    /// The delimiters, comments, header rows and encoding of the file.
    public var format: DelimitedFormat
    /// The column and clock of the stream's times.
    public var time: TimeLayout
    /// The columns that each value may be in: the first that the file has. Names may contain `*` for any text and
    /// `{unit}` for the unit.
    public var columns: [ColumnRole: [DelimitedColumn]]
    /// Columns that a file may lack.
    public var optionalColumns: Set<ColumnRole>
    /// The factor from the file's unit to the unit of ``Recording``, where the header does not name the unit.
    public var unitFactor: Double
    /// The sign of the values: 1, or -1 where the file contains their opposites.
    public var sign: Double
    /// Whether the sign of accelerations is the one with which they point up, as the attitude says.
    public var takesSignFromAttitude: Bool
    /// The factor of the values, before the unit is applied: the size of the file's own unit.
    public var scale: Double
    /// The rotation from the file's body axes to the device's; nil where they are the same.
    public var axes: BodyAxes?
    /// The Earth frame of an attitude or a reference. For a pose, only the direction is used.
    public var frame: EarthFrame
    /// The order and unit of the angles; nil for a quaternion or a rotation matrix.
    public var angles: Angles?
    /// Whether a recording without this stream's file is an error.
    public var isRequired: Bool
    /// The times at which errors count, in seconds; nil where all count.
    public var evaluateWindow: ClosedRange<Seconds>?
    /// The condition for rows that belong to this stream; nil for all rows.
    public var filter: RowFilter?
    /// Whether rows without a time or without values are skipped.
    public var skipsEmpty: Bool
    /// Whether a row with the time of the previous row is skipped.
    public var skipsRepeats: Bool
    /// Whether rows with a time before that of the previous row are skipped. Otherwise they are an error.
    public var skipsBackward: Bool
    /// Whether zero vectors before the first nonzero one are skipped: the sensor has not started yet.
    public var skipsZeros: Bool
    /// Whether the values are those before the device's own calibration.
    public var isUncalibrated: Bool
    /// Vectors that are added to those with the same times: at most one stream.
    public var addends: [StreamLayout]
    /// Whether these vectors are added to those of another stream.
    package var isAddend = false
}
