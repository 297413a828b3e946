public import SensorModel

/// The file, columns, units and coordinate frame of one stream of a recording.
public struct StreamLayout: Sendable, Hashable {
    /// A condition on a row: a column must contain a text.
    public struct RowFilter: Sendable, Hashable {
        /// The possible names or positions of the column. The first one that exists in the file is used.
        public var columns: [DelimitedColumn]
        /// The text that the column must contain.
        public var text: String
    }

    /// A second file for a recording that is a single file. Both files are in the same folder, and their names differ
    /// in one part.
    public struct Neighbour: Sendable, Hashable {
        /// The part of the recording's file name that is replaced.
        public var own: String
        /// The text that replaces ``own``.
        public var other: String
    }

    /// The order and the unit of roll, pitch and yaw.
    public struct Angles: Sendable, Hashable {
        /// The order of the rotations.
        public var sequence: EulerSequence
        /// The factor from the file's unit to degrees.
        public var degrees: Double
    }

    /// The stream that this layout describes.
    public var kind: StreamKind
    /// The path of the file, relative to the recording's folder, or `nil` if the recording is a single file. `*`
    /// matches any text.
    public var file: String?
    /// Patterns for files that match ``file`` but do not contain the stream. `*` matches any text.
    public var excludedFiles: [String] = []
    /// A Boolean value that indicates whether several files may match ``file``. If `true`, the first matching file is
    /// read. If `false`, several matching files are an error.
    public var allowsSeveral = true
    /// The file next to the recording's file that contains this stream; `nil` if ``file`` contains the stream.
    public var neighbour: Neighbour?
    /// The delimiters, comments, header rows and encoding of the file.
    public var format: DelimitedFormat
    /// The column and clock of the stream's times.
    public var time: TimeLayout
    /// The columns of the stream's values. For each value, the array contains the possible names or positions of its
    /// column. The first one that exists in the file is used. In names, `*` matches any text and `{unit}` matches the
    /// unit.
    public var columns: [ColumnRole: [DelimitedColumn]]
    /// The columns that may be missing from a file.
    public var optionalColumns: Set<ColumnRole>
    /// The factor from the file's unit to the unit of ``Recording``, used if the header does not name the unit.
    public var unitFactor: Double
    /// The sign of the values: 1, or -1 if the file contains values with the opposite sign.
    public var sign: Double
    /// A Boolean value that indicates whether the attitude determines the sign of accelerations. Accelerations are then
    /// inverted if they would otherwise point down at rest.
    public var takesSignFromAttitude: Bool
    /// A factor for all values, in addition to ``unitFactor``. It converts units that have no name in layouts.
    public var scale: Double
    /// The rotation from the file's body axes to the device's axes, or `nil` if they are the same.
    public var axes: BodyAxes?
    /// The Earth frame of an attitude or a reference. For a pose, only ``EarthFrame/direction`` is used.
    public var frame: EarthFrame
    /// The order and unit of roll, pitch and yaw, or `nil` if the file has a quaternion or a rotation matrix.
    public var angles: Angles?
    /// A Boolean value that indicates whether every recording must have this stream. If it is `true`, a missing stream
    /// is an error.
    public var isRequired: Bool
    /// The time interval in seconds in which errors are evaluated, or `nil` for all times.
    public var evaluateWindow: ClosedRange<Seconds>?
    /// The condition that the stream's rows meet, or `nil` if all rows belong to the stream.
    public var filter: RowFilter?
    /// A Boolean value that indicates whether rows without a time or without values are skipped.
    public var skipsEmpty: Bool
    /// A Boolean value that indicates whether a row is skipped if its time equals the previous row's time.
    public var skipsRepeats: Bool
    /// A Boolean value that indicates whether a row is skipped if its time is before the previous row's time.
    /// Otherwise, such a row is an error.
    public var skipsBackward: Bool
    /// A Boolean value that indicates whether zero vectors before the first nonzero vector are skipped, because the
    /// sensor has not started yet.
    public var skipsZeros: Bool
    /// A Boolean value that indicates whether the values do not include the device's own calibration.
    public var isUncalibrated: Bool
    /// The layouts of streams whose vectors are added to this stream's vectors. Only vectors with equal times are
    /// added. The array has at most one element.
    public var addends: [StreamLayout]
    /// A Boolean value that indicates whether the stream's vectors are added to the vectors of another stream.
    package var isAddend = false
}

/// The Earth frame of a file's quaternions, and the direction of their rotation.
public struct EarthFrame: Sendable, Hashable {
    /// The axes of the Earth frame, in order.
    public enum Axes: String, Sendable, Hashable, CaseIterable {
        /// East, North, Up.
        case eastNorthUp = "ENU"
        /// North, West, Up.
        case northWestUp = "NWU"
        /// North, East, Down.
        case northEastDown = "NED"
    }

    /// A direction that is called north.
    public enum North: String, Sendable, Hashable, CaseIterable {
        /// True (geographic) north.
        case trueNorth = "true"
        /// Magnetic north.
        case magnetic
    }

    /// The direction in which a quaternion transforms coordinates.
    public enum Direction: String, Sendable, Hashable, CaseIterable {
        /// The direction from device coordinates to Earth coordinates.
        case deviceToEarth = "device-to-earth"
        /// The direction from Earth coordinates to device coordinates.
        case earthToDevice = "earth-to-device"
    }

    /// The axes of the frame.
    public var axes: Axes
    /// The direction that the frame uses as north.
    public var north: North
    /// The direction in which the file's quaternions transform coordinates.
    public var direction: Direction

    /// Creates a frame. The default is the frame of ``Recording``: device to East, North, Up with true north.
    public init(axes: Axes = .eastNorthUp, north: North = .trueNorth, direction: Direction = .deviceToEarth) {
        self.axes = axes
        self.north = north
        self.direction = direction
    }

    /// Converts an orientation in the file to device → East, North, Up with true north.
    ///
    /// - Parameters:
    ///   - orientation: the file's quaternion.
    ///   - declination: the angle from true to magnetic north, positive to the east. If it is `nil`, magnetic north is
    ///     used as true north.
    package func deviceToTrueENU(_ orientation: UnitQuaternion, declination: Angle?) -> UnitQuaternion {
        let toEarth = direction == .deviceToEarth ? orientation : orientation.conjugate
        guard let rotation = rotation(declination: declination) else { return toEarth }
        return rotation * toEarth
    }

    /// Returns the rotation from the file's Earth frame to East, North, Up with true north, or `nil` if both frames are
    /// equal.
    private func rotation(declination: Angle?) -> UnitQuaternion? {
        let up = Vector3(0, 0, 1)
        // heading_true = heading_magnetic + D. Headings are positive clockwise, rotations about Up counterclockwise.
        var toTrueNorth: UnitQuaternion?
        if north == .magnetic, let declination { toTrueNorth = UnitQuaternion(angle: -declination, axis: up) }
        let half = 0.5.squareRoot()
        switch axes {
        case .eastNorthUp: return toTrueNorth
        case .northWestUp: return (toTrueNorth ?? .identity) * UnitQuaternion(angle: Angle(degrees: 90), axis: up)
        // Swaps x and y and negates z: a rotation by 180° about the horizontal line between x and y.
        case .northEastDown: return (toTrueNorth ?? .identity) * UnitQuaternion(unchecked: 0, half, half, 0)
        }
    }
}

/// The column of a stream's times, and the clock of these times.
public struct TimeLayout: Sendable, Hashable {
    /// The time from which a clock counts.
    public enum Origin: String, Sendable, Hashable, CaseIterable {
        /// Any time, such as the start of the recording. The times are used unchanged.
        case start
        /// A time that only the device knows, such as its start.
        case boot
        /// 1 January 1970, UTC.
        case unix
        /// 6 January 1980. Leap seconds are counted.
        case gps
    }

    /// A column of times.
    public struct Column: Sendable, Hashable {
        /// The possible names or positions of the column. The first one that exists in the file is used. In names, `*`
        /// matches any text and `{unit}` matches the unit.
        public var columns: [DelimitedColumn]
        /// The unit or the notation of the times.
        public var notation: StampNotation

        /// Creates a column from its possible names or positions and the notation of its times.
        public init(columns: [DelimitedColumn], notation: StampNotation) {
            self.columns = columns
            self.notation = notation
        }
    }

    /// A source of times.
    public enum Source: Sendable, Hashable {
        /// A column of the file.
        case column(Column)
        /// A constant number of rows per second. The first row is at time 0.
        case rate(Hertz)
        /// The possible names of the variable that contains the number of rows per second, in a MATLAB, HDF5 or NumPy
        /// file. The first name that exists in the file is used.
        case rateColumn([DelimitedColumn])
    }

    /// The source of the times.
    public var source: Source
    /// The time at which the clock of the stream is 0.
    public var origin: Origin
    /// A second column, which contains the Unix time of each row, or `nil`. The offset between the device's clock and
    /// Unix time is computed from the two columns.
    public var unixColumn: Column?
    /// The time in nanoseconds at which the clock wraps around to zero, or `nil` if it does not wrap around.
    public var wrap: Int64?
    /// A Boolean value that indicates whether the recording's clock offset is added to the times.
    public var usesClockOffset: Bool

    /// A Boolean value that indicates whether times are read in whole nanoseconds. The times are then counted from the
    /// whole second before the clock's first time.
    var isExact: Bool { origin != .start }
}
