import SensorModel

/// Reads files of orientations that another program estimated.
///
/// The format is detected: the native one (`t,qw,qx,qy,qz`), TUM, EuRoC, or any table with named columns of times and of
/// a quaternion or of roll, pitch and yaw. Memory: 40 bytes per row.
///
/// ```swift
/// let file = try EstimateReader().read(path: "mine.csv")
/// print(file.count, file.sha256)
/// ```
public struct EstimateReader: Sendable {
    /// The options for reading delimited text.
    public let reading: DelimitedReading

    /// Creates a reader.
    public init(reading: DelimitedReading = DelimitedReading()) {
        self.reading = reading
    }

    /// Reads a file.
    ///
    /// - Throws: ``InputError`` with line and column when a cell is not a number, a time is missing, or times run
    ///   backward.
    public func read(path: String) throws(InputError) -> EstimateFile {
        let layout = try EstimateLayout(path: path)
        let fingerprint = Fingerprint()
        let reader = try DelimitedReader(path: path, format: layout.format, reading: reading, fingerprint: fingerprint)
        let columns = try layout.columns(of: reader)
        let stamp = columns.nanoseconds.map { FieldSelection.Content.stamp(.number(nanoseconds: $0)) }
        let fields: [Int]
        switch columns.orientation {
        case .quaternion(let quaternion, _): fields = quaternion
        case .angles(let angles, _): fields = angles
        }
        let selection =
            [FieldSelection(field: columns.time, content: stamp ?? .number)] + fields.map { FieldSelection(field: $0) }
        guard selection.allSatisfy({ $0.field < max(reader.fieldCount, 1) }) else {
            throw InputError(
                file: path,
                found: "\(reader.fieldCount) columns",
                expected: "the columns of times and orientations in each row",
                remedy: "add a first line with the names, such as t,qw,qx,qy,qz"
            )
        }
        var file = EstimateFile(path: path, columns: columns)
        try reader.forEachBlock(of: selection) { block throws(InputError) in try file.append(block) }
        file.sha256 = fingerprint.hexadecimal
        return file
    }
}
