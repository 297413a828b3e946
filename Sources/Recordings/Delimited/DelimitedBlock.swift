public import SensorModel

/// A few thousand consecutive rows of a delimited file.
///
/// A block is valid only during the call that receives it, because the next block reuses its memory.
public struct DelimitedBlock {
    /// The number of rows.
    public let rowCount: Int
    let source: any RowSource
    /// The number of fields in each row.
    let fieldCount: Int
    /// The offset from the line numbers in ``lines`` to the line numbers in the file.
    let linesBefore: Int
    let cells: UnsafeMutablePointer<Double>
    let lines: UnsafeMutablePointer<UInt32>
    let stride: Int
    /// The index of the stored column for each selected column. Selected columns with the same content share a stored
    /// column.
    let slots: [Int]
    let text: RowText?

    /// The values of a selected column. Columns are counted from 0 in the order of selection.
    public subscript(column: Int) -> UnsafeBufferPointer<Double> {
        UnsafeBufferPointer(start: cells + slots[column] * stride, count: rowCount)
    }

    /// The timestamp in a cell in nanoseconds, or `nil` if the cell is empty. The column must be selected as
    /// timestamps.
    func stamp(row: Int, column: Int) -> Int64? {
        let value = Int64(bitPattern: (cells + slots[column] * stride + row).pointee.bitPattern)
        return value == StampText.none ? nil : value
    }

    /// The text of a field in a row, without quotation marks. Fields are counted from 0 in the order of the file.
    ///
    /// - Precondition: the reader stores text, see ``DelimitedReader/forEachBlock(of:storingText:_:)``.
    public func text(row: Int, field: Int) -> UnsafeBufferPointer<UInt8> {
        guard let text else { preconditionFailure("text needs 'storingText' in forEachBlock") }
        return text[row * fieldCount + field]
    }

    /// A Boolean value that is `true` if no field needs quotation marks, and `false` if the reader does not store text.
    public var textIsPlain: Bool { text?.isPlain ?? false }

    /// The line of the file on which a row starts. Rows are counted from 0 within the block, and lines from 1.
    public func line(ofRow row: Int) -> Int { linesBefore + Int(lines[row]) }

    /// The estimated number of rows in the file, based on the length of this block's rows, or `nil` for a pipe.
    var expectedRows: Int? { source.expectedRows(of: self) }

    /// Returns an error for the value in a row and a selected column, with its line and byte column.
    public func error(row: Int, column: Int, message: String, advice: String? = nil) -> InputError {
        source.error(line: line(ofRow: row), selected: column, message: message, advice: advice)
    }
}

/// The file from which the rows of a ``DelimitedBlock`` were read.
protocol RowSource: AnyObject {
    /// Returns the estimated number of rows in the file, based on the first block, or `nil` if it is unknown.
    func expectedRows(of block: DelimitedBlock) -> Int?

    /// Returns an error for a selected column, counted from 0, in the row that starts on `line`.
    func error(line: Int, selected column: Int, message: String, advice: String?) -> InputError
}
