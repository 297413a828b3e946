public import Evaluation
import Geodesy

/// `distances.md`: how far each formula can be trusted, and its error by range band and by latitude band.
public struct MarkdownDistanceReport: Sendable, Hashable {
    /// The command line that makes the same report again; nil where there is none.
    public let command: String?

    public init(command: String? = nil) { self.command = command }

    /// The page, with a line end behind every line.
    public func render(_ results: DistanceResults) -> String {
        ([introduction(results), totals(results), verdicts(results)] + tables(results) + [legend])
            .filter { !$0.isEmpty }.joined(separator: "\n")
    }

    private func introduction(_ results: DistanceResults) -> String {
        let origin = MarkdownText.escaped(DistanceOrigin(results: results).pairs)
        var text = "# Distance formulas\n\n\(origin). The reference is PROJ's geodesic on WGS84.\n"
        if let command { text += "\nRun it again:\n\n" + MarkdownText.codeBlock(command) }
        return text
    }

    private func totals(_ results: DistanceResults) -> String {
        let totals = DistanceOrigin(results: results).totals
        guard !totals.isEmpty else { return "" }
        return "## The whole way\n\n"
            + MarkdownText.table(
                ["formula", "length", "error"],
                numeric: 1..<3,
                rows: totals.map { [$0.name, $0.length, $0.error] }
            )
    }

    private func verdicts(_ results: DistanceResults) -> String {
        let verdict = VerdictText(results: results)
        let formulas = results.statistics.formulas
        var header = ["formula", "how far it can be trusted"]
        var rows = formulas.indices.map { ["`\(formulas[$0].name)`", verdict.sentence(formula: $0)] }
        if let nanoseconds = results.nanoseconds {
            header.append("ns")
            for index in rows.indices { rows[index].append(nanoseconds[index].map(NumberText.short) ?? "–") }
        }
        return "## In a sentence\n\n" + MarkdownText.table(header, numeric: 2..<header.count, rows: rows)
    }

    private func tables(_ results: DistanceResults) -> [String] {
        func lengths(_ path: @escaping (ErrorDistribution) -> Double?) -> (BandFigures) -> String {
            { BandText.error(path($0.error)) }
        }
        var tables = [
            byRange("Largest error", results, lengths(\.maximum)),
            byRange("Error that 99 % of the pairs do not exceed", results, lengths(\.percentile99)),
            byRange("RMS error", results, lengths(\.rootMeanSquare)),
            byRange("Largest error in ppm of the distance", results) {
                BandText.figure($0.relative.maximum, resolution: BandFigures.relativeResolution)
            },
            byRange("Outside \(BandText.tolerance(results.statistics.tolerance))", results) {
                BandText.percentage($0.outsideShare)
            },
            byLatitude("Largest error in ppm of the distance, from 10 m on, by latitude", results),
        ]
        let statistics = results.statistics
        let all = statistics.formulas.indices.map { statistics.figures(formula: $0) }
        let bearings = all.indices.filter { all[$0].bearing.count > 0 }
        if !bearings.isEmpty {
            tables.append(
                byRange("Largest error of the bearing in degrees", results, of: bearings) {
                    BandText.figure($0.bearing.maximum, resolution: BandFigures.bearingResolution)
                }
            )
        }
        let gaps = all.indices.filter { all[$0].withoutAnswer > 0 }
        if !gaps.isEmpty {
            tables.append(byRange("Pairs without an answer", results, of: gaps) { String($0.withoutAnswer) })
        }
        return tables
    }

    /// - Parameter formulas: which ones have a row; all where nil.
    private func byRange(
        _ title: String,
        _ results: DistanceResults,
        of formulas: [Int]? = nil,
        _ text: (BandFigures) -> String
    ) -> String {
        let statistics = results.statistics
        let bands = RangeBand.all.indices.filter { range in
            statistics.formulas.indices.contains {
                statistics.figures(formula: $0, ranges: range..<range + 1).pairs > 0
            }
        }
        let rows = (formulas ?? Array(statistics.formulas.indices)).map { formula in
            ["`\(statistics.formulas[formula].name)`"]
                + bands.map { text(statistics.figures(formula: formula, ranges: $0..<$0 + 1)) }
        }
        return table(title, bands.map { BandText.limit(RangeBand.all[$0]) }, rows)
    }

    /// Below 10 m the rounding of coordinates would stand in the table.
    private func byLatitude(_ title: String, _ results: DistanceResults) -> String {
        let statistics = results.statistics
        let rows = statistics.formulas.indices.map { formula in
            ["`\(statistics.formulas[formula].name)`"]
                + LatitudeBand.all.indices.map { latitude in
                    let figures = statistics.figures(
                        formula: formula,
                        ranges: 2..<RangeBand.all.count,
                        latitudes: latitude..<latitude + 1
                    )
                    return BandText.figure(figures.relative.maximum, resolution: BandFigures.relativeResolution)
                }
        }
        return table(title, LatitudeBand.all.map(BandText.degrees), rows)
    }

    private func table(_ title: String, _ columns: [String], _ rows: [[String]]) -> String {
        let header = ["formula"] + columns
        return "## \(title)\n\n" + MarkdownText.table(header, numeric: 1..<header.count, rows: rows)
    }

    private var legend: String {
        """
        ## How to read it

        - A column holds the pairs that lie apart up to its head and further than the head before; `beyond` are the nearly
          antipodal ones.
        - A pair counts in the latitude band, south and north alike, of the point that is nearer to its pole.
        - "Good to a tolerance up to a range" means: from the shortest range band up to that one, every single pair had a
          distance within the tolerance. It is a statement about these pairs, not a proof.
        - Errors below 1 µm, 0.01 ppm and 0.0001° count as that: what is left is rounding, and differs between mathematical
          libraries. The 99 % figures come from a histogram and may be up to 0.8 % too large, never too small.
        - Bearings are compared except between coincident points and nearly antipodal ones, where any direction, or several,
          are right.
        - `bands.csv` and `distances.json` have all figures by range and latitude band, with three digits.

        """
    }
}
