import Foundation
import Recordings
import SensorModel
import TestSupport

/// A temporary file of delimited text, which is removed with this object.
final class DelimitedText {
    let path: String
    private let folder: TemporaryFolder

    convenience init(_ text: String) throws {
        try self.init(bytes: Array(text.utf8))
    }

    init(bytes: [UInt8]) throws {
        folder = try TemporaryFolder()
        path = try folder.write(bytes, to: "data.csv")
    }

    /// The columns of the file.
    func columns(
        _ columns: [DelimitedColumn],
        format: DelimitedFormat = .commaSeparated,
        chunkBytes: Int = 1 << 18
    ) throws(InputError) -> DelimitedTable {
        try DelimitedReader(path: path, format: format, chunkBytes: chunkBytes).readColumns(columns)
    }

    /// The recording in the file, read with a layout.
    func recording(_ layout: Layout) throws(InputError) -> Recording {
        try RecordingReader(layout: layout).read(path: path)
    }

    /// The error of reading the columns, with the path shortened to `data.csv`; "none" and the number of rows without
    /// an error.
    func message(
        _ columns: [DelimitedColumn],
        format: DelimitedFormat = .commaSeparated,
        chunkBytes: Int = 1 << 18
    ) -> String {
        do throws(InputError) {
            let table = try self.columns(columns, format: format, chunkBytes: chunkBytes)
            return "none, \(table.rowCount) rows"
        } catch {
            var error = error
            error.source = "data.csv"
            return error.description
        }
    }
}

extension [DelimitedColumn] {
    static func named(_ names: String...) -> [DelimitedColumn] { names.map { .named($0) } }
    static func positions(_ positions: Int...) -> [DelimitedColumn] { positions.map { .position($0) } }
}
