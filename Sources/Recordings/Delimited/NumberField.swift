import CFastFloat
import Foundation

/// The text of a field as a number.
enum NumberField {
    /// Writes the number that [first, last) is to `value`; false when it is none, or beyond what a Double holds.
    @inline(__always)
    static func parse(
        _ first: UnsafePointer<CChar>,
        _ last: UnsafePointer<CChar>,
        into value: UnsafeMutablePointer<Double>
    ) -> Bool {
        // NaN and infinity take the longer way too; they are rare.
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

    /// The same for a field as ``CSVParser`` hands it out: with a zero at `last`, in some kilobytes of memory.
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

    /// Spaces around it, a plus sign, `nan` and `inf`.
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
            // Not "+-1".
            if first < last, first.pointee == minus { return false }
        }
        guard first < last, sextant_parse_double(first, last, value) == last else { return false }
        return value.pointee.isFinite || isWord(first, last)
    }

    /// Whether the text is the word for what it says, rather than a number too large.
    private static func isWord(_ first: UnsafePointer<CChar>, _ last: UnsafePointer<CChar>) -> Bool {
        let start = first.pointee == minus ? first + 1 : first
        return start < last && isalpha(Int32(start.pointee)) != 0
    }

    private static func isSpace(_ byte: CChar) -> Bool { byte == 0x20 || byte == 0x09 }
    private static let plus = CChar(0x2B)
    private static let minus = CChar(0x2D)
}
