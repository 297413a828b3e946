import Evaluation
import Geodesy
package import Positions

/// `bands.csv`: a row per formula, range band and latitude band, and one per formula and range band over all latitudes.
///
/// Figures have three significant digits. A missing figure is an empty field.
package struct BandsCSVReport: Sendable, Hashable {
    package init() {}

    /// The report, with a header line.
    package func render(_ results: DistanceResults) -> String {
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

/// The figures of a band with three significant digits, in the order of their keys in files.
struct FigureList {
    /// The keys of the figures.
    static let keys =
        ["outside_share"]
        + ["m", "ppm", "bearing_deg"].flatMap { unit in
            ["max", "p99", "rms"].map { "\($0)_\(unit)" }
        }

    /// The figures in the order of ``keys``; nil where one is missing.
    let values: [Double?]
    /// The reasons why figures are missing, by key.
    let notes: [String: String]

    init(_ figures: BandFigures, givesBearing: Bool = true) {
        let distributions = [figures.error, figures.relative, figures.bearing]
        let all = [figures.outsideShare] + distributions.flatMap { [$0.maximum, $0.percentile99, $0.rootMeanSquare] }
        values = all.map { $0.map { NumberText.significant($0, digits: 3) } }
        let noPairs = figures.pairs == 0 ? "no pairs in the band" : nil
        let noAnswer = figures.error.count == 0 ? "the formula has no answer" : nil
        let reasons = [
            noPairs ?? noAnswer ?? "",
            noPairs ?? noAnswer ?? "the same point twice",
            noPairs ?? (givesBearing ? noAnswer : "the formula gives no bearing")
                ?? "the same point twice, or nearly antipodal points",
        ]
        let places = [0, 0, 0, 0, 1, 1, 1, 2, 2, 2]
        let missing = values.indices.filter { all[$0] == nil }.map { (Self.keys[$0], reasons[places[$0]]) }
        notes = Dictionary(uniqueKeysWithValues: missing)
    }
}
