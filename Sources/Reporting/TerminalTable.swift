import Evaluation

/// Lays rows out in columns of one width, so that several tables of a report stand in line.
///
/// A SPEC that does not fit before its figures stands on a line of its own above them. Columns that do not fit the
/// terminal go to a further table below.
struct TerminalTable {
    /// Blanks before the figures of a SPEC that stands above them, where there is room.
    private static let indent = 4

    private let nameTitle: String
    private let columns: [ReportColumn]
    private let width: Int
    private let style: TerminalStyle
    private let numberWidths: [Int]
    private let suffixWidths: [Int]
    private let banks: [Range<Int>]

    /// - Parameters:
    ///   - nameTitle: what the rows are.
    ///   - rows: all rows that the table will ever be asked for.
    init(of nameTitle: String, columns: [ReportColumn], rows: [ReportRow], width: Int, style: TerminalStyle) {
        self.nameTitle = nameTitle
        self.columns = columns
        self.width = width
        self.style = style
        numberWidths = columns.indices.map { column in
            let titles = [columns[column].shortTitle, columns[column].shortUnit]
            return (titles + rows.map { Self.number($0.cells[column]) }).map(DisplayWidth.of).max() ?? 0
        }
        suffixWidths = columns.indices.map { column in
            rows.map { DisplayWidth.of(Self.suffix($0.cells[column])) }.max() ?? 0
        }
        banks = ColumnBanks.banks(of: zip(numberWidths, suffixWidths).map { $0 + $1 + 1 }, width: width)
    }

    /// The lines of a table with these rows.
    func lines(_ rows: [ReportRow]) -> [String] {
        banks.flatMap { bank in
            let nameWidth = nameWidth(rows, bank)
            let header = header(bank, nameWidth: nameWidth)
            return header + rows.flatMap { lines($0, bank, nameWidth: nameWidth) }
        }
    }

    private func header(_ bank: Range<Int>, nameWidth: Int) -> [String] {
        let name = nameWidth >= nameTitle.count ? nameTitle : ""
        let titles = bank.map { (columns[$0].shortTitle, columns[$0].shortUnit) }
        let units = bank.allSatisfy { columns[$0].shortUnit.isEmpty } ? [] : [("", titles.map(\.1))]
        return ([(name, titles.map(\.0))] + units).map { name, texts in
            let cells = zip(bank, texts).map { $1.leftPadded(to: numberWidths[$0]) + blanks(suffixWidths[$0]) }
            return style.quiet(([name.rightPadded(to: nameWidth)] + cells).joined(separator: " ").withoutTrailingBlanks)
        }
    }

    private func lines(_ row: ReportRow, _ bank: Range<Int>, nameWidth: Int) -> [String] {
        let name = row.name.withoutControlCharacters
        let fits = DisplayWidth.of(name) <= nameWidth
        let cells = bank.map { cell(row.cells[$0], $0) }
        let start = (fits ? name : "").rightPadded(to: nameWidth)
        let figures = ([start] + cells).joined(separator: " ").withoutTrailingBlanks
        return fits ? [figures] : TextWrapping.lines(name, width: width, indent: 2) + [figures]
    }

    private func cell(_ cell: ReportRow.Cell, _ column: Int) -> String {
        let number = Self.number(cell)
        let suffix = Self.suffix(cell)
        let before = blanks(numberWidths[column] - DisplayWidth.of(number))
        let after = blanks(suffixWidths[column] - DisplayWidth.of(suffix))
        return before + (cell.isBest ? style.best(number + suffix) : number + suffix) + after
    }

    /// The width of the column of names: that of the longest name that leaves room for the figures.
    private func nameWidth(_ rows: [ReportRow], _ bank: Range<Int>) -> Int {
        let figures = bank.reduce(0) { $0 + numberWidths[$1] + suffixWidths[$1] + 1 }
        let room = max(0, width - figures)
        let fitting = rows.map { DisplayWidth.of($0.name.withoutControlCharacters) }.filter { $0 <= room }
        guard let longest = fitting.max() else { return min(Self.indent, room) }
        return min(room, max(longest, nameTitle.count))
    }

    private static func number(_ cell: ReportRow.Cell) -> String { cell.number ?? "–" }

    private static func suffix(_ cell: ReportRow.Cell) -> String {
        (cell.isBest ? "*" : "") + (cell.footnote.map(Footnotes.mark) ?? "")
    }

    private func blanks(_ count: Int) -> String { String(repeating: " ", count: count) }
}
