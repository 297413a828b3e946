/// Owns the memory that ``RowState`` points to.
final class RowStorage {
    static let takeField: CSVParser.FieldCallback = { RowState.takeField($0, $1, $2) }
    static let takeRow: CSVParser.RowCallback = { RowState.takeRow($0, $1) }

    private let state = UnsafeMutablePointer<RowState>.allocate(capacity: 1)
    private let slots: [Int]

    /// Room for all rows that `sliceBytes` bytes can end.
    init(
        selection: [FieldSelection],
        keepsText: Bool,
        fieldCount: Int,
        sliceBytes: Int,
        format: DelimitedFormat,
        line: Int
    ) {
        var order: [FieldSelection] = []
        for field in selection where !order.contains(field) { order.append(field) }
        slots = selection.map { order.firstIndex(of: $0) ?? 0 }
        let targets = UnsafeMutablePointer<Int32>.allocate(capacity: max(fieldCount, 1))
        targets.initialize(repeating: -1, count: max(fieldCount, 1))
        for (slot, field) in order.enumerated() where field.reading == .number { targets[field.field] = Int32(slot) }
        // A row takes a byte per field, and two at least; odd, so that columns do not fall on the same cache lines.
        let stride = (sliceBytes / max(fieldCount, 2) + 2) | 1
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
                words: WordReading.all(in: order),
                line: line,
                rowLine: line,
                text: keepsText ? RowText() : nil
            )
        )
    }

    deinit {
        state.pointee.targets.deallocate()
        state.pointee.cells.deallocate()
        state.pointee.lines.deallocate()
        state.pointee.text?.deallocate()
        state.deinitialize(count: 1)
        state.deallocate()
    }

    /// What the callbacks get.
    var pointer: UnsafeMutableRawPointer { UnsafeMutableRawPointer(state) }

    var fault: RowState.Fault? { state.pointee.fault }

    /// The line on which the row at hand starts, or the next one will.
    var currentRowLine: Int { state.pointee.field == 0 ? state.pointee.line : state.pointee.rowLine }

    /// How many fields of the row at hand have ended.
    var currentField: Int { state.pointee.field }

    /// The rows so far.
    func block(of reader: DelimitedReader) -> DelimitedBlock {
        DelimitedBlock(
            rowCount: state.pointee.row,
            reader: reader,
            cells: state.pointee.cells,
            lines: state.pointee.lines,
            stride: state.pointee.stride,
            slots: slots,
            text: state.pointee.text
        )
    }

    /// Makes room for the next rows. The row at hand may have values already: they move to the front.
    func clear() {
        let row = state.pointee.row
        guard row > 0 else { return }
        state.pointee.text?.keep(from: row * state.pointee.fieldCount)
        if state.pointee.field > 0 {
            let columns = (slots.max() ?? -1) + 1
            for column in 0..<columns {
                let cells = state.pointee.cells + column * state.pointee.stride
                cells[0] = cells[row]
            }
        }
        state.pointee.row = 0
    }

    /// Counts a line that did not go through the parser.
    func skipLine() {
        state.pointee.line += 1
        state.pointee.lastTerminator = 0
    }
}
