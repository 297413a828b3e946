/// Rows of text under a header, the first column aligned left and all others right.
struct PlainTable {
    private static let gap = "  "
    let header: [String]
    var rows: [[String]] = []

    /// The lines, indented; the header is quiet.
    func lines(style: TerminalStyle, indent: Int = 0) -> [String] {
        let all = [header] + rows
        let widths = header.indices.map { column in all.map { DisplayWidth.of($0[column]) }.max() ?? 0 }
        return all.enumerated().map { number, row in
            let cells = zip(row, widths).enumerated().map { column, cell in
                column == 0 ? cell.0.rightPadded(to: cell.1) : cell.0.leftPadded(to: cell.1)
            }
            let line = String(repeating: " ", count: indent) + cells.joined(separator: Self.gap)
            return number == 0 ? style.quiet(line) : line
        }
    }
}
