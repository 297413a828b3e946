import Foundation

/// Replaces the rows of other types by blank lines, in a file whose rows have different columns.
///
/// The line numbers and byte columns of the remaining rows do not change.
struct RowTypeFilter {
    /// The types that are counted by name. The rows of further types have the name ``others``.
    private static let maximumTypes = 64
    private static let maximumNameBytes = 60
    static let others = "other types"

    private let type: [UInt8]
    private let column: Int
    private let delimiter: UInt8
    private let comment: UInt8?
    /// Whether the comment line with the names of the columns has not been found yet.
    private var lacksHeader: Bool
    private var found: [(name: [UInt8], count: Int)] = []
    /// The position in ``found`` of the type of the previous row.
    private var last = 0

    init(_ type: DelimitedFormat.RowType, format: DelimitedFormat) {
        self.type = Array(type.text.utf8)
        column = type.column
        delimiter = format.delimiter
        comment = format.comment
        lacksHeader = type.hasHeaderInComments
    }

    /// The number of rows by type.
    var counts: [String: Int] {
        var counts: [String: Int] = [:]
        for (name, count) in found { counts[String(decoding: name, as: UTF8.self), default: 0] += count }
        return counts
    }

    /// Blanks the rows of other types in some whole lines.
    mutating func blank(_ lines: UnsafeMutableBufferPointer<UInt8>) {
        guard let base = lines.baseAddress else { return }
        var start = 0
        while start < lines.count {
            let end =
                memchr(base + start, Int32(UInt8(ascii: "\n")), lines.count - start)
                .map { UnsafeMutableRawPointer(base).distance(to: $0) } ?? lines.count
            let line = UnsafeMutableBufferPointer(rebasing: lines[start..<end])
            if !keeps(line) { blankLine(line) }
            start = end + 1
        }
    }

    private mutating func keeps(_ line: UnsafeMutableBufferPointer<UInt8>) -> Bool {
        guard let first = line.first else { return true }
        guard first == comment else {
            let name = key(of: line[...])
            guard !name.isEmpty else { return false }
            count(name)
            return !lacksHeader && name.elementsEqual(type)
        }
        guard lacksHeader, key(of: line.dropFirst()).elementsEqual(type) else { return false }
        lacksHeader = false
        line[0] = blankByte
        return true
    }

    private func blankLine(_ line: UnsafeMutableBufferPointer<UInt8>) {
        for place in line.indices where line[place] != UInt8(ascii: "\r") { line[place] = blankByte }
    }

    /// A byte that is not part of a field.
    private var blankByte: UInt8 { delimiter == UInt8(ascii: " ") ? UInt8(ascii: "\t") : UInt8(ascii: " ") }

    /// The cell with the type, without the spaces around it.
    private func key(of line: Slice<UnsafeMutableBufferPointer<UInt8>>) -> Slice<UnsafeMutableBufferPointer<UInt8>> {
        var rest = line
        for _ in 1..<column {
            guard let end = rest.firstIndex(of: delimiter) else { return rest[rest.endIndex...] }
            rest = rest[(end + 1)...]
        }
        if let end = rest.firstIndex(of: delimiter) { rest = rest[..<end] }
        while let byte = rest.first, Self.isSpace(byte) { rest = rest.dropFirst() }
        while let byte = rest.last, Self.isSpace(byte) { rest = rest.dropLast() }
        return rest
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
    }

    private mutating func count(_ name: Slice<UnsafeMutableBufferPointer<UInt8>>) {
        if last < found.count, found[last].name.elementsEqual(name) {
            found[last].count += 1
        } else if let place = found.firstIndex(where: { $0.name.elementsEqual(name) }) {
            found[place].count += 1
            last = place
        } else if found.count < Self.maximumTypes, name.count <= Self.maximumNameBytes {
            found.append((Array(name), 1))
        } else if let place = found.firstIndex(where: { $0.name.elementsEqual(Self.others.utf8) }) {
            found[place].count += 1
        } else {
            found.append((Array(Self.others.utf8), 1))
        }
    }
}
