/// The byte ranges of the fields in one row of a file. Error messages derive the column of a field from its range.
struct RawRow {
    private var fields: [Range<Int>] = []
    /// The offset of the end of the row.
    let end: Int

    init(bytes: UnsafeBufferPointer<UInt8>, format: DelimitedFormat) {
        var iterator = RawFieldIterator(bytes: bytes, format: format)
        while let field = iterator.next() { fields.append(field) }
        end = iterator.end
    }

    /// Returns the byte range of a field. If the row has fewer fields, the range is empty and at the end of the row.
    func field(_ index: Int) -> Range<Int> {
        fields.indices.contains(index) ? fields[index] : end..<end
    }
}

/// The line and byte column of each field in one row of a file. Several messages about the row can share these
/// positions.
struct RowPositions {
    /// The line on which the row starts.
    let line: Int
    private var positions: [(line: Int, column: Int)] = []

    /// Finds the fields of a row. O(*n*) in the number of bytes of the row.
    ///
    /// - Parameters:
    ///   - bytes: bytes that begin with the row and may continue after it.
    ///   - format: the format of the file.
    ///   - line: the line on which the row starts.
    init(bytes: UnsafeBufferPointer<UInt8>, format: DelimitedFormat, line: Int) {
        self.line = line
        var iterator = RawFieldIterator(bytes: bytes, format: format)
        var (offset, current, start) = (0, line, 0)
        while let field = iterator.next() {
            let before = UnsafeBufferPointer(rebasing: bytes[offset..<field.lowerBound])
            let ends = LineCount.ends(in: before)
            if ends > 0 { (current, start) = (current + ends, offset + LineCount.start(ofLine: ends, in: before)) }
            offset = field.lowerBound
            positions.append((current, offset - start + 1))
        }
    }

    /// The line and the byte column of a field, or `nil` if the row has fewer fields.
    subscript(field: Int) -> (line: Int, column: Int)? { positions.indices.contains(field) ? positions[field] : nil }
}

/// An iterator over the byte ranges of the fields in a row, from left to right.
struct RawFieldIterator: IteratorProtocol {
    private let bytes: UnsafeBufferPointer<UInt8>
    private let delimiter: UInt8
    private let collapses: Bool
    private var position = 0
    private var isDone = false

    /// Creates an iterator. `bytes` must begin with the row and may continue after it.
    init(bytes: UnsafeBufferPointer<UInt8>, format: DelimitedFormat) {
        self.bytes = bytes
        delimiter = format.delimiter
        collapses = format.collapsesDelimiters
    }

    /// The offset of the end of the row. It is valid after the last field was returned.
    var end: Int { position }

    /// Returns the byte range of the next field, including its quotation marks and excluding surrounding spaces.
    mutating func next() -> Range<Int>? {
        guard !isDone else { return nil }
        while let byte = current, isSpace(byte) || (collapses && byte == delimiter) { position += 1 }
        if collapses, isRowEnd { isDone = true }
        guard !isDone else { return nil }
        let start = position
        if current == UInt8(ascii: "\"") { skipQuoted() }
        while !isRowEnd, current != delimiter { position += 1 }
        var end = position
        while end > start, isSpace(bytes[end - 1]) { end -= 1 }
        if isRowEnd { isDone = true } else { position += 1 }
        return start..<end
    }

    private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

    private var isRowEnd: Bool {
        guard let current else { return true }
        return current == UInt8(ascii: "\n") || current == UInt8(ascii: "\r")
    }

    private func isSpace(_ byte: UInt8) -> Bool {
        (byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")) && byte != delimiter
    }

    /// Skips a quoted text. A doubled quotation mark belongs to the text.
    private mutating func skipQuoted() {
        position += 1
        while let byte = current {
            position += 1
            guard byte == UInt8(ascii: "\"") else { continue }
            guard current == UInt8(ascii: "\"") else { return }
            position += 1
        }
    }
}
