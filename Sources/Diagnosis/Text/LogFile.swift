import Foundation
package import Recordings
import SensorModel

/// A file of a log: its format, and the names and values of its columns.
struct LogFile {
    /// A column of a table, with parsed cells.
    struct Column {
        /// The kind of values in a column's cells.
        enum Content {
            case numbers
            case dates
            case clock
            case text
        }

        /// The index of the column, counted from 0.
        let field: Int
        /// The column's name in the header; empty for a column without a name.
        let name: String
        var content = Content.numbers
        /// The values of the cells: numbers, or times in seconds; NaN for an empty cell or for text.
        var values: [Double] = []
        /// The different texts in the column, at most ``maximumTextCount``.
        var texts: [String] = []
        /// The index in ``texts`` of the text in each row. It is `nil` for numbers, empty cells, and texts beyond the
        /// maximum count.
        var textIndices: [UInt8?] = []
        /// The first cell with text, apart from times: its line, the index of its row, and its text.
        var stray: (line: Int, row: Int, text: String)?
        var strayCount = 0
        /// A Boolean value that indicates whether a spreadsheet has rounded long numbers, such as `1.7E+018`. Such
        /// numbers are not exact times.
        var isRounded = false
        /// The number of midnights between the first row and the last, for times of day.
        var midnights = 0
    }

    /// The name with which a layout selects the file in the log's folder; `nil` if the log is a single file.
    let name: String?
    /// The last component of the file's path, which may contain the name of a sensor.
    let title: String
    let form: TextForm
    /// A Boolean value that indicates whether the file is a table of a log in another format, such as JSON.
    let isExported: Bool
    var columns: [Column]
    /// The number of columns that are not examined, because the file has too many columns.
    let unexamined: Int
    /// The number of rows without a time, which the layout skips.
    var rowsWithoutTime = 0
    /// The number of rows that are equal to the row before.
    private(set) var repeatedRowCount = 0
    /// The number of places at which blank lines divide the rows; 0 if the parts have few rows, such as single rows.
    private(set) var blankPlaceCount = 0
    /// The restriction of the log by the user: only rows with this text in this column are used. `nil` for all rows.
    private(set) var condition: (column: Column, text: String)?

    /// The column whose texts show that the rows are of several devices or sensors; `nil` if there is no such column, or
    /// if the user has selected the rows.
    var mixed: Column? { condition == nil && !usesAllRows ? columns.first(where: \.alternates) : nil }
    /// A Boolean value that indicates whether all rows belong together, according to the user.
    var usesAllRows = false

    /// The line of a layout that selects the rows of one device or sensor; `nil` if all rows belong together.
    var rowsLine: String? {
        guard let condition else { return mixed == nil ? nil : "where: unknown" }
        return "where: {column: \(reference(to: condition.column)), is: \(YAMLText.quoted(condition.text))}"
    }

    private static let headBytes = 1 << 17
    /// The limits of a transposed table: the maximum number of its rows, which are the channels of the sensors, and the
    /// minimum number of its columns, which are the samples.
    private static let (maximumChannelCount, minimumSampleCount) = (16, 100)
    /// The maximum number of examined rows. More rows do not improve the guesses.
    private static let maximumRowCount = 60_000
    /// The minimum mean number of rows between blank lines for which the parts may be sessions.
    private static let minimumPartLength = 5
    /// The maximum number of examined columns, several times the number of columns of any sensor log.
    private static let maximumColumnCount = 1_000

    /// Reads a file. Returns `nil` if the file is not a table of numbers.
    ///
    /// - Throws: `InputError` if the file cannot be read, or if a row is malformed.
    ///
    /// - Parameters:
    ///   - path: path of the file.
    ///   - name: name of the file in the log's folder; `nil` if the log is a single file.
    ///   - isExported: whether the file is a table of a log in another format. Its first row is a header, even if it
    ///     consists of numbers.
    init?(path: String, name: String?, isExported: Bool = false) throws(InputError) {
        guard let (head, isWhole) = Self.head(of: path) else { return nil }
        guard ![[0xFF, 0xFE], [0xFE, 0xFF]].contains(Array(head.prefix(2))) else {
            throw InputError(file: path, message: "the text is in UTF-16", advice: InputError.conversionToUTF8)
        }
        let text = head.filter { $0 != 0 }
        let detected = TextForm(head: text, isWhole: isWhole)
        // Loggers that lose power leave zero bytes in a text.
        guard detected == nil || !Self.containsZero(path) else {
            throw InputError(
                file: path,
                message: "the text contains zero bytes",
                advice: "remove them: tr -d '\\000' <FILE >NEW_FILE"
            )
        }
        try Self.checkRows(of: text, path: path)
        guard var form = detected else {
            guard name != nil || 20 * text.count(where: { $0 < 0x20 && !(9...13).contains($0) }) <= text.count else {
                throw InputError(
                    file: path,
                    message: "the file is not text",
                    advice: "export it as CSV with the software of its device"
                )
            }
            if name == nil { try Self.checkKinds(of: text, path: path) }
            // A folder may contain other texts.
            guard name == nil, Self.hasQuotedLineBreaks(text) else { return nil }
            throw InputError(
                file: path,
                message: "quoted cells contain line breaks",
                advice:
                    "join their lines: awk '{n+=gsub(/\"/,\"&\"); printf \"%s%s\",$0,n%2?\" \":RS}' FILE >NEW_FILE"
            )
        }
        if isExported { form.headerRows = max(form.headerRows, 1) }
        guard form.fieldCount > 1 else {
            // A folder may contain other tables.
            guard name == nil else { return nil }
            throw InputError(
                file: path,
                message: "the log has one column, but a sensor has three",
                advice: "add the other columns, or run 'sextant inspect --columns' for the statistics of this column"
            )
        }
        (self.name, self.isExported) = (name, isExported)
        title = URL(fileURLWithPath: path).lastPathComponent
        self.form = form
        let reader = try DelimitedReader(path: path, format: form.format)
        let names = reader.header ?? form.names
        let examined = min(reader.fieldCount, Self.maximumColumnCount)
        unexamined = reader.fieldCount - examined
        var columns = (0..<examined).map { field in
            Column(field: field, name: field < names.count ? names[field] : "")
        }
        let comma = form.hasDecimalComma
        let header = form.headerRows == 0 ? nil : columns.map(\.name)
        let firstName = header.map { Array($0[0].utf8) }
        var (rows, repeated, previous) = (0, 0, [String]())
        try reader.forEachBlock(of: [DelimitedColumn](), storingText: true) { block throws(InputError) in
            for row in 0..<block.rowCount {
                // Further rows are searched only for a second header.
                if rows == Self.maximumRowCount, !(firstName?.elementsEqual(block.text(row: row, field: 0)) ?? false) {
                    continue
                }
                let texts = columns.map { column in
                    let text = block.text(row: row, field: column.field)
                    return MissingValue.isNamed(by: text) ? "" : CellText.trimmed(Array(text))
                }
                guard texts != header else {
                    let line = block.line(ofRow: row)
                    throw InputError(
                        file: path,
                        line: line,
                        message: "the header is repeated",
                        advice:
                            "write each part to a file of its own: \(TextForm.splitting(before: line, end: line - 1))"
                    )
                }
                guard rows < Self.maximumRowCount else { continue }
                rows += 1
                if texts == previous { repeated += 1 }
                previous = texts
                let line = block.line(ofRow: row)
                for field in columns.indices { columns[field].append(texts[field], comma: comma, line: line) }
            }
        }
        if let last = columns.last, !last.texts.isEmpty, last.texts.allSatisfy(\.hasSentenceChecksum) {
            throw InputError(
                file: path,
                message: "each row ends with a checksum, such as '\(last.texts[0].excerpt)'",
                advice: String.removalOfChecksums
            )
        }
        let vectors = columns.first { !$0.texts.isEmpty && $0.texts.allSatisfy(\.isVector) }
        if let vectors, columns.count(where: \.isNumeric) < 3 {
            let hasSamples = vectors.texts[0].count { $0 == "," } >= Self.maximumChannelCount
            throw InputError(
                file: path,
                message:
                    "the cells of \(Self.label(of: vectors)) contain several \(hasSamples ? "samples" : "numbers"), such as "
                    + "'\(vectors.texts[0].excerpt)'",
                advice: hasSamples
                    ? "write one sample per row: \(TextForm.exploding)"
                    : "write one number per cell: \(form.flattening)"
            )
        }
        guard rows > Self.maximumChannelCount || columns.count < Self.minimumSampleCount || isExported else {
            throw InputError(
                file: path,
                message: "\(rows) rows of \(columns.count) columns look like a table whose rows are the channels",
                advice: "transpose the table: \(form.transposition)"
            )
        }
        if let count = columns.samplesPerRow {
            throw InputError(
                file: path,
                message:
                    "each row seems to contain \(count) samples with three axes, because neighbouring groups of three columns "
                    + "are almost equal",
                advice: "write one sample per row, so that there are \(count) times as many rows: \(form.unrolling)"
            )
        }
        let unsigned = columns.filter(\.isUnsigned)
        guard !unsigned.contains(where: \.wrapsAround) else {
            throw InputError(
                file: path,
                message:
                    "the values jump between 0 and 65535 in \(unsigned.map { Self.label(of: $0) }.joined(separator: ", ")): "
                    + "negative counts were written as unsigned 16-bit numbers",
                advice: "restore the signs: \(form.signing(unsigned.map { $0.field + 1 }))"
            )
        }
        let strays = columns.filter(\.hasStrayTexts)
        if let line = strays.first?.stray?.line, strays.count > 2, 2 * strays.count >= columns.count,
            strays.allSatisfy({ $0.stray?.line == line })
        {
            let end = line - 1 - columns.blankRowCount(before: strays.first?.stray?.row ?? 0)
            throw InputError(
                file: path,
                line: line,
                message: "the line has text in place of numbers, so another table may begin there",
                advice: "write each table to a file of its own: \(TextForm.splitting(before: line, end: end))"
            )
        }
        for column in strays where column.content == .text { columns[column.field].content = .numbers }
        self.columns = columns.map(\.withCalendarTimes)
        repeatedRowCount = repeated
        let blanks = Self.blankPlaceCount(of: path, after: form.firstLine + form.headerRows)
        blankPlaceCount = blanks < rows / Self.minimumPartLength ? blanks : 0
    }

    /// Keeps only the rows that contain `text` in one column. The text `answer` selects this column. Does nothing if
    /// the column does not contain `text`.
    mutating func keepRows(with text: String, in answer: String) {
        guard let column = columns.first(where: { $0.isSelected(by: answer) }),
            let index = column.texts.firstIndex(of: text)
        else { return }
        let isKept = column.textIndices.map { $0 == UInt8(index) }
        condition = (column, text)
        columns = columns.map { $0.keeping(isKept) }
    }

    private static func containsZero(_ path: String) -> Bool {
        let data = try? Data(contentsOf: URL(fileURLWithPath: path), options: .mappedIfSafe)
        return data?.withUnsafeBytes { $0.contains(0) } ?? false
    }

    /// Returns the number of places in the table at which blank lines divide the rows.
    private static func blankPlaceCount(of path: String, after header: Int) -> Int {
        guard let data = try? Data(contentsOf: URL(fileURLWithPath: path), options: .mappedIfSafe) else { return 0 }
        var (count, line, wasBlank, isBlank) = (0, 0, false, true)
        data.withUnsafeBytes { bytes in
            for byte in bytes {
                guard byte == UInt8(ascii: "\n") else {
                    if byte > 0x20 { isBlank = false }
                    continue
                }
                if wasBlank, !isBlank, line > header { count += 1 }
                (wasBlank, isBlank, line) = (isBlank, true, line + 1)
            }
        }
        return count
    }

    fileprivate static func head(of path: String) -> (bytes: [UInt8], isWhole: Bool)? {
        guard let file = FileHandle(forReadingAtPath: path) else { return nil }
        defer { try? file.close() }
        guard let data = try? file.read(upToCount: headBytes) else { return nil }
        return (Array(data), data.count < headBytes)
    }

    /// Returns a Boolean value that indicates whether many lines have an odd number of quotation marks.
    private static func hasQuotedLineBreaks(_ head: [UInt8]) -> Bool {
        let lines = head.split(separator: UInt8(ascii: "\n")).dropLast()
        return 3 * lines.count { line in line.count { $0 == UInt8(ascii: "\"") } % 2 == 1 } > lines.count
    }

    /// Throws an error if the rows are of several kinds. The error names a command that writes tables.
    private static func checkRows(of head: [UInt8], path: String) throws(InputError) {
        let lines = String(decoding: head, as: UTF8.self).split(whereSeparator: \.isNewline).dropFirst().dropLast()
            .prefix(maximumCheckedRowCount)
        guard lines.count >= minimumCheckedRowCount else { return }
        let marks: [Character] = [",", ";", "\t"]
        let separator =
            marks.max { mark, other in
                lines.count { $0.contains(mark) } < lines.count { $0.contains(other) }
            } ?? ","
        let rows = lines.map { $0.split(separator: separator, omittingEmptySubsequences: false) }
        let tags = Dictionary(grouping: rows) { String($0[0]) }
        let isTagged =
            tags.count > 1 && tags.count < Column.maximumTextCount
            && tags.keys.allSatisfy { $0.wholeMatch(of: /\$?[A-Za-z][A-Za-z0-9_]*/) != nil }
        if isTagged, Set(rows.map(\.count)).count > 1, tags.values.contains(where: { $0[0].count > 3 }) {
            let end = separator == "\t" ? "[[:blank:]]" : String(separator)
            let commands = tags.filter { $0.value[0].count > 3 }.keys.sorted().prefix(4).map {
                tag in
                "grep '^\(tag.hasPrefix("$") ? "\\" : "")\(tag)\(end)' FILE >LOG/\(tag.filter { $0.isLetter || $0.isNumber }).csv"
            }
            throw InputError(
                file: path,
                message: "the rows are of \(tags.count) kinds: \(tags.keys.sorted().prefix(4).joined(separator: ", "))",
                advice: "write each kind to a file of its own: mkdir LOG; \(commands.joined(separator: "; "))"
            )
        }
    }

    /// Throws an error if the second word of many rows names a sensor, as in `1288708916885 ACCEL 169 1.5,4.8,8.3`. The
    /// error names commands that write tables.
    private static func checkKinds(of head: [UInt8], path: String) throws(InputError) {
        let lines = String(decoding: head, as: UTF8.self).split(whereSeparator: \.isNewline)
            .prefix(maximumCheckedRowCount)
        let words = lines.map { $0.split(separator: " ", maxSplits: 2) }.filter { $0.count == 3 }.map { String($0[1]) }
        let kinds = Dictionary(grouping: words) { $0 }.filter { kind, rows in
            rows.count >= minimumCheckedRowCount && SensorWords.isMotion(kind) && kind.allSatisfy(\.isLetter)
        }.keys.sorted()
        guard let first = kinds.first else { return }
        let commands = kinds.prefix(4).map {
            "awk '$2==\"\($0)\" {$2=\"\"; gsub(/[ ,;@]+/,\",\"); sub(/,$/,\"\"); print}' FILE >LOG/\($0).csv"
        }
        throw InputError(
            file: path,
            message: "the second word of each row is its kind, such as \(first)",
            advice: "write each kind to a table of its own: mkdir LOG; \(commands.joined(separator: "; "))"
        )
    }

    private static let minimumCheckedRowCount = 20
    private static let maximumCheckedRowCount = 500

    /// Returns the text with which a layout selects a column: the column's name, or its number counted from 1.
    func reference(to column: Column) -> String {
        let isUnique = !column.name.isEmpty && columns.count { $0.name == column.name } == 1
        guard form.headerRows > 0, isUnique else { return String(column.field + 1) }
        return YAMLText.quoted(column.name)
    }

    /// Returns the text with which a user's answer selects a column: the column's name or number. In a log of several
    /// files, the file's name precedes this text.
    func answer(for column: Column) -> String {
        // Shells interpret spaces and brackets in a name.
        let isPlain = column.text.allSatisfy { $0.isLetter || $0.isNumber || "_.-".contains($0) }
        return (name.map { "\($0):" } ?? "") + (isPlain ? column.text : String(column.field + 1))
    }

    /// Returns the text with which a user's answer selects the columns of a vector: the first of three adjacent columns,
    /// or the numbers of all columns.
    func answer(for fields: [Int]) -> String {
        let isAdjacent = zip(fields.dropFirst(), fields).allSatisfy { $0 == $1 + 1 }
        if isAdjacent { return answer(for: columns[fields[0]]) }
        return (name.map { "\($0):" } ?? "") + fields.map { "\($0 + 1)" }.joined(separator: ",")
    }

    /// Returns the name or number of a column, for messages.
    func label(of column: Column) -> String { Self.label(of: column) }

    private static func label(of column: Column) -> String {
        column.name.isEmpty ? "column \(column.field + 1)" : "'\(column.name.excerpt)'"
    }
}

/// Functions that parse the cells of a table.
enum CellText {
    /// Returns the text of a cell without spaces, tabs and carriage returns at its ends.
    static func trimmed(_ bytes: [UInt8]) -> String {
        let isSpace = { (byte: UInt8) in " \r\t".utf8.contains(byte) }
        return String(decoding: bytes.trimming(where: isSpace), as: UTF8.self)
    }

    /// Returns a Boolean value that indicates whether a cell is a number with a decimal comma.
    static func isNumberWithComma(_ text: String) -> Bool {
        text.utf8.count { $0 == UInt8(ascii: ",") } == 1 && number(text, comma: true) != nil
    }

    /// Returns a Boolean value that indicates whether a cell is a number, a time or a vector.
    static func isValue(_ text: String, comma: Bool) -> Bool {
        number(text, comma: comma) != nil || seconds(text) != nil || text.isVector
    }

    /// Returns the number in a cell; `nil` for other text.
    static func number(_ text: String, comma: Bool) -> Double? {
        guard let first = text.utf8.first else { return nil }
        let isNumeric =
            first == UInt8(ascii: "-") || first == UInt8(ascii: "+") || first == UInt8(ascii: ".")
            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first)
        guard isNumeric else { return text.lowercased() == "nan" ? .nan : nil }
        return Double(comma ? text.replacing(",", with: ".") : text)
    }

    /// Returns the seconds of a date since 1970, or of a time since midnight; `nil` for other text.
    static func seconds(_ text: String) -> Double? {
        guard text.utf8.count(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "_") }) >= 2 else { return nil }
        let stamp = StampText.nanoseconds(text.utf8, .dateTime) ?? StampText.nanoseconds(text.utf8, .clock)
        return stamp.map { Double($0) * 1e-9 }
    }

    /// Returns a Boolean value that indicates whether a text is a date with a time.
    static func hasDate(_ text: String) -> Bool { secondsOfDate(text) != nil }

    /// Returns the seconds of a date with a time since 1970; `nil` for other text.
    static func secondsOfDate(_ text: String) -> Double? {
        StampText.nanoseconds(text.utf8, .dateTime).map { Double($0) * 1e-9 }
    }
}

/// The format of a file of delimited text, detected from its first lines.
package struct TextForm: Hashable {
    package var delimiter = UInt8(ascii: ",")
    package var hasDecimalComma = false
    package var headerRows = 0
    package var comment: UInt8? = UInt8(ascii: "#")
    var isWindows1252 = false
    /// The fraction of data cells that are numbers or times.
    var share = 0.0
    /// The number of the first line of the table, counted from 1.
    var firstLine = 1
    /// The names of the columns, taken from a line before the table. The line cannot be the header, because it is a
    /// comment or has fewer cells than the table. A layout selects these columns by their numbers.
    var names: [String] = []
    /// The lines before the table, and the comments at its start.
    var remarks: [String] = []
    var fieldCount = 0

    /// The format with which the file is read.
    package var format: DelimitedFormat {
        var format = DelimitedFormat(
            delimiter: delimiter,
            collapsesDelimiters: delimiter == UInt8(ascii: " "),
            comment: comment,
            hasDecimalComma: hasDecimalComma,
            emptyIsNaN: true
        )
        format.headerRows = headerRows
        format.acceptsWindows1252 = isWindows1252
        format.start = firstLine > 1 ? .line(firstLine) : nil
        return format
    }

    package var delimiterName: String {
        switch delimiter {
        case UInt8(ascii: ";"): "semicolon"
        case UInt8(ascii: "\t"): "tab"
        case UInt8(ascii: " "): "space"
        case UInt8(ascii: ","): "comma"
        default: String(UnicodeScalar(delimiter))
        }
    }

    /// The lines of a layout that describe this format.
    package var layoutLines: [String] {
        var lines = ["delimiter: \(delimiterName == "|" ? "\"|\"" : delimiterName)"]
        if delimiter == UInt8(ascii: " ") { lines.append("collapse: true") }
        if firstLine > 1 { lines.append("start: \(firstLine)") }
        lines.append("header: \(headerRows == 0 ? "false" : String(headerRows))")
        if comment == nil { lines.append("comment: none") }
        if let comment, comment != UInt8(ascii: "#") { lines.append("comment: \"\(UnicodeScalar(comment))\"") }
        if hasDecimalComma { lines.append("decimalComma: true") }
        if isWindows1252 { lines.append("encoding: windows-1252") }
        return lines
    }
}

extension TextForm {
    private static let delimiters: [UInt8] = Array("\t;,| ".utf8)
    /// The minimum fraction of non-empty cells that contain numbers or times. A file with a smaller fraction does not
    /// count as a table of numbers.
    private static let smallestShare = 0.6
    private static let maximumHeaderRowCount = 4
    /// The number of columns with numbers from which a file counts as a table in spite of many columns with text.
    private static let minimumNumericCount = 4

    /// Detects the format from the first bytes of a file. Returns `nil` if the file is not a table of numbers.
    ///
    /// - Parameters:
    ///   - bytes: first bytes of the file.
    ///   - isWhole: whether the bytes are the whole file, so that the last line is complete.
    package init?(head bytes: [UInt8], isWhole: Bool) {
        var bytes = bytes[...]
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
        guard !bytes.contains(0) else { return nil }
        if !isWhole, let last = bytes.lastIndex(of: UInt8(ascii: "\n")) { bytes = bytes[..<last] }
        let isUTF8 = String(validating: bytes, as: UTF8.self) != nil
        let text = String(decoding: bytes, as: UTF8.self)
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated()
            .map { Line(number: $0.offset + 1, text: String($0.element)) }
            .filter { !$0.text.allSatisfy(\.isWhitespace) && !($0.number == 1 && $0.text.hasPrefix("sep=")) }
        let marked = lines.prefix { $0.text.hasPrefix("#") || $0.text.hasPrefix("%") }.map(\.text)
        let body = lines.dropFirst(marked.count).filter { !$0.text.hasPrefix("#") }
        guard body.count >= 2 else { return nil }
        let forms = Self.delimiters.compactMap { TextForm(body, delimiter: $0) }
        guard var best = forms.max(by: { $0.share * Double($0.fieldCount) < $1.share * Double($1.fieldCount) }) else {
            return nil
        }
        best.isWindows1252 = !isUTF8
        best.setComment(marked: marked)
        best.remarks = marked + lines.dropFirst(marked.count).prefix { $0.number < best.firstLine }.map(\.text)
        self = best
    }

    /// Detects the format of a file with lines before the header, without a header, or with spaces between the columns.
    /// Returns `nil` for other tables, and for a file that is not a table of numbers.
    package init?(unusualTable path: String) {
        // A pipe can be read only once.
        guard FileKind(path: path) == .regular, let (bytes, isWhole) = LogFile.head(of: path),
            let form = TextForm(head: bytes, isWhole: isWhole), form.firstLine == 1, form.headerRows <= 1
        else { return nil }
        let isMarked = bytes.first == UInt8(ascii: "#") || bytes.first == UInt8(ascii: "%")
        guard isMarked || form.headerRows == 0 || form.delimiter == UInt8(ascii: " ") else { return nil }
        self = form
    }

    /// A line that is not blank, with its number, counted from 1.
    private struct Line {
        let number: Int
        let text: String
    }

    /// Detects the format for one delimiter. Returns `nil` if this delimiter does not split the lines into a table of
    /// numbers.
    private init?(_ lines: [Line], delimiter: UInt8) {
        self.delimiter = delimiter
        let rows = lines.prefix(200).map { Self.cells($0.text, delimiter: delimiter) }
        let data = rows.suffix(max(rows.count / 2, 1))
        let counts = Dictionary(grouping: data, by: \.count).mapValues(\.count)
        // Without a delimiter, the whole line is one column, which every delimiter would find.
        let minimum = delimiter == UInt8(ascii: ",") ? 1 : 2
        guard let usual = counts.max(by: { $0.value < $1.value }), usual.key >= minimum,
            Double(usual.value) >= 0.9 * Double(data.count)
        else { return nil }
        fieldCount = usual.key
        let cells = data.joined().filter { !$0.isEmpty && !MissingValue.isNamed(by: $0.utf8) }
        let mayHaveComma = delimiter != UInt8(ascii: ",") || lines.contains { $0.text.contains("\"") }
        let comma = mayHaveComma && cells.contains { CellText.isNumberWithComma($0) }
        hasDecimalComma = comma
        guard !cells.isEmpty else { return nil }
        share = Double(cells.count { CellText.isValue($0, comma: comma) }) / Double(cells.count)
        let numeric = (0..<usual.key).count { field in
            data.allSatisfy { $0.count != usual.key || $0[field].isEmpty || CellText.isValue($0[field], comma: comma) }
        }
        let hasNumbers = numeric >= Self.minimumNumericCount
        guard share >= Self.smallestShare || hasNumbers else { return nil }
        let fields = usual.key
        let isData = rows.map { row in
            let filled = row.filter { !$0.isEmpty && !MissingValue.isNamed(by: $0.utf8) }
            let values = filled.count { CellText.isValue($0, comma: comma) }
            return abs(row.count - fields) <= 1 && !filled.isEmpty
                && (2 * values >= filled.count || hasNumbers && values >= Self.minimumNumericCount)
        }
        // The default names of a data frame are the numbers of its columns.
        let numbers = rows[0].count > 3 ? rows[0].drop { $0.isEmpty } : []
        let isNumbered =
            !numbers.isEmpty && numbers.count + 1 >= rows[0].count
            && zip(numbers, 0...).allSatisfy { $0 == String($1) }
        let first = isNumbered ? 1 : isData.firstIndex(of: true) ?? 0
        headerRows = first
        var misfits = (rows.prefix(first).lastIndex { abs($0.count - fields) > 1 } ?? -1) + 1
        misfits = max(misfits, first - Self.maximumHeaderRowCount)
        // If column names are repeated, they are unique only together with group names. The previous row contains the
        // group names, and has fewer cells.
        if misfits > 0, misfits == first - 1, rows[misfits - 1].count > 1,
            Set(rows[misfits]).count < rows[misfits].count
        {
            misfits -= 1
        }
        if StatedRate(rows: rows.prefix(2)) != nil { misfits = 2 }
        // A bar in front of the header, but not of the rows, shifts the names by one column.
        let header = first > misfits ? rows[first - 1] : []
        let isLonger = header.count == fields + 1 || (header.last != "" && data.allSatisfy { $0.last == "" })
        if header.first == "", header.count >= fields, isLonger, data.allSatisfy({ $0.first != "" }) {
            names = Array(header.dropFirst())
            (headerRows, firstLine) = (0, lines[first].number)
            return
        }
        // If the header has one name more or less, the names cannot be assigned to the columns, unless a delimiter
        // ends each row.
        if first > misfits, rows[first - 1].count != fields, rows[first - 1].last != "",
            !data.allSatisfy({ $0.count != fields || $0.last == "" })
        {
            (headerRows, firstLine) = (0, lines[first].number)
            return
        }
        guard misfits > 0 else { return }
        headerRows = max(first - misfits, 0)
        firstLine = lines[misfits].number
        if headerRows == 0, first > 0, 2 * rows[misfits - 1].count > fields { names = rows[misfits - 1] }
    }

    /// Detects whether the lines that begin with `#` or `%` are comments, or whether a single such line is the header.
    private mutating func setComment(marked: [String]) {
        guard let last = marked.last else { return }
        let isHeader = headerRows == 0 && Self.cells(last, delimiter: delimiter).count == fieldCount && fieldCount > 2
        if isHeader, marked.count == 1 {
            (comment, headerRows) = (nil, 1)
            return
        }
        comment = last.utf8.first
        let words = Self.cells(last.drop { !$0.isLetter }, delimiter: delimiter)
        if headerRows == 0, words.count == fieldCount, Set(words).count == words.count { names = words }
    }

    /// Splits a line into cells and removes quotation marks. A delimiter inside quotation marks does not split.
    static func cells(_ line: some StringProtocol, delimiter: UInt8) -> [String] {
        var cells: [String] = []
        var cell: [UInt8] = []
        var isQuoted = false
        for byte in line.utf8 {
            if byte == UInt8(ascii: "\"") {
                isQuoted.toggle()
            } else if byte == delimiter, !isQuoted {
                cells.append(CellText.trimmed(cell))
                cell = []
            } else {
                cell.append(byte)
            }
        }
        cells.append(CellText.trimmed(cell))
        return delimiter == UInt8(ascii: " ") ? cells.filter { !$0.isEmpty } : cells
    }
}

/// The number of rows per second that a file states in the lines above its table.
struct StatedRate {
    /// The stated number of rows per second.
    let rate: Double
    /// The line, or the part of a line, that contains the rate.
    let text: String

    private static let usualRates = 0.5...5000

    /// Searches for text such as `Update Rate: 100.0Hz` or `sampling interval = 10 ms`. Returns `nil` if no line or
    /// several lines with different values match.
    init?(remarks: [String], delimiter: UInt8) {
        if let stated = StatedRate(rows: remarks.prefix(2).map { TextForm.cells($0, delimiter: delimiter) }[...]) {
            self = stated
            return
        }
        let found = remarks.flatMap(Self.rates)
        guard let first = found.first, found.allSatisfy({ $0.rate == first.rate }) else { return nil }
        self = first
    }

    /// Reads two rows, each of which repeats one number in all columns: the start in Unix time, and the rate. Files of
    /// the Empatica E4 have such rows.
    init?(rows: ArraySlice<[String]>) {
        let numbers = rows.compactMap { row in Set(row).count == 1 && row.count > 1 ? Double(row[0]) : nil }
        guard numbers.count == 2, TimeGuess.unixSeconds.contains(numbers[0]), Self.usualRates.contains(numbers[1])
        else {
            return nil
        }
        (rate, text) = (numbers[1], "line 2")
    }

    private init(rate: Double, text: String) { (self.rate, self.text) = (rate, text) }

    private static func rates(in line: String) -> [StatedRate] {
        let pattern = /(?i)(rate|frequency|freq|interval|period)[\s:=,(\[]*([0-9]+(?:\.[0-9]+)?)\s*(k?hz|ms|s\b)?/
        return line.matches(of: pattern).compactMap { match in
            guard let value = Double(match.2) else { return nil }
            let unit = match.3?.lowercased()
            let isInterval = ["interval", "period"].contains(match.1.lowercased()) || unit == "ms" || unit == "s"
            // An interval without a unit does not determine the rate.
            guard !isInterval || (unit != nil && value > 0) else { return nil }
            let factor = unit == "khz" ? 1000 : unit == "ms" ? 0.001 : 1.0
            let rate = isInterval ? 1 / (value * factor) : value * factor
            return usualRates.contains(rate) ? StatedRate(rate: rate, text: "'\(match.0)'") : nil
        }
    }
}
