import SensorModel

/// A file with rows of values: the source of a ``DelimitedBlock``.
protocol RowSource: AnyObject {
    /// The estimated number of rows in the file, from the rows of the first block; nil if it is unknown.
    func expectedRows(of block: DelimitedBlock) -> Int?

    /// The error for a selected column, counted from 0, in the row that starts on `line`.
    func error(line: Int, selected column: Int, found: String, expected: String, remedy: String) -> InputError
}
