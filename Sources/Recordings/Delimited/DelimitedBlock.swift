import SensorModel

/// Some thousand rows of a delimited file, in memory that the next block uses again.
///
/// Valid only during the call that hands it out.
public struct DelimitedBlock {
    /// How many rows the block has.
    public let rowCount: Int
    let reader: DelimitedReader
    /// Lines of the file before that from which ``lines`` are counted.
    let linesBefore: Int
    let cells: UnsafeMutablePointer<Double>
    let lines: UnsafeMutablePointer<UInt32>
    let stride: Int
    /// For each column that was asked for, where its values are stored.
    let slots: [Int]
    let text: RowText?

    /// The values of a column, counted from 0 in the order in which the columns were asked for.
    public subscript(column: Int) -> UnsafeBufferPointer<Double> {
        UnsafeBufferPointer(start: cells + slots[column] * stride, count: rowCount)
    }

    /// The moment in a row of a column that was asked for as a stamp, in nanoseconds; nil where the cell is empty.
    func stamp(row: Int, column: Int) -> Int64? {
        let value = Int64(bitPattern: (cells + slots[column] * stride + row).pointee.bitPattern)
        return value == StampText.none ? nil : value
    }

    /// A field of a row as it stands in the file, without quotation marks. Fields are counted from 0 in the file's
    /// order.
    ///
    /// Only where the reader was asked to keep text.
    public func text(row: Int, field: Int) -> UnsafeBufferPointer<UInt8> {
        guard let text else { preconditionFailure("ask for text when the blocks are asked for") }
        return text[row * reader.fieldCount + field]
    }

    /// Whether no field of the block has a byte for which it needs quotation marks. Only where the reader keeps text.
    public var textIsPlain: Bool { text?.isPlain ?? false }

    /// The line of the file on which a row starts. Rows are counted from 0 within the block, lines from 1.
    public func line(ofRow row: Int) -> Int { linesBefore + Int(lines[row]) }

    private static let mostExpectedRows = 1 << 24

    /// Of the first block: how many rows the file has, about, if the others are as long as its; nil of a pipe. Rather 3 %
    /// more, because growing means copying, and no more than a file with holes may pretend to have.
    var expectedRows: Int? {
        guard let size = reader.size, rowCount > 0 else { return nil }
        let rowBytes = max(Double(reader.fed) / Double(rowCount), 1)
        return min(Int(saturating: min(Double(size) / rowBytes * 1.03, 1e15)) + 16, Self.mostExpectedRows)
    }

    /// An error about the value in a row and column of this block.
    public func error(row: Int, column: Int, found: String, expected: String, remedy: String) -> InputError {
        reader.error(line: line(ofRow: row), selected: column, found: found, expected: expected, remedy: remedy)
    }
}
