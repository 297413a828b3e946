public import SensorModel

/// A reader of files with orientations or positions that another program estimated.
///
/// The reader detects the format: native (`t,qw,qx,qy,qz`), TUM, EuRoC, OGC GeoPose, or a table with named columns.
/// Such a table has a column of times and the columns of a quaternion, of Euler angles (roll, pitch, yaw) or of a
/// position. Memory: 40 bytes per row.
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
    /// - Parameters:
    ///   - path: the path of the file.
    ///   - content: the estimates to read; `nil` for orientations, or positions if there are no orientations.
    /// - Throws: `InputError` with line and column if a value is not a number, a time is missing, or times decrease.
    public func read(path: String, content: EstimateConventions.Content? = nil) throws(InputError) -> EstimateFile {
        if GeoPoseReader.accepts(path) { return try EstimateFile(geoPosesOf: path, content: content) }
        let layout = try EstimateLayout(path: path, content: content)
        let fingerprint = Fingerprint()
        let reader = try DelimitedReader(path: path, format: layout.format, reading: reading, fingerprint: fingerprint)
        let columns = try layout.columns(of: reader)
        let stamp = columns.nanoseconds.map { FieldSelection.Content.stamp(.number(nanoseconds: $0)) }
        let selection =
            [FieldSelection(field: columns.time, content: stamp ?? .number)]
            + columns.content.fields.map { FieldSelection(field: $0) }
        guard selection.allSatisfy({ $0.field < max(reader.fieldCount, 1) }) else {
            throw InputError(
                file: path,
                message: "the rows have too few columns (\(reader.fieldCount)) for a time and an estimate",
                advice: "add a first line with the column names, such as t,qw,qx,qy,qz"
            )
        }
        var file = EstimateFile(path: path, columns: columns)
        try reader.forEachBlock(of: selection) { block throws(InputError) in try file.append(block) }
        file.sha256 = fingerprint.hexadecimal
        return file
    }
}

/// The format of a file of estimates, detected from the first rows of the file.
struct EstimateLayout {
    /// The delimiter, the header and the comments.
    private(set) var format: DelimitedFormat
    /// The columns, or `nil` if the file's header names them.
    private let unnamed: EstimateColumns?
    /// The kind of estimates to read: orientations or positions. If `nil`, orientations are preferred.
    private let content: EstimateConventions.Content?

    private static let commentBytes: [UInt8] = [UInt8(ascii: "#"), UInt8(ascii: "%")]

    /// Detects the format of a file.
    ///
    /// The delimiter is a semicolon, a comma or a tab if the first row contains one of them, and otherwise a space.
    /// Column names are in the first row, or in the last comment before the first row. Without column names, there are
    /// three formats:
    /// - Five numbers are `t, w, x, y, z`.
    /// - Eight numbers that are separated by spaces are TUM.
    /// - Eight or more numbers that are separated by commas are EuRoC, if the first one is an integer.
    ///
    /// - Throws: `InputError` if the file cannot be read or its format is unknown.
    init(path: String, content: EstimateConventions.Content? = nil) throws(InputError) {
        let lines = try TrajectoryFormat.lines(of: path)
            .map { String(decoding: $0, as: UTF8.self).drop { $0 == " " || $0 == "\t" } }
        let isComment = { (line: Substring) in line.utf8.first.map(Self.commentBytes.contains) ?? false }
        let isBlank = { (line: Substring) in line.allSatisfy(\.isWhitespace) }
        guard let index = lines.firstIndex(where: { !isBlank($0) && !isComment($0) }) else {
            throw InputError(noRowsIn: path)
        }
        let comment = lines[..<index].last(where: isComment)
        try self.init(row: lines[index], comment: comment, content, path: path, line: index + 1)
    }

    private init(
        row: Substring,
        comment: Substring?,
        _ content: EstimateConventions.Content?,
        path: String,
        line: Int
    ) throws(InputError) {
        self.content = content
        let delimiters: [Character] = [";", ",", "\t"]
        let delimiter = delimiters.first { row.contains($0) } ?? " "
        let isSpaced = delimiter == " "
        format = DelimitedFormat(
            delimiter: delimiter.asciiValue ?? 0,
            collapsesDelimiters: isSpaced,
            hasHeader: false,
            comment: comment?.utf8.first ?? UInt8(ascii: "#"),
            hasDecimalComma: delimiter == ";",
            emptyIsNaN: true
        )
        let fields = Self.fields(of: row, delimiter)
        if Double(fields.first?.replacing(",", with: ".") ?? "") == nil {
            format.headerRows = 1
            unnamed = nil
            return
        }
        if let names = comment.map({ Self.fields(of: $0.drop { "#% \t".contains($0) }, delimiter) }),
            names.count == fields.count, let named = try? EstimateColumns(named: names, content: content)
        {
            unnamed = named
            return
        }
        unnamed = EstimateColumns(
            unnamed: fields.count,
            isSpaced: isSpaced,
            firstField: fields.first ?? "",
            content: content
        )
        guard unnamed != nil else {
            throw InputError(
                file: path,
                line: line,
                message: "the file has no column names, so its rows must be TUM (8 numbers, separated by spaces), "
                    + "EuRoC (times in nanoseconds, separated by commas) or t,qw,qx,qy,qz",
                advice: "add a first line with the column names, such as t,qw,qx,qy,qz"
            )
        }
    }

    /// Returns the columns of a file that is open for reading.
    ///
    /// - Throws: `InputError` if a column is missing from the header.
    func columns(of reader: DelimitedReader) throws(InputError) -> EstimateColumns {
        if let unnamed { return unnamed }
        do throws(InputError) {
            return try EstimateColumns(named: reader.header ?? [], content: content)
        } catch {
            throw InputError(
                file: reader.name,
                line: reader.headerLine,
                message: error.message,
                advice: error.advice
            )
        }
    }

    private static func fields(of line: Substring, _ delimiter: Character) -> [String] {
        let isSpaced = delimiter == " "
        let parts = line.split(omittingEmptySubsequences: isSpaced) { $0 == delimiter || isSpaced && $0.isWhitespace }
        return parts.map { part in String(part.trimming { $0.isWhitespace || $0 == "\"" }) }
    }
}
