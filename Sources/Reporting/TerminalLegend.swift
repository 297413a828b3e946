import Evaluation

/// What the tables' columns and signs mean.
struct TerminalLegend {
    let columns: [ReportColumn]
    let hasBest: Bool
    let hasMeans: Bool

    func lines(width: Int) -> [String] {
        let labels = columns.map { $0.label(among: columns) }
        let titleWidth = max(8, (labels.map(DisplayWidth.of).max() ?? 0) + 1)
        let lines = zip(labels, columns).flatMap { label, column in
            let summary = MetricCatalogue.metric(column.metric).summary
            return TextWrapping.lines(label.rightPadded(to: titleWidth) + summary, width: width, indent: titleWidth)
        }
        return lines
            + signs.flatMap {
                TextWrapping.lines($0.sign.rightPadded(to: titleWidth) + $0.meaning, width: width, indent: titleWidth)
            }
    }

    private var signs: [(sign: String, meaning: String)] {
        var signs: [(String, String)] = []
        if hasBest { signs.append(("*", "Best of its column.")) }
        if hasMeans {
            signs.append(("mean", "Arithmetic mean of the recordings' figures, each recording counting the same."))
            if hasBest, let remark = BestValues.remark(on: columns.map(\.metric)) { signs.append(("", remark)) }
        }
        return signs
    }
}
