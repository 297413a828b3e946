/// The fields of one row as they stand in the file: where an error says that it is.
///
/// Only for messages; values come from libcsv.
struct RawRow {
    private var fields: [Range<Int>] = []
    /// Where the row ends.
    let end: Int

    init(bytes: UnsafeBufferPointer<UInt8>, format: DelimitedFormat) {
        var rest = RawFields(bytes: bytes, format: format)
        while let field = rest.next() { fields.append(field) }
        end = rest.end
    }

    /// The bytes of a field, counted from 0; empty and at the end of the row where it has fewer.
    func field(_ index: Int) -> Range<Int> {
        fields.indices.contains(index) ? fields[index] : end..<end
    }
}

/// Goes through the fields of a row from left to right.
struct RawFields: IteratorProtocol {
    private let bytes: UnsafeBufferPointer<UInt8>
    private let delimiter: UInt8
    private let collapses: Bool
    private var position = 0
    private var isDone = false

    /// `bytes` start at the row and may go on behind it.
    init(bytes: UnsafeBufferPointer<UInt8>, format: DelimitedFormat) {
        self.bytes = bytes
        delimiter = format.delimiter
        collapses = format.collapsesDelimiters
    }

    /// Where the row ends, once there is no further field.
    var end: Int { position }

    /// The bytes of the next field, quotation marks included, spaces around it not.
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

    /// Goes behind the closing quotation mark; doubled ones belong to the text.
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
