import CTableParser
import Foundation

extension DelimitedWriter {
    /// A part of a row of plain text.
    private enum Part {
        /// Fields that are copied.
        case text(ClosedRange<Int>)
        /// A number, by the index of its column.
        case number(Int)
    }

    /// Appends the rows of a block of plain text, with new values in some columns.
    ///
    /// - Parameters:
    ///   - block: the rows. ``DelimitedBlock/textIsPlain`` must be true.
    ///   - places: for each field the index of its new column; nil for a field that is copied.
    ///   - columns: the new values in column-major order; nil for an empty cell.
    /// - Complexity: O(*n*) in the bytes of the block, without an allocation per row.
    public mutating func append(_ block: DelimitedBlock, places: [Int?], columns: [Double?]) {
        precondition(isAtRowStart, "a block must start a new row")
        guard let text = block.text, text.isPlain else { preconditionFailure("the text of the block must be plain") }
        let parts = Self.parts(places)
        let rows = block.rowCount
        let longest = Int(SEXTANT_LONGEST_DOUBLE)
        let room = text.byteCount + rows * (places.count + places.count { $0 != nil } * longest)
        let delimiter = delimiter
        // In the memory of earlier blocks: new memory costs more than its content.
        let before = bytes.count
        bytes.append(contentsOf: repeatElement(0, count: room))
        let written = bytes.withUnsafeMutableBufferPointer { buffer in
            guard let start = buffer.baseAddress.map({ $0 + before }) else { return 0 }
            var out = start
            for row in 0..<rows {
                for part in parts {
                    switch part {
                    case .text(let fields):
                        out = Self.copy(text, row * places.count, fields, delimiter, to: out)
                    case .number(let column):
                        guard let value = columns[column * rows + row] else { break }
                        out += out.withMemoryRebound(to: CChar.self, capacity: longest) {
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
        bytes.removeLast(room - written)
    }

    private static func parts(_ places: [Int?]) -> [Part] {
        var parts: [Part] = []
        for (field, place) in places.enumerated() {
            if let place {
                parts.append(.number(place))
            } else if case .text(let fields) = parts.last {
                parts[parts.count - 1] = .text(fields.lowerBound...field)
            } else {
                parts.append(.text(field...field))
            }
        }
        return parts
    }

    /// Copies fields with the delimiters between them, at once if possible, and returns the end of the copy.
    @inline(__always)
    private static func copy(
        _ text: RowText,
        _ row: Int,
        _ fields: ClosedRange<Int>,
        _ delimiter: UInt8,
        to start: UnsafeMutablePointer<UInt8>
    ) -> UnsafeMutablePointer<UInt8> {
        if let whole = text.run(from: row + fields.lowerBound, through: row + fields.upperBound) {
            if let first = whole.baseAddress { memcpy(start, first, whole.count) }
            return start + whole.count
        }
        var out = start
        for field in fields {
            let piece = text[row + field]
            if let first = piece.baseAddress { memcpy(out, first, piece.count) }
            out += piece.count
            guard field < fields.upperBound else { break }
            out.pointee = delimiter
            out += 1
        }
        return out
    }
}
