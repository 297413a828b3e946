/// The owner of the memory to which ``RowState`` points.
final class RowStorage {
    static let appendField: CSVParser.FieldCallback = { RowState.appendField($0, $1, $2) }
    static let endRow: CSVParser.RowCallback = { RowState.endRow($0, $1) }

    private let state = UnsafeMutablePointer<RowState>.allocate(capacity: 1)
    private let slots: [Int]
    private let plain: PlainRows?

    /// Allocates memory for all rows that can end within `sliceBytes` bytes.
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
        var columns = [Int32](repeating: -1, count: fieldCount)
        for (slot, field) in order.enumerated() where field.content == .number && field.field < fieldCount {
            columns[field.field] = Int32(slot)
        }
        let targets = UnsafeMutablePointer<Int32>.allocate(capacity: max(fieldCount, 1))
        for (field, column) in columns.enumerated() { (targets + field).initialize(to: column) }
        // A row has at least one byte per field, and at least two. An odd stride keeps columns off shared cache lines.
        let stride = (sliceBytes / max(mayLackLast ? fieldCount - 1 : fieldCount, 2) + 2) | 1
        let textFields = TextField.all(in: order)
        let texts = storesText ? Array(0..<fieldCount) : Set((textFields ?? []).map(\.field)).sorted()
        plain = PlainRows(columns: columns, texts: texts, stride: stride, format: format)
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

    /// The data pointer for the callbacks.
    var pointer: UnsafeMutableRawPointer { UnsafeMutableRawPointer(state) }

    var fault: RowState.Fault? { state.pointee.fault }

    /// The line on which the current row starts, or on which the next one will start.
    var currentRowLine: Int { state.pointee.field == 0 ? state.pointee.line : state.pointee.rowLine }

    /// The number of completed fields in the current row.
    var currentField: Int { state.pointee.field }

    /// The current line, counted from 1.
    var line: Int { state.pointee.line }

    /// Parses the plain rows at the start of `bytes`, which must begin with a row, and returns their length in bytes.
    func appendPlainRows(_ bytes: UnsafePointer<UInt8>, count: Int) -> Int {
        plain?.parse(bytes, count: count, into: &state.pointee) ?? 0
    }

    /// The rows so far as a block. `linesBefore` lines of the file precede the parsed bytes.
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

    /// Removes the whole rows. Values of the current row move to the front.
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

    /// Removes all rows. The next bytes start with a row on line 1.
    func restart() { state.pointee.restart() }

    /// Adds `count` lines that the parser did not read.
    func skipLines(_ count: Int) {
        state.pointee.line += count
        state.pointee.lastTerminator = 0
    }
}
