import CTableParser
import Foundation

/// Conversion of the text of a field to a number.
enum NumberField {
    /// Parses [first, last) into `value`. Returns false if the text is not a number or exceeds the range of a Double.
    @inline(__always)
    static func parse(
        _ first: UnsafePointer<CChar>,
        _ last: UnsafePointer<CChar>,
        into value: UnsafeMutablePointer<Double>
    ) -> Bool {
        // NaN and infinity are rare, so that they are parsed by the slower function.
        if first != last, sextant_parse_double(first, last, value) == last, value.pointee.isFinite { return true }
        return parseUnusual(first, last, into: value)
    }

    /// Whether the text is a number.
    static func isNumber(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let base = text.baseAddress, !text.isEmpty else { return false }
        var value = 0.0
        return base.withMemoryRebound(to: CChar.self, capacity: text.count) { first in
            parse(first, first + text.count, into: &value)
        }
    }

    /// Parses a field of ``CSVParser``: a zero byte is at `last`, and at least `SEXTANT_PADDING` bytes are readable.
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

    /// Parses numbers with spaces around them or a plus sign, `nan` and `inf`.
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

    /// Whether the text is a word such as `inf` rather than a number beyond the range of a Double.
    private static func isWord(_ first: UnsafePointer<CChar>, _ last: UnsafePointer<CChar>) -> Bool {
        let start = first.pointee == minus ? first + 1 : first
        return start < last && isalpha(Int32(start.pointee)) != 0
    }

    private static func isSpace(_ byte: CChar) -> Bool { byte == 0x20 || byte == 0x09 }
    private static let plus = CChar(0x2B)
    private static let minus = CChar(0x2D)
}
