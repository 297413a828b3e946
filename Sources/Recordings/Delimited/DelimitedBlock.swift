public import SensorModel

/// A block of some thousand rows of a delimited file.
///
/// It is valid only during the call that receives it: the next block reuses its memory.
public struct DelimitedBlock {
    /// The number of rows.
    public let rowCount: Int
    let source: any RowSource
    /// The number of fields in each row.
    let fieldCount: Int
    /// The number of lines in the file before the line that is line 1 in ``lines``.
    let linesBefore: Int
    let cells: UnsafeMutablePointer<Double>
    let lines: UnsafeMutablePointer<UInt32>
    let stride: Int
    /// The stored columns that contain the values of the selected columns.
    let slots: [Int]
    let text: RowText?

    /// The values of a selected column, counted from 0 in the order of selection.
    public subscript(column: Int) -> UnsafeBufferPointer<Double> {
        UnsafeBufferPointer(start: cells + slots[column] * stride, count: rowCount)
    }

    /// The time stamp in a row of a column that was selected as a stamp, in nanoseconds; `nil` for an empty cell.
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

    /// Whether no field of the block needs quotation marks; false if the reader does not store text.
    public var textIsPlain: Bool { text?.isPlain ?? false }

    /// The line of the file on which a row starts. Rows are counted from 0 within the block, lines from 1.
    public func line(ofRow row: Int) -> Int { linesBefore + Int(lines[row]) }

    /// The estimated number of rows in the file, from the row length of the first block; `nil` for a pipe.
    var expectedRows: Int? { source.expectedRows(of: self) }

    /// The error for the value in a row and a selected column, with its line and byte column.
    public func error(row: Int, column: Int, message: String, advice: String? = nil) -> InputError {
        source.error(line: line(ofRow: row), selected: column, message: message, advice: advice)
    }
}

/// A file with rows of values: the source of a ``DelimitedBlock``.
protocol RowSource: AnyObject {
    /// The estimated number of rows in the file, from the rows of the first block; `nil` if it is unknown.
    func expectedRows(of block: DelimitedBlock) -> Int?

    /// The error for a selected column, counted from 0, in the row that starts on `line`.
    func error(line: Int, selected column: Int, message: String, advice: String?) -> InputError
}
