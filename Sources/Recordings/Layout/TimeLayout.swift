public import SensorModel

/// The column of a stream's times, and the clock that they are read from.
public struct TimeLayout: Sendable, Hashable {
    /// The moment that a clock counts from.
    public enum Origin: String, Sendable, Hashable, CaseIterable {
        /// The recording's start, or any other zero of the file's seconds: the times are used unchanged.
        case start
        /// The start of the device, or another moment that only the device knows.
        case boot
        /// 1 January 1970, UTC.
        case unix
        /// 6 January 1980, with leap seconds counted.
        case gps
    }

    /// A column of times.
    public struct Column: Sendable, Hashable {
        /// The columns that the times may be in: the first that the file has. Names may contain `*` and `{unit}`.
        public var columns: [DelimitedColumn]
        /// The unit or the notation of the times.
        public var notation: StampNotation

        /// Creates a column from its candidates and its notation.
        public init(columns: [DelimitedColumn], notation: StampNotation) {
            self.columns = columns
            self.notation = notation
        }
    }

    /// The source of the times.
    public enum Source: Sendable, Hashable {
        /// A column of the file.
        case column(Column)
        /// A constant number of rows per second; the first row is at 0.
        case rate(Hertz)
        /// A variable of a MATLAB or HDF5 file with the number of rows per second: the first that the file has.
        case rateColumn([DelimitedColumn])
    }

    /// The source of the times.
    public var source: Source
    /// The moment that the times count from.
    public var origin: Origin
    /// The same rows' times on the clock ``Origin/unix``, from which the offset between the two clocks is computed.
    public var unixColumn: Column?
    /// The time at which the clock starts again from zero, in nanoseconds; nil for a clock that does not.
    public var wrap: Int64?
    /// Whether the recording's clock offset is added.
    public var usesClockOffset: Bool

    /// Whether times are read in whole nanoseconds and counted from the recording's first second.
    var isExact: Bool { origin != .start }
}
