import CFastFloat
import CLibCSV
import Foundation
import SensorModel

/// Rows of delimited text, written to bytes that the caller sends on.
///
/// Numbers are the shortest text that reads back as the same Double, whatever the locale. Fields that need them get
/// quotation marks (RFC 4180). Text that a spreadsheet would run as a formula gets an apostrophe in front, see
/// ``SpreadsheetText``.
public struct DelimitedWriter: Sendable {
    let delimiter: UInt8
    var bytes: [UInt8] = []
    private(set) var isAtRowStart = true

    public init(delimiter: UInt8 = UInt8(ascii: ",")) {
        self.delimiter = delimiter
        bytes.reserveCapacity(1 << 17)
    }

    /// Bytes that wait to be taken.
    public var count: Int { bytes.count }

    /// What was written since the last time.
    public mutating func take() -> [UInt8] {
        defer { bytes.removeAll(keepingCapacity: true) }
        return bytes
    }

    /// Writes what was written since the last time elsewhere, without a copy of it.
    public mutating func drain<Failure: Error>(
        to write: (UnsafeRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        defer { bytes.removeAll(keepingCapacity: true) }
        var failure: Failure?
        bytes.withUnsafeBytes { bytes in
            do throws(Failure) { try write(bytes) } catch { failure = error }
        }
        if let failure { throw failure }
    }

    /// A number; nothing for nil.
    public mutating func append(_ number: Double?) {
        beginField()
        guard let number else { return }
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(SEXTANT_LONGEST_DOUBLE)) { text in
            guard let start = text.baseAddress else { return }
            let count = sextant_write_shortest_double(start, number)
            bytes.append(contentsOf: UnsafeRawBufferPointer(start: start, count: count))
        }
    }

    /// A whole number.
    public mutating func append(_ number: Int64) {
        beginField()
        bytes.append(contentsOf: String(number).utf8)
    }

    /// A text of somebody else: no spreadsheet runs it.
    public mutating func append(_ text: String) {
        var text = SpreadsheetText.inert(text)
        text.withUTF8 { append(verbatim: $0) }
    }

    /// A cell of somebody else's table: a number stays one, and no spreadsheet runs anything else.
    public mutating func append(cell: UnsafeBufferPointer<UInt8>) {
        guard SpreadsheetText.mayRun(cell), !NumberField.isNumber(cell) else { return append(verbatim: cell) }
        append(String(decoding: cell, as: UTF8.self))
    }

    /// A text as it is, formula or not.
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

    public mutating func endRow() {
        bytes.append(UInt8(ascii: "\n"))
        isAtRowStart = true
    }

    private mutating func beginField() {
        if !isAtRowStart { bytes.append(delimiter) }
        isAtRowStart = false
    }
}
