/// A table of right-aligned cells behind a column of names. Columns that do not fit go to a further table below.
struct NarrowTable {
    let name: String
    let titles: [String]
    /// The second line of each title.
    let units: [String]
    let width: Int

    /// - Parameter header: what is done to the lines of the header.
    func lines(_ rows: [(name: String, cells: [String])], header: (String) -> String) -> [String] {
        let widths = titles.indices.map { column in
            ([titles[column], units[column]] + rows.map { $0.cells[column] }).map(DisplayWidth.of).max() ?? 0
        }
        let nameWidth = ([name] + rows.map(\.name)).map(DisplayWidth.of).max() ?? 0
        return ColumnBanks.banks(of: widths.map { $0 + 1 }, width: width - nameWidth).flatMap { bank in
            func line(_ name: String, _ cells: [String]) -> String {
                let cells = bank.map { cells[$0].leftPadded(to: widths[$0]) }
                return ([name.rightPadded(to: nameWidth)] + cells).joined(separator: " ").withoutTrailingBlanks
            }
            let second = bank.contains { !units[$0].isEmpty } ? [header(line("", units))] : []
            return [header(line(name, titles))] + second + rows.map { line($0.name, $0.cells) }
        }
    }
}
