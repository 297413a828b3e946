/// Columns that do not fit a terminal side by side, divided among tables below each other.
enum ColumnBanks {
    /// As many columns in each bank as the width allows, at least one.
    ///
    /// - Parameter widths: each with the blank before it.
    static func banks(of widths: [Int], width: Int) -> [Range<Int>] {
        var banks: [Range<Int>] = []
        var start = 0
        var used = 0
        for (column, columnWidth) in widths.enumerated() {
            if used + columnWidth > width, column > start {
                banks.append(start..<column)
                start = column
                used = 0
            }
            used += columnWidth
        }
        return banks + [start..<widths.count]
    }
}
