public import SensorModel

/// Where a stream's times stand and how they become seconds on the recording's clock.
public struct TimeLayout: Sendable, Hashable {
    /// Which moment a clock counts from.
    public enum Origin: String, Sendable, Hashable, CaseIterable {
        /// The recording's start, or whatever moment the file's seconds count from: they are taken as they are.
        case start
        /// The device's start, or any moment of its own.
        case boot
        /// 1970, UTC.
        case unix
        /// 6 January 1980, with leap seconds counted.
        case gps
    }

    /// A column of times.
    public struct Column: Sendable, Hashable {
        /// The columns that it may be; the first that the file has. Names may have `*` and `{unit}`.
        public var columns: [DelimitedColumn]
        public var notation: StampNotation

        public init(columns: [DelimitedColumn], notation: StampNotation) {
            self.columns = columns
            self.notation = notation
        }
    }

    /// Where times come from.
    public enum Source: Sendable, Hashable {
        case column(Column)
        /// Rows at a constant rate, from 0.
        case rate(Hertz)
    }

    public var source: Source
    public var origin: Origin
    /// The same rows' times on the clock ``Origin/unix``: they tell how the two clocks stand to each other.
    public var unixColumn: Column?
    /// Whether the recording's clock offset is added.
    public var usesClockOffset: Bool

    /// Whether times are read in whole nanoseconds and counted from the recording's first second.
    var isExact: Bool { origin != .start }
}
