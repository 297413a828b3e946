public import Evaluation
import Geodesy

/// `bands.csv`: a row per formula, range band and latitude band, and one per formula and range band over all latitudes (0 to
/// 90).
///
/// Figures have three significant digits. What there is none of is an empty field.
public struct BandsCSVReport: Sendable, Hashable {
    public init() {}

    /// The report, header line first.
    public func render(_ results: DistanceResults) -> String {
        let header =
            [
                "formula", "range_from_m", "range_to_m", "latitude_from_deg", "latitude_to_deg", "pairs",
                "without_answer",
            ]
            + FigureList.keys
        let rows = results.statistics.formulas.indices.flatMap { formula in
            RangeBand.all.indices.flatMap { bandRows(results.statistics, formula, range: $0) }
        }
        return CSVText.lines([header] + rows)
    }

    private func bandRows(_ statistics: DistanceStatistics, _ formula: Int, range: Int) -> [[String]] {
        let all = row(statistics, formula, range: range, latitudes: LatitudeBand.all.indices)
        return [all] + LatitudeBand.all.indices.map { row(statistics, formula, range: range, latitudes: $0..<$0 + 1) }
    }

    private func row(_ statistics: DistanceStatistics, _ formula: Int, range: Int, latitudes: Range<Int>) -> [String] {
        let figures = statistics.figures(formula: formula, ranges: range..<range + 1, latitudes: latitudes)
        let bands = [
            RangeBand.all[range].lower, RangeBand.all[range].upper, LatitudeBand.all[latitudes.lowerBound].lowerDegrees,
            LatitudeBand.all[latitudes.upperBound - 1].upperDegrees,
        ]
        return [statistics.formulas[formula].name] + bands.map(NumberText.exact)
            + [String(figures.pairs), String(figures.withoutAnswer)]
            + FigureList(figures).values.map { $0.map(NumberText.exact) ?? "" }
    }
}
