/// Where a CSV keeps a point: its latitude and its longitude, in degrees.
///
/// A latitude is called `lat` or `latitude`, a longitude `lon`, `lng`, `long` or `longitude`. Where a row has two
/// points, the first has `1`, `a`, `from`, `start` or `origin` before or behind that, the second `2`, `b`, `to`, `end`,
/// `destination` or `dest`: `lat1`, `latitude_2`, `from_lat`, `Longitude (to)`. Case does not matter, nor does anything
/// that is neither a letter nor a digit.
public struct CoordinateColumns: Sendable, Hashable {
    public let latitude: DelimitedColumn
    public let longitude: DelimitedColumn

    private static let latitudes = ["lat", "latitude"]
    private static let longitudes = ["lon", "lng", "long", "longitude"]
    private static let firsts = ["1", "a", "from", "start", "origin"]
    private static let seconds = ["2", "b", "to", "end", "destination", "dest"]

    /// The two columns, in the order in which ``DelimitedBlock/point(row:column:)`` wants them.
    public var both: [DelimitedColumn] { [latitude, longitude] }

    /// The point in each row.
    ///
    /// - Throws: ``InputError`` where a column is missing or there is more than one of its kind.
    public static func point(in reader: DelimitedReader) throws(InputError) -> CoordinateColumns {
        try columns(of: reader, marks: [""], example: "lat", "lon", remedy: "name them in the header line")
    }

    /// The two points in each row.
    ///
    /// - Parameters:
    ///   - reader: of the file, before its first block.
    ///   - remedy: what to do where there is only one.
    /// - Throws: ``InputError`` where a column is missing or there is more than one of its kind.
    public static func pair(
        in reader: DelimitedReader,
        remedy: String
    ) throws(InputError) -> (start: CoordinateColumns, end: CoordinateColumns) {
        let hasPoint = (try? point(in: reader)) != nil
        let advice = hasPoint ? remedy : "name them in the header line"
        let start = try columns(of: reader, marks: firsts, example: "lat1", "lon1", remedy: advice)
        return (start, try columns(of: reader, marks: seconds, example: "lat2", "lon2", remedy: advice))
    }

    private static func columns(
        of reader: DelimitedReader,
        marks: [String],
        example latitude: String,
        _ longitude: String,
        remedy: String
    ) throws(InputError) -> CoordinateColumns {
        CoordinateColumns(
            latitude: try column(of: reader, names: latitudes, marks: marks, example: latitude, remedy: remedy),
            longitude: try column(of: reader, names: longitudes, marks: marks, example: longitude, remedy: remedy)
        )
    }

    private static func column(
        of reader: DelimitedReader,
        names: [String],
        marks: [String],
        example: String,
        remedy: String
    ) throws(InputError) -> DelimitedColumn {
        let header = reader.header ?? []
        let wanted = Set(names.flatMap { name in marks.flatMap { [name + $0, $0 + name] } })
        let found = header.indices.filter { wanted.contains(plain(header[$0])) }
        if found.count == 1 { return .position(found[0] + 1) }
        let words = found.isEmpty ? header : found.map { header[$0] }
        throw InputError(
            file: reader.name,
            line: reader.headerLine,
            found: "the columns \(words.joined(separator: ", "))",
            expected: found.isEmpty ? "a column such as '\(example)'" : "one column such as '\(example)'",
            remedy: found.isEmpty ? reader.columns.otherDelimiter ?? remedy : "rename all but one of them"
        )
    }

    /// Letters and digits of a name, in lower case.
    static func plain(_ name: String) -> String {
        name.lowercased().filter { $0.isLetter || $0.isNumber }
    }
}
