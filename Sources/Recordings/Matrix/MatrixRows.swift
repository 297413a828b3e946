import SensorModel

/// A reader of a stream's rows from a MATLAB or HDF5 file, block by block.
final class MatrixRows: RowSource {
    private let file: MatrixFile
    private let selection: [FieldSelection]
    private let values: MatrixValues

    /// Reads the values of the selected fields.
    ///
    /// - Throws: ``InputError`` for fields of different lengths, for times that are not numbers, and for a damaged file.
    init(file: MatrixFile, selection: [FieldSelection]) throws(InputError) {
        self.file = file
        self.selection = selection
        for field in selection {
            guard case .stamp(let notation) = field.content else { continue }
            if case .number = notation { continue }
            throw InputError(
                file: file.path,
                found: "a date or a time of day in '\(file.name(ofField: field.field))'",
                expected: "a number: matrices contain no text",
                remedy: "correct the unit of the time in the layout"
            )
        }
        values = try file.values(of: selection.map(\.field))
    }

    var rowCount: Int { values.count }

    private static let blockRows = 4096

    /// Passes all rows block by block.
    func forEachBlock(_ body: (DelimitedBlock) throws(InputError) -> Void) throws(InputError) {
        let stride = min(Self.blockRows, max(values.count, 1))
        let cells = UnsafeMutablePointer<Double>.allocate(capacity: max(selection.count, 1) * stride)
        let lines = UnsafeMutablePointer<UInt32>.allocate(capacity: stride)
        defer {
            cells.deallocate()
            lines.deallocate()
        }
        for row in 0..<stride { lines[row] = UInt32(row) + 1 }
        var start = 0
        while start < values.count {
            let count = min(stride, values.count - start)
            for column in selection.indices {
                fill(cells + column * stride, column, rows: start..<start + count)
            }
            let block = DelimitedBlock(
                rowCount: count,
                source: self,
                fieldCount: selection.count,
                linesBefore: start,
                cells: cells,
                lines: lines,
                stride: stride,
                slots: Array(selection.indices),
                text: nil
            )
            try body(block)
            start += count
        }
    }

    private func fill(_ cells: UnsafeMutablePointer<Double>, _ column: Int, rows: Range<Int>) {
        let isInteger = values.columns[column].isInteger
        switch selection[column].content {
        case .number:
            values.forEach(column: column, rows: rows) { cells[$0] = MatrixValues.double($1, isInteger: isInteger) }
        case .word(let text):
            let wanted = Double(text)
            values.forEach(column: column, rows: rows) { cell, bits in
                cells[cell] = MatrixValues.double(bits, isInteger: isInteger) == wanted ? 1 : 0
            }
        case .stamp(let notation):
            let unit = notation.nanoseconds ?? 1
            values.forEach(column: column, rows: rows) { cell, bits in
                let stamp = Self.stamp(bits, isInteger: isInteger, unit: unit)
                cells[cell] = Double(bitPattern: UInt64(bitPattern: stamp))
            }
        }
    }

    /// A time in whole nanoseconds; ``StampText/none`` for a time that is not finite or too large.
    private static func stamp(_ bits: UInt64, isInteger: Bool, unit: Double) -> Int64 {
        if isInteger {
            let (product, isTooLarge) = Int64(bitPattern: bits).multipliedReportingOverflow(by: Int64(unit))
            return isTooLarge || product.magnitude > UInt64(StampText.limit) ? StampText.none : product
        }
        let nanoseconds = (Double(bitPattern: bits) * unit).rounded()
        return nanoseconds.magnitude <= Double(StampText.limit) ? Int64(nanoseconds) : StampText.none
    }

    func expectedRows(of block: DelimitedBlock) -> Int? { values.count }

    func error(line: Int, selected column: Int, found: String, expected: String, remedy: String) -> InputError {
        InputError(
            file: file.path,
            found: "\(found) in row \(line) of '\(file.name(ofField: selection[column].field))'",
            expected: expected,
            remedy: remedy
        )
    }
}
