import Evaluation

extension FigureTable {
    /// The table as CSV, with all digits of the figures.
    ///
    /// A column with intervals is followed by `…_lower` and `…_upper`, a column of means by `…_count`. A missing value
    /// is an empty field. No text begins like a spreadsheet formula.
    public func csv() -> String {
        let extras = columns.indices.map { column in
            (
                hasIntervals: rows.contains { $0[column].interval != nil },
                hasCounts: rows.contains { $0[column].count != nil }
            )
        }
        let header = zip(columns, extras).flatMap { column, extras in
            [column.key] + (extras.hasIntervals ? ["\(column.key)_lower", "\(column.key)_upper"] : [])
                + (extras.hasCounts ? ["\(column.key)_count"] : [])
        }
        let fields = rows.map { row in
            zip(row, extras).flatMap { cell, extras in
                let value = cell.value.map(NumberText.exact) ?? CSVText.safe(cell.text ?? "")
                let limits = [cell.interval?.lower, cell.interval?.upper].map { $0.map(NumberText.exact) ?? "" }
                return [value] + (extras.hasIntervals ? limits : [])
                    + (extras.hasCounts ? [cell.count.map(String.init) ?? ""] : [])
            }
        }
        return CSVText.lines([header.map(CSVText.safe)] + fields)
    }
}
