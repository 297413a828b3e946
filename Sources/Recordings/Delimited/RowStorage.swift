/// Owns the memory that ``RowState`` points to.
final class RowStorage {
    static let takeField: CSVParser.FieldCallback = { RowState.takeField($0, $1, $2) }
    static let takeRow: CSVParser.RowCallback = { RowState.takeRow($0, $1) }

    private let state = UnsafeMutablePointer<RowState>.allocate(capacity: 1)
    private let slots: [Int]
    private let plain: PlainRows?

    /// Room for all rows that `sliceBytes` bytes can end.
    init(
        selection: [FieldSelection],
        keepsText: Bool,
        fieldCount: Int,
        sliceBytes: Int,
        format: DelimitedFormat
    ) {
        var order: [FieldSelection] = []
        for field in selection where !order.contains(field) { order.append(field) }
        slots = selection.map { order.firstIndex(of: $0) ?? 0 }
        var columns = [Int32](repeating: -1, count: fieldCount)
        for (slot, field) in order.enumerated() where field.reading == .number && field.field < fieldCount {
            columns[field.field] = Int32(slot)
        }
        let targets = UnsafeMutablePointer<Int32>.allocate(capacity: max(fieldCount, 1))
        for (field, column) in columns.enumerated() { (targets + field).initialize(to: column) }
        // A row takes a byte per field, and two at least; odd, so that columns do not fall on the same cache lines.
        let stride = (sliceBytes / max(fieldCount, 2) + 2) | 1
        let words = WordReading.all(in: order)
        let texts = keepsText ? Array(0..<fieldCount) : Set((words ?? []).map(\.field)).sorted()
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
                words: words,
                text: keepsText ? RowText() : nil
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

    /// What the callbacks get.
    var pointer: UnsafeMutableRawPointer { UnsafeMutableRawPointer(state) }

    var fault: RowState.Fault? { state.pointee.fault }

    /// The line on which the row at hand starts, or the next one will.
    var currentRowLine: Int { state.pointee.field == 0 ? state.pointee.line : state.pointee.rowLine }

    /// How many fields of the row at hand have ended.
    var currentField: Int { state.pointee.field }

    /// The line that is being read, counted from 1.
    var line: Int { state.pointee.line }

    /// Takes in the plain rows with which `bytes` start: whole ones, and the first of them at the start. Returns how
    /// many bytes they have.
    func takePlainRows(_ bytes: UnsafePointer<UInt8>, count: Int) -> Int {
        plain?.take(bytes, count: count, into: &state.pointee) ?? 0
    }

    /// The rows so far, of bytes that come behind `linesBefore` lines of the file.
    func block(of reader: DelimitedReader, linesBefore: Int) -> DelimitedBlock {
        DelimitedBlock(
            rowCount: state.pointee.row,
            reader: reader,
            linesBefore: linesBefore,
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

    /// Forgets all rows, for bytes that start with a row on line 1.
    func restart() { state.pointee.restart() }

    /// Counts lines that did not go through the parser, and end.
    func skipLines(_ count: Int) {
        state.pointee.line += count
        state.pointee.lastTerminator = 0
    }
}
