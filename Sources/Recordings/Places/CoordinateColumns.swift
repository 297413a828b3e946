public import SensorModel

/// The columns with the latitude and the longitude of a point in a CSV file, in degrees.
///
/// A latitude is named `lat` or `latitude`; a longitude is named `lon`, `lng`, `long` or `longitude`. If a row has two
/// points, the names have a prefix or suffix: `1`, `a`, `from`, `start` or `origin` for the first point, and `2`, `b`,
/// `to`, `end`, `destination` or `dest` for the second. Examples are `lat1`, `latitude_2`, `from_lat` and `Longitude
/// (to)`. Case is ignored, and so are characters other than letters and digits.
public struct CoordinateColumns: Sendable, Hashable {
    /// The column of the latitude.
    public let latitude: DelimitedColumn
    /// The column of the longitude.
    public let longitude: DelimitedColumn

    private static let latitudes = ["lat", "latitude"]
    private static let longitudes = ["lon", "lng", "long", "longitude"]
    private static let firsts = ["1", "a", "from", "start", "origin"]
    private static let seconds = ["2", "b", "to", "end", "destination", "dest"]

    /// The latitude and the longitude column, in the order that ``DelimitedBlock/point(row:column:)`` requires.
    public var both: [DelimitedColumn] { [latitude, longitude] }

    /// Finds the coordinate columns of a file with one point in each row.
    ///
    /// - Throws: `InputError` if a column is missing or ambiguous.
    public static func point(in reader: DelimitedReader) throws(InputError) -> CoordinateColumns {
        try columns(of: reader, marks: [""], advice: "name the coordinate columns in the header line")
    }

    /// Finds the coordinate columns of a file with two points in each row.
    ///
    /// - Parameters:
    ///   - reader: the reader of the file. No block must have been read yet.
    ///   - advice: the advice of the error message if each row has only one point.
    /// - Throws: `InputError` if a column is missing or ambiguous.
    public static func pair(
        in reader: DelimitedReader,
        advice: String
    ) throws(InputError) -> (start: CoordinateColumns, end: CoordinateColumns) {
        let hasPoint = (try? point(in: reader)) != nil
        let next = hasPoint ? advice : "name the coordinate columns in the header line"
        let start = try columns(of: reader, marks: firsts, advice: next)
        return (start, try columns(of: reader, marks: seconds, advice: next))
    }

    private static func columns(
        of reader: DelimitedReader,
        marks: [String],
        advice: String
    ) throws(InputError) -> CoordinateColumns {
        CoordinateColumns(
            latitude: try column(of: reader, names: latitudes, marks: marks, advice: advice),
            longitude: try column(of: reader, names: longitudes, marks: marks, advice: advice)
        )
    }

    private static func column(
        of reader: DelimitedReader,
        names: [String],
        marks: [String],
        advice: String
    ) throws(InputError) -> DelimitedColumn {
        let header = reader.header ?? []
        let wanted = Set(names.flatMap { name in marks.flatMap { [name + $0, $0 + name] } })
        let found = header.indices.filter { wanted.contains(plain(header[$0])) }
        if found.count == 1 { return .position(found[0] + 1) }
        let example = names[0] + marks[0]
        let columns = (found.isEmpty ? header : found.map { header[$0] }).joined(separator: ", ")
        throw InputError(
            file: reader.name,
            line: reader.headerLine,
            message: "the file has \(found.isEmpty ? "no column" : "several columns") such as '\(example)' among the "
                + "columns \(columns)",
            advice: found.isEmpty ? reader.columns.otherDelimiter ?? advice : "rename all but one of these columns"
        )
    }

    /// Returns the letters and digits of a column name, in lower case.
    static func plain(_ name: String) -> String {
        name.lowercased().filter { $0.isLetter || $0.isNumber }
    }
}

extension DelimitedBlock {
    /// Returns the point in two adjacent columns of a row, latitude first.
    ///
    /// - Parameters:
    ///   - row: the row within the block, counted from 0.
    ///   - column: the index of the latitude's column among the requested columns.
    /// - Throws: `InputError` if the latitude is out of range, or a value is not finite.
    public func point(row: Int, column: Int) throws(InputError) -> GeographicPoint {
        let (latitude, longitude) = (self[column][row], self[column + 1][row])
        if let point = GeographicPoint(latitudeDegrees: latitude, longitudeDegrees: longitude) { return point }
        let isLatitude = !(latitude.magnitude <= 90)
        let (name, value, limit) = isLatitude ? ("latitude", latitude, 90) : ("longitude", longitude, 360)
        throw error(
            row: row,
            column: isLatitude ? column : column + 1,
            message: "\(name) \(value) is outside -\(limit)° to \(limit)°",
            advice: isLatitude && latitude.magnitude <= 180
                ? "correct the latitude, and check that latitude and longitude are not swapped"
                : "correct the value, or remove the row"
        )
    }
}
