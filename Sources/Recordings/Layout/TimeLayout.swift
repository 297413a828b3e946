public import SensorModel

/// Where a stream's times stand and how they become seconds on the recording's clock.
public struct TimeLayout: Sendable, Hashable {
    public var column: DelimitedColumn
    /// Seconds per unit of the file.
    public var unit: Seconds
    /// Whether the recording's clock offset is added.
    public var usesClockOffset: Bool

    public init(column: DelimitedColumn, unit: Seconds = 1, usesClockOffset: Bool = false) {
        self.column = column
        self.unit = unit
        self.usesClockOffset = usesClockOffset
    }
}
