public import SensorModel

/// Where one stream of a recording stands and how it is written.
public struct StreamLayout: Sendable, Hashable {
    public var kind: StreamKind
    /// Relative to the recording's folder; nil where the recording is a single file.
    public var file: String?
    public var format: DelimitedFormat
    public var time: TimeLayout
    public var columns: [ColumnRole: DelimitedColumn]
    /// Columns that a file may lack.
    public var optionalColumns: Set<ColumnRole>
    /// What the file's values are multiplied by to be in the unit of ``Recording``: unit and sign.
    public var factor: Double
    /// Of attitude and reference.
    public var frame: EarthFrame
    /// Whether a recording without this stream's file is an error.
    public var isRequired: Bool
    /// Errors count only at these times.
    public var evaluateWindow: ClosedRange<Seconds>?
}
