import SensorModel

/// Renders tables for a terminal. All tables of a renderer have columns of the same width.
///
/// A row begins with its name, which consists of the texts in its cells. Numbers are aligned right. Columns that do not
/// fit the terminal continue in another table below, which repeats the names.
package struct TerminalTable {
    /// The layout of a table on a terminal.
    package struct Layout {
        /// The width of the terminal in columns; `nil` for lines of any length.
        package var width: Int?
        /// The width to which names are shortened; `nil` for names of any length.
        var nameWidth: Int?
        /// The number of blanks between two columns.
        var gap = 1
        /// The number of blanks before each line.
        package var indent = 0
        /// A Boolean value that indicates whether long names have a separate line above the numbers. A name is long if
        /// it leaves too little room for the numbers.
        ///
        /// If the value is `false`, the column of names is as wide as the longest name.
        package var breaksLongNames = false
        /// A Boolean value that indicates whether cells omit the intervals. If it is `true`, the numbers and the marks
        /// that follow the numbers are aligned separately.
        package var isBrief = false
        package var style = TerminalStyle(isColoured: false)

        package init(
            width: Int? = nil,
            nameWidth: Int? = nil,
            gap: Int = 1,
            indent: Int = 0,
            breaksLongNames: Bool = false,
            isBrief: Bool = false,
            style: TerminalStyle = TerminalStyle(isColoured: false)
        ) {
            self.width = width
            self.nameWidth = nameWidth
            self.gap = gap
            self.indent = indent
            self.breaksLongNames = breaksLongNames
            self.isBrief = isBrief
            self.style = style
        }
    }

    /// A row. Its name consists of the texts of the row.
    private typealias Row = (name: String, cells: [FigureTable.Cell])

    /// The maximum indent of the numbers if no name fits next to its numbers. In this case, each name has its own line
    /// above the numbers.
    private static let brokenNameIndent = 4

    private let layout: Layout
    private let columns: [FigureTable.Column]
    private let nameTitle: String
    private let figureWidths: [Int]
    private let markWidths: [Int]

    /// Creates a renderer with fixed columns, so that several tables have columns of the same width.
    ///
    /// - Parameters:
    ///   - columns: the columns of all tables.
    ///   - rows: all rows that the renderer will show.
    ///   - layout: the layout of the tables.
    package init(columns: [FigureTable.Column], rows: [[FigureTable.Cell]], layout: Layout) {
        self.layout = layout
        self.columns = columns
        nameTitle = columns.filter(\.isText).map { $0.title.withoutControlCharacters }.joined(separator: " · ")
        let figures = columns.indices.filter { !columns[$0].isText }
        figureWidths = figures.map { column in
            let texts = Self.heading(columns[column]) + rows.map { Self.figure($0[column], isBrief: layout.isBrief) }
            return texts.map(DisplayWidth.of).max() ?? 0
        }
        markWidths = figures.map { column in
            rows.map { DisplayWidth.of(Self.marks($0[column], isBrief: layout.isBrief)) }.max() ?? 0
        }
    }

    /// The lines of one table.
    package static func lines(_ table: FigureTable, layout: Layout) -> [String] {
        TerminalTable(columns: table.columns, rows: table.rows, layout: layout).lines(table.rows)
    }

    /// The lines of a table with the given rows: the header lines, followed by one or two lines per row.
    package func lines(_ rows: [[FigureTable.Cell]]) -> [String] {
        let rows = rows.map(row)
        let widestName = ([nameTitle] + rows.map(\.name)).map(DisplayWidth.of).max() ?? 0
        return banks(nameWidth: widestName).flatMap { bank in
            let nameWidth = layout.breaksLongNames ? self.nameWidth(rows, bank) : widestName
            return header(bank, nameWidth: nameWidth) + rows.flatMap { lines($0, bank, nameWidth: nameWidth) }
        }
    }

    private func row(_ cells: [FigureTable.Cell]) -> Row {
        let pairs = zip(columns, cells)
        let words = pairs.filter(\.0.isText).map { ($0.1.text ?? "–").withoutControlCharacters }
        let name = words.joined(separator: " · ")
        return (
            name: layout.nameWidth.map { TextWrapping.shortened(name, width: $0) } ?? name,
            cells: pairs.filter { !$0.0.isText }.map(\.1)
        )
    }

    /// The columns of numbers, divided into tables that fit the terminal. Each table has at least one column.
    private func banks(nameWidth: Int) -> [Range<Int>] {
        guard let width = layout.width else { return [0..<figureWidths.count] }
        let room = layout.breaksLongNames ? width : width - nameWidth
        var banks: [Range<Int>] = []
        var start = 0
        var used = 0
        for column in figureWidths.indices {
            let columnWidth = figureWidths[column] + markWidths[column] + layout.gap
            if used + columnWidth > room, column > start {
                banks.append(start..<column)
                start = column
                used = 0
            }
            used += columnWidth
        }
        return banks + [start..<figureWidths.count]
    }

    /// The width of the column of names. Names that leave too little room for the numbers are ignored; the longest
    /// other name determines the width.
    private func nameWidth(_ rows: [Row], _ bank: Range<Int>) -> Int {
        let figures = bank.reduce(0) { $0 + figureWidths[$1] + markWidths[$1] + layout.gap }
        let room = max(0, (layout.width ?? .max) - figures)
        let fitting = rows.map { DisplayWidth.of($0.name) }.filter { $0 <= room }
        guard let longest = fitting.max() else { return min(Self.brokenNameIndent, room) }
        return min(room, max(longest, DisplayWidth.of(nameTitle)))
    }

    private func header(_ bank: Range<Int>, nameWidth: Int) -> [String] {
        let headings = columns.filter { !$0.isText }.map(Self.heading)
        let lineCount = bank.allSatisfy { headings[$0][1].isEmpty } ? 1 : 2
        return (0..<lineCount).map { line in
            let name = line == 0 && DisplayWidth.of(nameTitle) <= nameWidth ? nameTitle : ""
            let cells = bank.map { headings[$0][line].leftPadded(to: figureWidths[$0]) + blanks(markWidths[$0]) }
            return layout.style.quiet(joined([name.rightPadded(to: nameWidth)] + cells))
        }
    }

    private func lines(_ row: Row, _ bank: Range<Int>, nameWidth: Int) -> [String] {
        let fits = DisplayWidth.of(row.name) <= nameWidth
        let cells = bank.map { column in
            let figure = Self.figure(row.cells[column], isBrief: layout.isBrief)
            let marks = Self.marks(row.cells[column], isBrief: layout.isBrief)
            let text = row.cells[column].isBest ? layout.style.best(figure + marks) : figure + marks
            return blanks(figureWidths[column] - DisplayWidth.of(figure)) + text
                + blanks(markWidths[column] - DisplayWidth.of(marks))
        }
        let figures = joined([(fits ? row.name : "").rightPadded(to: nameWidth)] + cells)
        guard !fits, let width = layout.width else { return [figures] }
        return TextWrapping.lines(row.name, width: width, indent: 2) + [figures]
    }

    private func joined(_ cells: [String]) -> String {
        (blanks(layout.indent) + cells.joined(separator: blanks(layout.gap))).withoutTrailingBlanks
    }

    private func blanks(_ count: Int) -> String { String(repeating: " ", count: count) }

    /// The two lines of a column's heading.
    private static func heading(_ column: FigureTable.Column) -> [String] {
        if let short = column.shortHeading { return [short.title, short.unit] }
        return [column.title.withoutControlCharacters, column.shownUnit]
    }

    private static func figure(_ cell: FigureTable.Cell, isBrief: Bool) -> String {
        let figure = (cell.text ?? "–").withoutControlCharacters
        guard !isBrief else { return figure }
        let parts = [figure + (cell.isBest ? "*" : ""), cell.intervalText, cell.basisText]
        return parts.compactMap(\.self).joined(separator: " ") + (cell.note.map { Footnotes.mark($0 + 1) } ?? "")
    }

    private static func marks(_ cell: FigureTable.Cell, isBrief: Bool) -> String {
        guard isBrief else { return "" }
        return (cell.isBest ? "*" : "") + (cell.note.map { Footnotes.mark($0 + 1) } ?? "")
    }
}

extension FigureTable {
    /// The table for a terminal of `width` columns, with caption, notes and remarks.
    ///
    /// No line is wider than `width`, unless a single column is wider. Columns that do not fit continue below.
    public func text(width: Int) -> String {
        var lines = caption.isEmpty ? [] : TextWrapping.lines(caption, width: width, indent: 2)
        lines += TerminalTable.lines(self, layout: TerminalTable.Layout(width: width, nameWidth: max(3, width / 2)))
        let below = notes.enumerated().map { "\(Footnotes.mark($0 + 1)) \($1)" } + remarks
        lines += below.flatMap { TextWrapping.lines($0, width: width, indent: 2) }
        return lines.map { $0 + "\n" }.joined()
    }

    /// The lines of a small table without a limit on the width, with two blanks between columns.
    package func plainLines(style: TerminalStyle, indent: Int = 0) -> [String] {
        TerminalTable.lines(self, layout: TerminalTable.Layout(gap: 2, indent: indent, style: style))
    }
}
