import CFastFloat

/// The fast road: rows of numbers without quotation marks, parsed many at a time by one call.
///
/// It takes only rows of which libcsv would make the same, and leaves all others to it. Its memory is raw, and ends
/// with ``deallocate()``.
struct PlainRows {
    /// Bytes that stand between fields and that no number can hold.
    private static let delimiters = Array(",;\t |".utf8)

    private let layout: sextant_rows
    private let columns: UnsafeMutablePointer<Int32>
    /// For each field the place of its text among the texts that are noted; -1 where it is not.
    private let texts: UnsafeMutablePointer<Int32>
    private let bounds: UnsafeMutablePointer<UInt32>
    private let textCount: Int

    /// Nil where the format leaves no row plain.
    ///
    /// - Parameters:
    ///   - columns: for each field the column that its number goes to, or -1.
    ///   - texts: the fields whose text is needed, in order.
    ///   - stride: how many rows there is room for.
    init?(columns: [Int32], texts: [Int], stride: Int, format: DelimitedFormat) {
        guard Self.delimiters.contains(format.delimiter), !columns.isEmpty else { return nil }
        let fieldCount = columns.count
        self.columns = .allocate(capacity: fieldCount)
        for (field, column) in columns.enumerated() { (self.columns + field).initialize(to: column) }
        self.texts = .allocate(capacity: fieldCount)
        self.texts.initialize(repeating: -1, count: fieldCount)
        for (place, field) in texts.enumerated() { self.texts[field] = Int32(place) }
        textCount = texts.count
        bounds = .allocate(capacity: max(2 * textCount * stride, 1))
        // Between commas no number is written with one.
        let hasDecimalComma = format.hasDecimalComma && format.delimiter != UInt8(ascii: ",")
        layout = sextant_rows(
            delimiter: CChar(bitPattern: format.delimiter),
            decimal_point: CChar(bitPattern: UInt8(ascii: hasDecimalComma ? "," : ".")),
            // A row of one empty field is none, and between delimiters that count as one there is no field.
            allows_empty: fieldCount > 1 && !format.collapsesDelimiters,
            empty_is_nan: format.emptyIsNaN,
            field_count: fieldCount,
            columns: self.columns,
            texts: texts.isEmpty ? nil : self.texts,
            text_count: textCount,
            cells: nil,
            stride: stride,
            bounds: bounds,
            capacity: stride
        )
    }

    func deallocate() {
        columns.deallocate()
        texts.deallocate()
        bounds.deallocate()
    }

    /// Takes the plain rows with which `bytes` start into the block. Returns how many bytes they have.
    ///
    /// The bytes have to start at the start of a row, and to be fewer than 4 GiB.
    func take(_ bytes: UnsafePointer<UInt8>, count: Int, into state: inout RowState) -> Int {
        var layout = layout
        layout.cells = state.cells + state.row
        layout.capacity = state.stride - state.row
        let (rows, length) = bytes.withMemoryRebound(to: CChar.self, capacity: count) { first in
            var rest: UnsafePointer<CChar>? = first
            let rows = sextant_parse_rows(&layout, first, first + count, &rest)
            return (rows, rest.map { first.distance(to: $0) } ?? 0)
        }
        guard rows > 0, readWords(bytes, rows: rows, into: state) else { return 0 }
        // Where text is kept, that of every field is noted.
        state.text?.append(
            plain: UnsafeBufferPointer(start: bytes, count: length),
            bounds: bounds,
            fields: rows * state.fieldCount
        )
        state.addPlainRows(rows)
        return length
    }

    /// Reads what is not read as a number. Returns false where something cannot be read.
    private func readWords(_ bytes: UnsafePointer<UInt8>, rows: Int, into state: RowState) -> Bool {
        for word in state.words ?? [] {
            for row in 0..<rows {
                let text = text(bytes, row: row, field: word.field)
                if text.isEmpty, !state.emptyIsNaN { return false }
                let cell = state.cells + (word.slot * state.stride + state.row + row)
                do throws(WordReading.Failure) { try word.read(text, into: cell) } catch { return false }
            }
        }
        return true
    }

    private func text(_ bytes: UnsafePointer<UInt8>, row: Int, field: Int) -> UnsafeRawBufferPointer {
        let place = 2 * (row * textCount + Int(texts[field]))
        return UnsafeRawBufferPointer(start: bytes + Int(bounds[place]), count: Int(bounds[place + 1] - bounds[place]))
    }
}
