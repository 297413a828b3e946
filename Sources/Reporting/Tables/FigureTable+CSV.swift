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
        let header = zip(columns, extras).flatMap { (column, extras) -> [String] in
            var keys = [column.key]
            if extras.hasIntervals { keys += ["\(column.key)_lower", "\(column.key)_upper"] }
            if extras.hasCounts { keys.append("\(column.key)_count") }
            return keys
        }
        let fields = rows.map { row in
            zip(row, extras).flatMap { (cell, extras) -> [String] in
                var fields = [cell.value.map(NumberText.exact) ?? CSVText.safe(cell.text ?? "")]
                if extras.hasIntervals {
                    fields += [cell.interval?.lower, cell.interval?.upper].map { $0.map(NumberText.exact) ?? "" }
                }
                if extras.hasCounts { fields.append(cell.count.map(String.init) ?? "") }
                return fields
            }
        }
        return CSVText.lines([header.map(CSVText.safe)] + fields)
    }
}
