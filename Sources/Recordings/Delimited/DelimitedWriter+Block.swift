import CFastFloat
import Foundation

extension DelimitedWriter {
    /// Part of a row of plain text.
    private enum Part {
        /// Fields that stay as they are.
        case text(ClosedRange<Int>)
        /// The place of a number among the columns.
        case number(Int)
    }

    /// Rows of a block whose text is plain, in which some columns have other values.
    ///
    /// - Parameters:
    ///   - block: the rows, with ``DelimitedBlock/textIsPlain``.
    ///   - places: for each field its place among the columns; nil for text that stays as it is.
    ///   - columns: the values, column after column; nil for an empty cell.
    /// - Complexity: O(*n*) in the block's bytes; nothing is allocated for a row.
    public mutating func append(_ block: DelimitedBlock, places: [Int?], columns: [Double?]) {
        precondition(isAtRowStart, "whole rows")
        guard let text = block.text, text.isPlain else { preconditionFailure("rows without quotation marks") }
        let parts = Self.parts(places)
        let rows = block.rowCount
        let longest = Int(SEXTANT_LONGEST_DOUBLE)
        let room = text.byteCount + rows * (places.count + places.count { $0 != nil } * longest)
        let delimiter = delimiter
        let piece = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
            guard let start = buffer.baseAddress else { return }
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
            count = start.distance(to: out)
        }
        if bytes.isEmpty { bytes = piece } else { bytes += piece }
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

    /// Copies fields with their delimiters, in one piece where nothing else is between them. Returns their end.
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
