import Evaluation

/// What a file's columns hold, as lines for a terminal.
struct TableSections {
    let width: Int
    let style: TerminalStyle

    func lines(_ table: TableInspection) -> [String] {
        let title = "\(table.path) · \(table.rows) rows · \(table.columns.count) columns"
        var lines = TextWrapping.lines(title, width: width, indent: 2).map(style.heading)
        lines += columns(table)
        if let clock = table.clock {
            var words = "time '\(clock.column)': \(InspectionText.figure(clock.first)) to "
            words += InspectionText.figure(clock.last)
            if let typical = clock.typicalInterval {
                words += ", typically \(InspectionText.figure(typical)) from row to row, longest "
                words += InspectionText.figure(clock.longestInterval)
                if let line = clock.longestLine { words += " before line \(line)" }
            }
            words += "; \(clock.gaps) gaps, \(clock.repeated) repeated stamps"
            lines += [""] + TextWrapping.lines(words, width: width, indent: 2)
        }
        lines += table.warnings.flatMap { TextWrapping.lines("!! \($0)", width: width, indent: 3) }
        return lines
    }

    private func columns(_ table: TableInspection) -> [String] {
        var text = PlainTable(header: ["column", "numbers", "min", "max", "mean", "std", "empty", "text"])
        for column in table.columns {
            text.rows.append(
                [TextWrapping.shortened(column.numbers.name, width: 24), "\(column.numbers.count)"]
                    + InspectionText.figures(column.numbers)
                    + ["\(column.emptyCells + column.numbers.notFinite)", "\(column.textCells)"]
            )
        }
        return text.lines(style: style)
    }
}
