import CLibCSV
import CTableParser
import Foundation

/// The rows of one block in column-major order, filled by the callbacks of libcsv.
///
/// The rows are a plain value in raw memory, so that parsing a field needs no reference counting, arrays or strings.
struct RowState {
    /// The column to which each field's number is written, or -1 if the field is not selected.
    let targets: UnsafeMutablePointer<Int32>
    /// The values in column-major order. Each column can store ``stride`` values.
    let cells: UnsafeMutablePointer<Double>
    /// The line on which each row starts.
    let lines: UnsafeMutablePointer<UInt32>
    let stride: Int
    /// The required number of fields in a row.
    let fieldCount: Int
    let collapsesDelimiters: Bool
    let hasDecimalComma: Bool
    let emptyIsNaN: Bool
    /// The selected fields that are not numbers, or `nil` if all of them are numbers.
    let textFields: [TextField]?
    /// A Boolean value that indicates whether rows may lack the last field, because the header ends with a delimiter.
    let mayLackLast: Bool

    /// The number of complete rows in the block.
    var row = 0
    /// The number of fields in the current row so far.
    var field = 0
    /// The current line, counted from 1.
    var line = 1
    /// The line on which the current row started. The value is valid as soon as the row has a field.
    var rowLine = 1
    var lastTerminator: UInt8 = 0
    /// A Boolean value that indicates whether the previous field is empty.
    var lastIsEmpty = false
    var fault: Fault?
    /// The text of all fields, or `nil` if text is not stored.
    var text: RowText?

    /// A problem in a row.
    struct Fault {
        enum Kind: Error {
            case notNumber
            case empty
            case fieldCount
            case notStamp
            case lostDigits
        }
        var kind: Kind
        /// The line on which the row starts.
        var line: Int
        /// The index of the faulty field. If ``kind`` is ``Kind/fieldCount``, the number of fields in the row instead.
        var field: Int
    }

    /// The callback that libcsv calls at the end of a field.
    @inline(__always)
    static func appendField(_ text: UnsafeMutableRawPointer?, _ count: Int, _ data: UnsafeMutableRawPointer?) {
        guard let data, let text else { return }
        let state = data.assumingMemoryBound(to: RowState.self)
        if count == 0, state.pointee.collapsesDelimiters { return }
        let field = state.pointee.field
        if field == 0 { state.pointee.rowLine = state.pointee.line }
        state.pointee.field = field &+ 1
        state.pointee.lastIsEmpty = count == 0
        if state.pointee.text != nil { state.pointee.text?.append(UnsafeRawBufferPointer(start: text, count: count)) }
        if state.pointee.textFields != nil { state.pointee.readTextFields(text, count, field: field) }
        guard field < state.pointee.fieldCount, state.pointee.targets[field] >= 0 else {
            state.pointee.countLines(in: text, count)
            return
        }
        let target = Int(state.pointee.targets[field])
        let cell = state.pointee.cells + (target &* state.pointee.stride &+ state.pointee.row)
        let first = text.assumingMemoryBound(to: CChar.self)
        if state.pointee.hasDecimalComma { replaceComma(in: first, count) }
        if NumberField.parsePadded(first, first + count, into: cell) { return }
        state.pointee.readUnusual(cell, text, count, field: field)
    }

    /// The callback that libcsv calls at the end of a line.
    @inline(__always)
    static func endRow(_ terminator: Int32, _ data: UnsafeMutableRawPointer?) {
        guard let data else { return }
        let state = data.assumingMemoryBound(to: RowState.self)
        let byte = UInt8(truncatingIfNeeded: terminator)
        var fields = state.pointee.field
        if fields > 0, fields != state.pointee.fieldCount { fields = state.pointee.withoutLastDelimiter(fields) }
        if fields > 0, fields == state.pointee.fieldCount {
            let row = state.pointee.row
            state.pointee.lines[row] = UInt32(truncatingIfNeeded: state.pointee.rowLine)
            if state.pointee.fault == nil { state.pointee.row = row &+ 1 }
        } else if fields > 0 {
            state.pointee.fail(.fieldCount, field: fields)
        }
        state.pointee.field = 0
        // The line feed of a CRLF does not end another line.
        let isSecondHalf = fields == 0 && byte == lineFeed && state.pointee.lastTerminator == carriageReturn
        if !isSecondHalf { state.pointee.line &+= 1 }
        state.pointee.lastTerminator = byte
    }

    /// Returns the number of fields in a row, corrected if only the row or only the header ends with a delimiter.
    ///
    /// - If only the row ends with a delimiter, the empty field after this delimiter is not counted.
    /// - If only the header ends with a delimiter, an empty field is added to the row.
    @inline(never)
    private mutating func withoutLastDelimiter(_ fields: Int) -> Int {
        if fields == fieldCount + 1, lastIsEmpty {
            text?.removeLast()
            return fieldCount
        }
        guard fields + 1 == fieldCount, mayLackLast else { return fields }
        text?.append(UnsafeRawBufferPointer(start: nil, count: 0))
        return fieldCount
    }

    /// Adds `count` to the number of rows. The values of these rows must already be in the block, and each of these
    /// rows must be one line long.
    mutating func addPlainRows(_ count: Int) {
        for index in 0..<count { lines[row + index] = UInt32(truncatingIfNeeded: line + index) }
        row += count
        line += count
        lastTerminator = Self.lineFeed
    }

    /// Removes all rows. The next byte then starts a row on line 1.
    mutating func restart() {
        row = 0
        field = 0
        line = 1
        rowLine = 1
        lastTerminator = 0
        fault = nil
        text?.removeAll()
    }

    /// Stores a fault if no earlier fault was stored.
    private mutating func fail(_ kind: Fault.Kind, field: Int) {
        if fault == nil { fault = Fault(kind: kind, line: rowLine, field: field) }
    }

    @inline(never)
    private mutating func readTextFields(_ text: UnsafeMutableRawPointer, _ count: Int, field: Int) {
        for textField in textFields ?? [] where textField.field == field {
            if count == 0, !emptyIsNaN { fail(.empty, field: field) }
            do throws(Fault.Kind) {
                try textField.read(
                    UnsafeRawBufferPointer(start: text, count: count),
                    into: cells + (textField.slot * stride + row)
                )
            } catch {
                fail(error, field: field)
            }
        }
    }

    @inline(never)
    private mutating func readUnusual(
        _ cell: UnsafeMutablePointer<Double>,
        _ text: UnsafeMutableRawPointer,
        _ count: Int,
        field: Int
    ) {
        countLines(in: text, count)
        let isMissing = count == 0 || MissingValue.isNamed(by: UnsafeRawBufferPointer(start: text, count: count))
        if isMissing, emptyIsNaN {
            cell.pointee = .nan
        } else {
            fail(count > 0 ? .notNumber : .empty, field: field)
        }
    }

    /// Counts the line ends in a field. Only quoted fields contain line ends.
    private mutating func countLines(in text: UnsafeMutableRawPointer, _ count: Int) {
        let bytes = UnsafeRawBufferPointer(start: text, count: count)
        for (offset, byte) in bytes.enumerated() where byte == Self.lineFeed || byte == Self.carriageReturn {
            let isFirstHalf = byte == Self.carriageReturn && offset + 1 < count && bytes[offset + 1] == Self.lineFeed
            if !isFirstHalf { line += 1 }
        }
    }

    private static func replaceComma(in text: UnsafeMutablePointer<CChar>, _ count: Int) {
        for index in 0..<count where text[index] == 0x2C { text[index] = 0x2E }
    }

    private static let lineFeed = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")
}

/// The words that databases, spreadsheets and scripts write for a missing value.
package enum MissingValue {
    private static let words: Set<String> = ["null", "none", "na", "n/a", "#n/a", "-", "--"]
    private static let maximumLength = 4
    private static let firstBytes = Array("nN#-".utf8)

    /// Returns a Boolean value that indicates whether a field contains only such a word.
    package static func isNamed(by text: some BidirectionalCollection<UInt8>) -> Bool {
        let word = text.trimming { $0 == 0x20 || $0 == 0x09 }
        guard let first = word.first, firstBytes.contains(first), word.count <= maximumLength else { return false }
        return words.contains(String(decoding: word, as: UTF8.self).lowercased())
    }
}

/// Conversion of a field's text to a number.
enum NumberField {
    /// Returns the number in a text, or `nil` if the text is not a number or exceeds the range of a `Double`.
    static func value(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
        guard let base = text.baseAddress, !text.isEmpty else { return nil }
        var value = 0.0
        let isNumber = base.withMemoryRebound(to: CChar.self, capacity: text.count) { first -> Bool in
            let last = first + text.count
            // Numbers, NaN and infinity in unusual notations are rare, so a slower function parses them.
            if sextant_parse_double(first, last, &value) == last, value.isFinite { return true }
            return parseUnusual(first, last, into: &value)
        }
        return isNumber ? value : nil
    }

    /// Parses a field of ``CSVParser``. A zero byte must be at `last`, and at least `SEXTANT_PADDING` bytes must be
    /// readable from `first` on.
    @inline(__always)
    static func parsePadded(
        _ first: UnsafePointer<CChar>,
        _ last: UnsafePointer<CChar>,
        into value: UnsafeMutablePointer<Double>
    ) -> Bool {
        if first != last, sextant_parse_padded_double(first, last, value) == last, value.pointee.isFinite {
            return true
        }
        return parseUnusual(first, last, into: value)
    }

    /// Parses a number with surrounding spaces or a plus sign, `nan` or `inf`.
    @inline(never)
    private static func parseUnusual(
        _ first: UnsafePointer<CChar>,
        _ last: UnsafePointer<CChar>,
        into value: UnsafeMutablePointer<Double>
    ) -> Bool {
        var first = first
        var last = last
        while first < last, isSpace(first.pointee) { first += 1 }
        while first < last, isSpace((last - 1).pointee) { last -= 1 }
        if first < last, first.pointee == plus {
            first += 1
            // "+-1" is not a number.
            if first < last, first.pointee == minus { return false }
        }
        guard first < last, sextant_parse_double(first, last, value) == last else { return false }
        return value.pointee.isFinite || isWord(first, last)
    }

    /// Returns whether a text that was parsed as NaN or infinity is a word such as `inf`. Otherwise, the text is a
    /// number beyond the range of a `Double`.
    private static func isWord(_ first: UnsafePointer<CChar>, _ last: UnsafePointer<CChar>) -> Bool {
        let start = first.pointee == minus ? first + 1 : first
        return start < last && isalpha(Int32(start.pointee)) != 0
    }

    private static func isSpace(_ byte: CChar) -> Bool { byte == 0x20 || byte == 0x09 }
    private static let plus = CChar(0x2B)
    private static let minus = CChar(0x2D)
}
