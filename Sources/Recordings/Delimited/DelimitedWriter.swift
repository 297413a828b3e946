import CLibCSV
import CTableParser
import Foundation
import SensorModel

/// A writer of delimited text. The caller takes the bytes and writes them to a file or pipe.
///
/// Numbers are written as the shortest text that is read back as the same `Double`. The locale has no effect. Fields
/// are quoted if RFC 4180 requires it. Text that a spreadsheet would evaluate as a formula gets a leading apostrophe,
/// see `SpreadsheetText`.
///
/// ```swift
/// var writer = DelimitedWriter()
/// writer.append("t")
/// writer.append("x")
/// writer.endRow()
/// FileHandle.standardOutput.write(Data(writer.take()))
/// ```
public struct DelimitedWriter: Sendable {
    let delimiter: UInt8
    var bytes: [UInt8] = []
    private(set) var isAtRowStart = true

    /// Creates a writer without content.
    public init(delimiter: UInt8 = UInt8(ascii: ",")) {
        self.delimiter = delimiter
        bytes.reserveCapacity(1 << 17)
    }

    /// The number of bytes in the buffer.
    public var count: Int { bytes.count }

    /// Returns the bytes in the buffer and clears it.
    public mutating func take() -> [UInt8] {
        defer { bytes.removeAll(keepingCapacity: true) }
        return bytes
    }

    /// Passes the bytes in the buffer to `write` without a copy, then clears the buffer.
    ///
    /// - Throws: the error of `write`. The buffer is cleared in this case, too.
    public mutating func drain<Failure: Error>(
        to write: (UnsafeRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        defer { bytes.removeAll(keepingCapacity: true) }
        try bytes.withUnsafeBufferPointer { bytes throws(Failure) in try write(UnsafeRawBufferPointer(bytes)) }
    }

    /// Appends a number, or an empty field for `nil`.
    public mutating func append(_ number: Double?) {
        beginField()
        guard let number else { return }
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(SEXTANT_LONGEST_DOUBLE)) { text in
            guard let start = text.baseAddress else { return }
            let count = sextant_write_shortest_double(start, number)
            bytes.append(contentsOf: UnsafeRawBufferPointer(start: start, count: count))
        }
    }

    /// Appends an integer.
    public mutating func append(_ number: Int64) {
        beginField()
        bytes.append(contentsOf: String(number).utf8)
    }

    /// Appends a text from an untrusted source. Formulas are made safe for spreadsheets.
    public mutating func append(_ text: String) {
        var text = SpreadsheetText.inert(text)
        text.withUTF8 { append(verbatim: $0) }
    }

    /// Appends a cell of an untrusted table. Numbers remain unchanged, and formulas are made safe for spreadsheets.
    public mutating func append(cell: UnsafeBufferPointer<UInt8>) {
        guard SpreadsheetText.mayRun(cell), NumberField.value(cell) == nil else { return append(verbatim: cell) }
        append(String(decoding: cell, as: UTF8.self))
    }

    /// Appends a text unchanged, even if it is a formula. Quotation marks are added if necessary.
    public mutating func append(verbatim text: UnsafeBufferPointer<UInt8>) {
        beginField()
        let needsQuotes = text.contains {
            $0 == delimiter || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r")
        }
        guard needsQuotes else { return bytes.append(contentsOf: text) }
        let quoted = [UInt8](unsafeUninitializedCapacity: 2 * text.count + 2) { buffer, count in
            count = csv_write(buffer.baseAddress, buffer.count, text.baseAddress, text.count)
        }
        bytes.append(contentsOf: quoted)
    }

    /// Ends the current row.
    public mutating func endRow() {
        bytes.append(UInt8(ascii: "\n"))
        isAtRowStart = true
    }

    private mutating func beginField() {
        if !isAtRowStart { bytes.append(delimiter) }
        isAtRowStart = false
    }
}

extension DelimitedWriter {
    /// The rows of a block that one thread writes at a time. Fewer rows would cost more to distribute than to write.
    private static let rowsPerThread = 512

    /// Appends the rows of a block of plain text, with new values in some columns.
    ///
    /// All cores write parts of a long block; the result does not depend on their number.
    ///
    /// - Parameters:
    ///   - block: the rows. ``DelimitedBlock/textIsPlain`` must be true.
    ///   - places: for each field, the index of the column with new values, or `nil` to copy the field.
    ///   - columns: the new values in column-major order, or `nil` for an empty cell.
    /// - Complexity: O(*n*) in the number of bytes of the block, without an allocation per row.
    public mutating func append(_ block: DelimitedBlock, places: [Int?], columns: [Double?]) {
        precondition(isAtRowStart, "a block must start a new row")
        guard let text = block.text, text.isPlain else { preconditionFailure("the text of the block must be plain") }
        let rows = ReplacedRows(text, count: block.rowCount, places: places, columns: columns, delimiter: delimiter)
        let ranges = stride(from: 0, to: block.rowCount, by: Self.rowsPerThread).map {
            $0..<min($0 + Self.rowsPerThread, block.rowCount)
        }
        let starts = ranges.reduce(into: [bytes.count]) { $0.append($0[$0.count - 1] + rows.maximumLength(of: $1)) }
        // Appending zeros first reuses the memory of earlier blocks. Allocating memory would take longer than writing
        // the content.
        let (before, after) = (bytes.count, starts[ranges.count])
        bytes.append(contentsOf: repeatElement(0, count: after - before))
        let end = bytes.withUnsafeMutableBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return before }
            let lengths = [Int](unsafeUninitializedCapacity: ranges.count) { lengths, count in
                count = ranges.count
                nonisolated(unsafe) let (base, lengths, rows) = (base, lengths, rows)
                DispatchQueue.concurrentPerform(iterations: ranges.count) { index in
                    lengths[index] = rows.write(ranges[index], to: base + starts[index])
                }
            }
            return zip(starts, lengths).reduce(before) { end, written in
                memmove(base + end, base + written.0, written.1)
                return end + written.1
            }
        }
        bytes.removeLast(after - end)
    }
}

/// The rows of a block of plain text, with new values in some columns.
private struct ReplacedRows {
    /// A step in writing a row.
    private enum Part {
        /// Copies consecutive fields. The associated value is the range of their indices.
        case text(ClosedRange<Int>)
        /// Replaces a field by a new number. The associated value is the index of the new number's column.
        case number(Int)
    }

    private let text: RowText
    private let count: Int
    /// The number of fields of a row.
    private let width: Int
    private let parts: [Part]
    private let columns: [Double?]
    private let delimiter: UInt8

    init(_ text: RowText, count: Int, places: [Int?], columns: [Double?], delimiter: UInt8) {
        var parts: [Part] = []
        for (field, column) in places.enumerated() {
            if let column {
                parts.append(.number(column))
            } else if case .text(let fields) = parts.last {
                parts[parts.count - 1] = .text(fields.lowerBound...field)
            } else {
                parts.append(.text(field...field))
            }
        }
        self.text = text
        self.count = count
        width = places.count
        self.parts = parts
        self.columns = columns
        self.delimiter = delimiter
    }

    /// Returns the largest number of bytes that ``write(_:to:)`` writes for these rows.
    func maximumLength(of rows: Range<Int>) -> Int {
        let numbers = parts.count { if case .number = $0 { true } else { false } }
        let copied = text.byteCount(of: rows.lowerBound * width..<rows.upperBound * width)
        return copied + rows.count * (width + numbers * Int(SEXTANT_LONGEST_DOUBLE))
    }

    /// Writes rows to `start`.
    ///
    /// - Returns: the number of bytes.
    func write(_ rows: Range<Int>, to start: UnsafeMutablePointer<UInt8>) -> Int {
        var out = start
        for row in rows {
            for part in parts {
                switch part {
                case .text(let fields):
                    out = copy(fields, of: row, to: out)
                case .number(let column):
                    guard let value = columns[column * count + row] else { break }
                    out += out.withMemoryRebound(to: CChar.self, capacity: Int(SEXTANT_LONGEST_DOUBLE)) {
                        sextant_write_shortest_double($0, value)
                    }
                }
                out.pointee = delimiter
                out += 1
            }
            (out - 1).pointee = UInt8(ascii: "\n")
        }
        return start.distance(to: out)
    }

    /// Copies fields of a row to `start`, separated by the delimiter, and returns the end of the copy.
    @inline(__always) private func copy(
        _ fields: ClosedRange<Int>,
        of row: Int,
        to start: UnsafeMutablePointer<UInt8>
    ) -> UnsafeMutablePointer<UInt8> {
        let first = row * width
        if let whole = text.run(from: first + fields.lowerBound, through: first + fields.upperBound) {
            if let bytes = whole.baseAddress { memcpy(start, bytes, whole.count) }
            return start + whole.count
        }
        var out = start
        for field in fields {
            let piece = text[first + field]
            if let bytes = piece.baseAddress { memcpy(out, bytes, piece.count) }
            out += piece.count
            guard field < fields.upperBound else { break }
            out.pointee = delimiter
            out += 1
        }
        return out
    }
}
