import CTableParser

/// The fast parser: it parses many rows of numbers without quotation marks in one call.
///
/// It accepts only rows for which libcsv returns the same values, and leaves all other rows to libcsv. The owner frees
/// its memory with ``deallocate()``.
struct PlainRows {
    /// The supported delimiters: bytes that are never part of a number.
    private static let delimiters = Array(",;\t |".utf8)

    private let layout: sextant_rows
    private let columns: UnsafeMutablePointer<Int32>
    /// For each field, the index of its text among the stored texts; -1 if its text is not stored.
    private let texts: UnsafeMutablePointer<Int32>
    private let bounds: UnsafeMutablePointer<UInt32>
    private let textCount: Int

    /// Makes a parser; nil if no row of the format can be plain.
    ///
    /// - Parameters:
    ///   - columns: for each field the column to which its number is written, or -1.
    ///   - texts: the fields whose text is needed, in order.
    ///   - stride: the maximum number of rows.
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
        // With commas as delimiters, no number contains a decimal comma.
        let hasDecimalComma = format.hasDecimalComma && format.delimiter != UInt8(ascii: ",")
        layout = sextant_rows(
            delimiter: CChar(bitPattern: format.delimiter),
            decimal_point: CChar(bitPattern: UInt8(ascii: hasDecimalComma ? "," : ".")),
            // A line with one empty field is blank, and repeated delimiters that count as one have no field between.
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

    /// Parses the plain rows at the start of `bytes` into the block and returns their length in bytes.
    ///
    /// `bytes` must begin with the start of a row and be shorter than 4 GiB.
    func parse(_ bytes: UnsafePointer<UInt8>, count: Int, into state: inout RowState) -> Int {
        var layout = layout
        layout.cells = state.cells + state.row
        layout.capacity = state.stride - state.row
        let (rows, length) = bytes.withMemoryRebound(to: CChar.self, capacity: count) { first in
            var next: UnsafePointer<CChar>? = first
            let rows = sextant_parse_rows(&layout, first, first + count, &next)
            return (rows, next.map { first.distance(to: $0) } ?? 0)
        }
        guard rows > 0, readTextFields(bytes, rows: rows, into: state) else { return 0 }
        // If text is stored, `bounds` has every field.
        state.text?.append(
            plain: UnsafeBufferPointer(start: bytes, count: length),
            bounds: bounds,
            fields: rows * state.fieldCount
        )
        state.addPlainRows(rows)
        return length
    }

    /// Reads the fields that are not numbers. Returns false if one of them cannot be read.
    private func readTextFields(_ bytes: UnsafePointer<UInt8>, rows: Int, into state: RowState) -> Bool {
        for textField in state.textFields ?? [] {
            for row in 0..<rows {
                let text = text(bytes, row: row, field: textField.field)
                if text.isEmpty, !state.emptyIsNaN { return false }
                let cell = state.cells + (textField.slot * state.stride + state.row + row)
                do throws(TextField.Failure) { try textField.read(text, into: cell) } catch { return false }
            }
        }
        return true
    }

    private func text(_ bytes: UnsafePointer<UInt8>, row: Int, field: Int) -> UnsafeRawBufferPointer {
        let place = 2 * (row * textCount + Int(texts[field]))
        return UnsafeRawBufferPointer(start: bytes + Int(bounds[place]), count: Int(bounds[place + 1] - bounds[place]))
    }
}
