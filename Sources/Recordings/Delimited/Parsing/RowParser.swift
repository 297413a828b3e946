import CTableParser

/// A parser that converts bytes to the rows of a block. ``PlainRows`` parses plain rows, and libcsv parses all other
/// rows.
final class RowParser {
    let storage: RowStorage
    private var csv: CSVParser
    private let delimiter: UInt8
    private let parser: DelimitedReading.Parser
    /// The number of bytes that libcsv parses after a row that is unsuitable for the fast parser. The fast parser is
    /// then tried again.
    private static let detourBytes = 1 << 12

    init(storage: RowStorage, delimiter: UInt8, parser: DelimitedReading.Parser) {
        self.storage = storage
        self.delimiter = delimiter
        self.parser = parser
        csv = CSVParser(delimiter: delimiter)
    }

    /// A Boolean value that indicates whether the next byte starts a row.
    var isAtRowStart: Bool { csv.isAtRowStart }

    /// A Boolean value that indicates whether the current field started with a quotation mark.
    var isQuoted: Bool { csv.isQuoted }

    /// Parses bytes and returns the number of parsed bytes. The number is less than `count` after an invalid row, or if
    /// a quotation mark is misplaced.
    func feed(_ bytes: UnsafePointer<UInt8>, count: Int) -> Int {
        guard parser == .fast else { return feedLibCSV(bytes, count: count) }
        var fed = 0
        while fed < count, storage.fault == nil {
            if csv.isAtRowStart { fed += storage.appendPlainRows(bytes + fed, count: count - fed) }
            let remaining = UnsafeBufferPointer(start: bytes + fed, count: count - fed)
            let detour = LineCount.next(after: min(Self.detourBytes, remaining.count), in: remaining)
            let good = feedLibCSV(bytes + fed, count: detour)
            fed += good
            if good < detour { break }
        }
        return fed
    }

    /// Resets the parser. The next byte then starts a row on line 1.
    func restart() {
        if !csv.isAtRowStart { csv = CSVParser(delimiter: delimiter) }
        storage.restart()
    }

    /// Ends the last row. Returns `false` if the row ends inside quotation marks.
    func finish() -> Bool {
        csv.finish(field: RowStorage.appendField, row: RowStorage.endRow, data: storage.pointer)
    }

    private func feedLibCSV(_ bytes: UnsafePointer<UInt8>, count: Int) -> Int {
        csv.feed(bytes, count: count, field: RowStorage.appendField, row: RowStorage.endRow, data: storage.pointer)
    }
}

/// The fast parser, which parses many rows of numbers without quotation marks in one call.
///
/// The fast parser accepts only rows for which libcsv would return the same values. libcsv parses all other rows. The
/// owner frees the parser's memory with ``deallocate()``.
struct PlainRows {
    /// The supported delimiters: bytes that are never part of a number.
    private static let delimiters = Array(",;\t |".utf8)

    private let layout: sextant_rows
    /// The index of each field's text among the stored texts, or -1 if the text is not stored.
    private let texts: UnsafeMutablePointer<Int32>
    private let bounds: UnsafeMutablePointer<UInt32>
    private let textCount: Int

    /// Creates a parser. The result is `nil` if no row of the format can be parsed by the fast parser.
    ///
    /// - Parameters:
    ///   - columns: for each field, the column to which its number is written, or -1 to ignore the field. The memory must
    ///     outlive the parser.
    ///   - fieldCount: the number of fields in a row.
    ///   - texts: the fields whose text is stored, in order.
    ///   - stride: the maximum number of rows.
    ///   - format: the format of the file.
    init?(columns: UnsafePointer<Int32>, fieldCount: Int, texts: [Int], stride: Int, format: DelimitedFormat) {
        guard Self.delimiters.contains(format.delimiter), fieldCount > 0 else { return nil }
        self.texts = .allocate(capacity: fieldCount)
        self.texts.initialize(repeating: -1, count: fieldCount)
        for (index, field) in texts.enumerated() { self.texts[field] = Int32(index) }
        textCount = texts.count
        bounds = .allocate(capacity: max(2 * textCount * stride, 1))
        // With commas as delimiters, no number contains a decimal comma.
        let hasDecimalComma = format.hasDecimalComma && format.delimiter != UInt8(ascii: ",")
        layout = sextant_rows(
            delimiter: CChar(bitPattern: format.delimiter),
            decimal_point: CChar(bitPattern: UInt8(ascii: hasDecimalComma ? "," : ".")),
            // With one column, an empty field would be a blank line. If consecutive delimiters count as one, no field
            // is empty.
            allows_empty: fieldCount > 1 && !format.collapsesDelimiters,
            empty_is_nan: format.emptyIsNaN,
            field_count: fieldCount,
            columns: columns,
            texts: texts.isEmpty ? nil : self.texts,
            text_count: textCount,
            cells: nil,
            stride: stride,
            bounds: bounds,
            capacity: stride
        )
    }

    func deallocate() {
        texts.deallocate()
        bounds.deallocate()
    }

    /// Parses the plain rows at the start of `bytes` into the block. Returns the length of these rows in bytes.
    ///
    /// `bytes` must begin at the start of a row and be shorter than 4 GiB.
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
        // If text is stored, `bounds` contains the start and end of every field.
        state.text?.append(
            plain: UnsafeBufferPointer(start: bytes, count: length),
            bounds: bounds,
            fields: rows * state.fieldCount
        )
        state.addPlainRows(rows)
        return length
    }

    /// Reads the fields that are not numbers. Returns `false` if a field cannot be read.
    private func readTextFields(_ bytes: UnsafePointer<UInt8>, rows: Int, into state: RowState) -> Bool {
        for textField in state.textFields ?? [] {
            for row in 0..<rows {
                let text = text(bytes, row: row, field: textField.field)
                if text.isEmpty, !state.emptyIsNaN { return false }
                let cell = state.cells + (textField.slot * state.stride + state.row + row)
                do throws(RowState.Fault.Kind) { try textField.read(text, into: cell) } catch { return false }
            }
        }
        return true
    }

    private func text(_ bytes: UnsafePointer<UInt8>, row: Int, field: Int) -> UnsafeRawBufferPointer {
        let index = 2 * (row * textCount + Int(texts[field]))
        return UnsafeRawBufferPointer(start: bytes + Int(bounds[index]), count: Int(bounds[index + 1] - bounds[index]))
    }
}

/// The owner of the memory to which ``RowState`` points.
final class RowStorage {
    static let appendField: CSVParser.FieldCallback = { RowState.appendField($0, $1, $2) }
    static let endRow: CSVParser.RowCallback = { RowState.endRow($0, $1) }

    private let state = UnsafeMutablePointer<RowState>.allocate(capacity: 1)
    private let slots: [Int]
    private let plain: PlainRows?

    /// Allocates memory for the maximum number of rows that `sliceBytes` bytes can contain.
    init(
        selection: [FieldSelection],
        storesText: Bool,
        fieldCount: Int,
        mayLackLast: Bool,
        sliceBytes: Int,
        format: DelimitedFormat
    ) {
        var order: [FieldSelection] = []
        var known: [FieldSelection: Int] = [:]
        slots = selection.map { field in
            if let slot = known[field] { return slot }
            known[field] = order.count
            order.append(field)
            return order.count - 1
        }
        let targets = UnsafeMutablePointer<Int32>.allocate(capacity: max(fieldCount, 1))
        targets.initialize(repeating: -1, count: fieldCount)
        for (slot, field) in order.enumerated() where field.content == .number && field.field < fieldCount {
            targets[field.field] = Int32(slot)
        }
        // A row has at least two bytes and one byte per field. An odd stride avoids cache conflicts between columns.
        let stride = (sliceBytes / max(mayLackLast ? fieldCount - 1 : fieldCount, 2) + 2) | 1
        let textFields = TextField.all(in: order)
        let texts = storesText ? Array(0..<fieldCount) : Set((textFields ?? []).map(\.field)).sorted()
        plain = PlainRows(columns: targets, fieldCount: fieldCount, texts: texts, stride: stride, format: format)
        state.initialize(
            to: RowState(
                targets: targets,
                cells: .allocate(capacity: max(order.count, 1) * stride),
                lines: .allocate(capacity: stride),
                stride: stride,
                fieldCount: fieldCount,
                collapsesDelimiters: format.collapsesDelimiters,
                hasDecimalComma: format.hasDecimalComma,
                emptyIsNaN: format.emptyIsNaN,
                textFields: textFields,
                mayLackLast: mayLackLast,
                text: storesText ? RowText() : nil
            )
        )
    }

    deinit {
        state.pointee.targets.deallocate()
        state.pointee.cells.deallocate()
        state.pointee.lines.deallocate()
        state.pointee.text?.deallocate()
        plain?.deallocate()
        state.deinitialize(count: 1)
        state.deallocate()
    }

    /// The pointer that libcsv passes to the callbacks.
    var pointer: UnsafeMutableRawPointer { UnsafeMutableRawPointer(state) }

    var fault: RowState.Fault? { state.pointee.fault }

    /// The line on which the current row starts. Between rows, the line on which the next row starts.
    var currentRowLine: Int { state.pointee.field == 0 ? state.pointee.line : state.pointee.rowLine }

    /// The number of completed fields in the current row.
    var currentField: Int { state.pointee.field }

    /// The current line, counted from 1.
    var line: Int { state.pointee.line }

    /// Parses the plain rows (numbers without quotation marks) at the start of `bytes` and returns the length of these
    /// rows in bytes. The first byte must be the start of a row.
    func appendPlainRows(_ bytes: UnsafePointer<UInt8>, count: Int) -> Int {
        plain?.parse(bytes, count: count, into: &state.pointee) ?? 0
    }

    /// Returns the rows so far as a block. `linesBefore` is added to the line numbers of the rows.
    func block(of reader: DelimitedReader, linesBefore: Int) -> DelimitedBlock {
        DelimitedBlock(
            rowCount: state.pointee.row,
            source: reader,
            fieldCount: reader.fieldCount,
            linesBefore: linesBefore,
            cells: state.pointee.cells,
            lines: state.pointee.lines,
            stride: state.pointee.stride,
            slots: slots,
            text: state.pointee.text
        )
    }

    /// Removes the complete rows. The values of an incomplete last row are moved to the first row.
    func clear() {
        let row = state.pointee.row
        guard row > 0 else { return }
        state.pointee.text?.removeFields(before: row * state.pointee.fieldCount)
        if state.pointee.field > 0 {
            let columns = (slots.max() ?? -1) + 1
            for column in 0..<columns {
                let cells = state.pointee.cells + column * state.pointee.stride
                cells[0] = cells[row]
            }
        }
        state.pointee.row = 0
    }

    /// Removes all rows. The next byte then starts a row on line 1.
    func restart() { state.pointee.restart() }

    /// Increases the current line number by `count` lines that other code skipped or parsed.
    func skipLines(_ count: Int) {
        state.pointee.line += count
        state.pointee.lastTerminator = 0
    }
}
