import SensorModel

extension DelimitedReader {
    static func skipByteOrderMark(_ buffer: LineBuffer, name: String, format: DelimitedFormat) throws(InputError) {
        guard try buffer.load() else { throw rowTooLong(file: name, line: 1, limit: format.maximumRowBytes) }
        if buffer.end >= 3, buffer.base[0] == 0xEF, buffer.base[1] == 0xBB, buffer.base[2] == 0xBF {
            buffer.discard(3)
        }
    }

    static func readFirstRow(
        _ buffer: LineBuffer,
        name: String,
        format: DelimitedFormat
    ) throws(InputError) -> FirstRow {
        while true {
            let bytes = UnsafeBufferPointer(start: buffer.base, count: buffer.end)
            let place = SourcePlace(file: name, bytes: bytes, firstLine: 1)
            do {
                return try FirstRow(bytes: bytes, isAtEnd: buffer.isAtEnd && buffer.damage == nil, format: format)
            } catch {
                switch error {
                case .incomplete: break
                case .none: return try emptyFile(name: name, format: format)
                case .misplacedQuote(let offset, let inQuotes):
                    throw place.misplacedQuote(at: offset, inQuotes: inQuotes)
                case .unterminated(let field):
                    throw place.unterminatedQuote(inRowAt: place.firstRow(format), field: field, format: format)
                }
            }
            if let damage = buffer.damage {
                throw SourcePlace.notUTF8(at: damage, in: buffer, file: name, firstLine: 1)
            }
            guard try buffer.load() else { throw rowTooLong(file: name, line: 1, limit: format.maximumRowBytes) }
        }
    }

    private static func emptyFile(name: String, format: DelimitedFormat) throws(InputError) -> FirstRow {
        guard !format.hasHeader else {
            throw InputError(
                file: name,
                line: 1,
                found: "no header line",
                expected: "a first line that names the columns",
                remedy: "check that the file was written to its end"
            )
        }
        return .none
    }

    /// The field of a column that is asked for, counted from 0; nil where the file does not have it.
    public func firstIndex(of column: DelimitedColumn) -> Int? {
        switch column {
        case .named(let name): header?.firstIndex(of: name)
        case .position(let place): (1...max(fieldCount, 1)).contains(place) && fieldCount > 0 ? place - 1 : nil
        }
    }

    /// The field of a column that is asked for, counted from 0.
    func index(of column: DelimitedColumn) throws(InputError) -> Int {
        // An empty file without a header has every column, and no rows.
        if header == nil, fieldCount == 0 { return 0 }
        guard let index = firstIndex(of: column) else { throw missing(column) }
        if case .named(let wanted) = column, header?.lastIndex(of: wanted) != index {
            throw InputError(
                file: name,
                line: 1,
                found: "more than one \(column)",
                expected: "column names that differ",
                remedy: "rename one of them in the header"
            )
        }
        return index
    }

    private func missing(_ column: DelimitedColumn) -> InputError {
        guard let header else {
            return InputError(
                file: name,
                line: headerLine,
                found: "\(fieldCount) columns",
                expected: "a \(column)",
                remedy: "check the delimiter, or choose another layout"
            )
        }
        var remedy = "check the delimiter and the header, or choose another layout"
        if case .named(let wanted) = column, let near = NearestName.suggestion(for: wanted, among: header) {
            remedy = "did you mean '\(near)'?"
        }
        return InputError(
            file: name,
            line: headerLine,
            found: "the columns \(header.joined(separator: ", "))",
            expected: "a \(column)",
            remedy: remedy
        )
    }
}
