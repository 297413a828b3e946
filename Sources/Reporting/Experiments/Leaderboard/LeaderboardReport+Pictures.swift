import Evaluation
import Experiments

extension LeaderboardReport {
    /// Accuracy against each competing metric, and the mean ranks with the critical difference.
    var pictures: [ReportFigure] {
        let fixed = rows[.fixed] ?? []
        let metric = board.rules.metric
        var pictures: [ReportFigure] = []
        for other in competing where other != metric {
            guard let accuracy = board.metrics.firstIndex(of: metric),
                let place = board.metrics.firstIndex(of: other)
            else { continue }
            let points = fixed.compactMap { row -> (name: String, x: Double, y: Double)? in
                guard let x = row.overall[place].value, let y = row.overall[accuracy].value else { return nil }
                return (name(row.entry), other == .lag ? abs(x) : x, y)
            }
            pictures.append(
                ReportFigure(
                    tradeOff: points,
                    name: "\(other.rawValue)",
                    title: "Accuracy and \(title(other))",
                    x: other == .lag ? "absolute \(column(other).titleWithUnit)" : column(other).titleWithUnit,
                    y: column(metric).titleWithUnit
                )
            )
        }
        if case .success(let ranking) = board.ranking(of: fixed), ranking.isSignificant {
            pictures.append(
                ReportFigure(ranks: ranking, of: fixed.map { name($0.entry) }, by: metric, titled: title(metric))
            )
        }
        return pictures
    }
}
