import Foundation
import Recordings

/// A file of a log: its form, the names of its columns and their values.
struct LogFile {
    /// A column of numbers or times.
    struct Column {
        /// The content of the cells.
        enum Content {
            case numbers
            case dates
            case clock
            case text
        }

        /// The position, counted from 0.
        let field: Int
        /// The name in the header; empty without one.
        let name: String
        var content = Content.numbers
        /// The numbers, or the seconds of the times; NaN for an empty cell.
        var values: [Double] = []
    }

    /// The name in the folder; nil for a recording that is a file.
    let name: String?
    let form: TextForm
    var columns: [Column]
    /// The number of columns after the examined ones.
    let unexamined: Int
    /// Whether the names in the header differ, so that a layout can use them.
    let hasNames: Bool

    private static let headBytes = 1 << 17
    /// The number of rows that are examined. Later rows do not improve the guesses.
    private static let mostRows = 60_000
    /// The number of columns that are examined: several times those of any log of sensors.
    private static let mostColumns = 1_000

    /// Reads a file; nil if it is not a table of numbers.
    ///
    /// - Throws: `InputError` for a file that cannot be read, or a faulty row.
    init?(path: String, name: String?) throws(InputError) {
        guard let (head, isWhole) = Self.head(of: path), let form = TextForm(head: head, isWhole: isWhole) else {
            return nil
        }
        self.name = name
        self.form = form
        guard form.preamble == 0 else {
            (columns, unexamined, hasNames) = ([], 0, false)
            return
        }
        let reader = try DelimitedReader(path: path, format: form.format)
        let names = reader.header ?? []
        let filled = names.filter { !$0.isEmpty }
        hasNames = !names.isEmpty && Set(filled).count == filled.count
        let examined = min(reader.fieldCount, Self.mostColumns)
        unexamined = reader.fieldCount - examined
        var columns = (0..<examined).map { field in
            Column(field: field, name: field < names.count ? names[field] : "")
        }
        let comma = form.hasDecimalComma
        var rows = 0
        try reader.forEachBlock(of: [DelimitedColumn](), storingText: true) { block throws(InputError) in
            for row in 0..<block.rowCount where rows < Self.mostRows {
                rows += 1
                for field in columns.indices {
                    let text = CellText.trimmed(Array(block.text(row: row, field: field)))
                    columns[field].append(text, comma: comma)
                }
            }
        }
        self.columns = columns
    }

    private static func head(of path: String) -> (bytes: [UInt8], isWhole: Bool)? {
        guard let file = FileHandle(forReadingAtPath: path) else { return nil }
        defer { try? file.close() }
        guard let data = try? file.read(upToCount: headBytes) else { return nil }
        return (Array(data), data.count < headBytes)
    }

    /// The text that selects a column in a layout: its name, or its position.
    func reference(to column: Column) -> String {
        guard form.headerRows > 0, hasNames else { return String(column.field + 1) }
        return YAMLText.quoted(column.name)
    }

    /// The name of a column for people.
    func label(of column: Column) -> String {
        column.name.isEmpty ? "column \(column.field + 1)" : "'\(column.name.excerpt)'"
    }
}

extension LogFile.Column {
    fileprivate mutating func append(_ text: String, comma: Bool) {
        if text.isEmpty { return values.append(.nan) }
        if let number = CellText.number(text, comma: comma) {
            values.append(number)
        } else if let seconds = CellText.timeOfDay(text) {
            content = CellText.hasDate(text) ? .dates : .clock
            values.append(seconds)
        } else {
            content = .text
            values.append(.nan)
        }
    }

    /// Whether the column contains numbers that change.
    var isVarying: Bool {
        guard content == .numbers, let first = values.first(where: \.isFinite) else { return false }
        return values.contains { $0.isFinite && $0 != first }
    }
}
