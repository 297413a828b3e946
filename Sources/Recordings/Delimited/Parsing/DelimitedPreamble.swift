import SensorModel

/// The part of a file before its rows: a separator line and the header. This part determines the delimiter and the
/// columns.
struct DelimitedPreamble {
    /// The format with the detected delimiter.
    private(set) var format: DelimitedFormat
    private(set) var header: [String]?
    private(set) var fieldCount = 0
    /// The line on which the header ends, or the line of the first row if there is no header.
    private(set) var headerLine = 1
    /// The line number at the start of the buffer, counted from 1.
    private(set) var line = 1
    private let buffer: LineBuffer
    private let name: String

    /// Skips a first line such as `sep=;`. If there is no such line, selects one of the delimiters that the format
    /// allows.
    init(buffer: LineBuffer, name: String, format: DelimitedFormat) throws(InputError) {
        self.buffer = buffer
        self.name = name
        self.format = format
        let separator = Self.separatorLine(bytes)
        if let separator {
            self.format.delimiter = separator
            skip(LineCount.next(after: 0, in: bytes))
        }
        try skipLinesBeforeStart()
        guard separator == nil else { return }
        var maximumCount = 0
        for delimiter in format.alternativeDelimiters.isEmpty ? [] : [format.delimiter] + format.alternativeDelimiters {
            var candidate = format
            candidate.delimiter = delimiter
            // If the first row cannot be parsed with this delimiter, the file uses another delimiter.
            guard let row = try? FirstRow(bytes: bytes, isAtEnd: isAtEnd, format: candidate) else { continue }
            if row.fields.count > maximumCount { (maximumCount, self.format.delimiter) = (row.fields.count, delimiter) }
        }
    }

    /// The maximum number of lines to skip before the first line that the layout describes.
    private static let maximumSkippedLines = 100

    /// Skips all lines before the line at which the format starts.
    ///
    /// - Throws: `InputError` if this line is not among the first ``maximumSkippedLines`` lines, or the file ends
    ///   before it.
    private mutating func skipLinesBeforeStart() throws(InputError) {
        guard let start = format.start else { return }
        for _ in 0...Self.maximumSkippedLines {
            if buffer.end == 0, !buffer.isAtEnd {
                guard try buffer.load() else {
                    throw DelimitedReader.rowTooLong(file: name, line: line, limit: format.maximumRowBytes)
                }
            }
            guard buffer.end > 0 else { break }
            let next = LineCount.next(after: 0, in: bytes)
            let words = bytes[..<next].prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
            if start.matches(String(decoding: words, as: UTF8.self), line: line) { return }
            skip(next)
        }
        throw InputError(
            file: name,
            message:
                "the layout expects the data to start at \(start.description), which is not among the first "
                + "\(Self.maximumSkippedLines) lines",
            advice: "check that the file is complete, or choose another layout"
        )
    }

    /// Reads the header rows. If the format has no header, only determines the number of columns from the first row.
    ///
    /// - Throws: `InputError` if the header is missing or inconsistent, or the first row is invalid.
    mutating func readHeader() throws(InputError) {
        let first = try firstRow()
        fieldCount = first.fields.count
        headerLine = line - 1 + max(ends(first), 1)
        guard format.hasHeader else { return }
        var rows = [first.fields]
        skip(first.length)
        while rows.count < format.headerRows {
            let next = try firstRow()
            headerLine = line - 1 + max(ends(next), 1)
            guard Self.withoutEmptyEnd(rows[rows.count - 1]).count <= next.fields.count else {
                throw InputError(
                    file: name,
                    line: headerLine,
                    message: "this header row has \(next.fields.count) field\(next.fields.count == 1 ? "" : "s"), "
                        + "but the header row above has \(fieldCount)",
                    advice: "correct the header, or the key 'header' of the layout"
                )
            }
            fieldCount = next.fields.count
            rows.append(next.fields)
            skip(next.length)
        }
        header = Self.names(rows)
        // Rows often lack the delimiter that ends the header.
        guard header?.last == "", let row = try nextRow() else { return }
        guard row.fields.count == fieldCount - 1, row.fields.count > 1 else { return }
        header?.removeLast()
        fieldCount -= 1
    }

    /// Returns the row after the header, or `nil` if it is missing or invalid.
    private func nextRow() throws(InputError) -> FirstRow? {
        while true {
            do throws(FirstRow.Failure) {
                return try FirstRow(bytes: bytes, isAtEnd: isAtEnd, format: format)
            } catch {
                guard case .incomplete = error, buffer.damage == nil else { return nil }
            }
            guard try buffer.load() else { return nil }
        }
    }

    private static func withoutEmptyEnd(_ row: [String]) -> ArraySlice<String> {
        row[..<(row.lastIndex { !$0.isEmpty }.map { $0 + 1 } ?? 0)]
    }

    private static func names(_ rows: [[String]]) -> [String] {
        guard rows.count > 1, let last = rows.last else { return rows.first ?? [] }
        var names = last.map { [$0] }
        for row in rows.dropLast().reversed() {
            var group = ""
            // A header row with names of column groups may have too few cells, or empty cells at its end.
            for column in last.indices {
                if column < row.count, !row[column].isEmpty { group = row[column] }
                names[column].insert(group, at: 0)
            }
        }
        // A delimiter at the end of the last header row does not start another column of the last group.
        if last.last == "", rows.dropLast().allSatisfy({ $0.count < last.count || $0[last.count - 1].isEmpty }) {
            names[last.count - 1] = []
        }
        return names.map { $0.filter { !$0.isEmpty }.joined(separator: " ") }
    }

    private var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: buffer.base, count: buffer.end) }

    private var isAtEnd: Bool { buffer.isAtEnd && buffer.damage == nil }

    private func ends(_ row: FirstRow) -> Int {
        LineCount.ends(in: UnsafeBufferPointer(rebasing: bytes[..<row.length]))
    }

    private mutating func skip(_ length: Int) {
        line += LineCount.ends(in: UnsafeBufferPointer(rebasing: bytes[..<length]))
        buffer.discard(length)
    }

    /// Returns the delimiter from a first line such as `sep=;`, or `nil` for any other line.
    ///
    /// If a spreadsheet program has split this line into cells, the line is `sep=` followed by one delimiter per
    /// column.
    private static func separatorLine(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt8? {
        let first = bytes[..<LineCount.next(after: 0, in: bytes)].filter { $0 != 13 && $0 != 10 && $0 != 34 }
        guard first.count >= 5, first.starts(with: Array("sep=".utf8)) else { return nil }
        let delimiter = first[4]
        return first[5...].allSatisfy { $0 == delimiter } ? delimiter : nil
    }

    private mutating func firstRow() throws(InputError) -> FirstRow {
        while true {
            let location = SourceLocation(file: name, bytes: bytes, firstLine: line)
            do {
                return try FirstRow(bytes: bytes, isAtEnd: isAtEnd, format: format)
            } catch {
                switch error {
                case .incomplete: break
                case .none: return try emptyFile()
                case .misplacedQuote(let offset, let inQuotes):
                    throw location.misplacedQuote(at: offset, inQuotes: inQuotes)
                case .unterminated(let field):
                    throw location.unterminatedQuote(inRowAt: location.firstRow(format), field: field, format: format)
                }
            }
            if let damage = buffer.damage {
                throw SourceLocation.notUTF8(at: damage, in: buffer, file: name, firstLine: line)
            }
            // Rows of other types were replaced with blank lines.
            if format.rowType != nil, bytes.allSatisfy({ " \t\n\r".utf8.contains($0) }) { skip(bytes.count) }
            guard try buffer.load() else {
                throw DelimitedReader.rowTooLong(file: name, line: line, limit: format.maximumRowBytes)
            }
        }
    }

    private func emptyFile() throws(InputError) -> FirstRow {
        guard !format.hasHeader else {
            throw InputError(
                file: name,
                line: line,
                message: "the file has no header line that names the columns",
                advice: "check that the file is complete"
            )
        }
        return .none
    }
}
