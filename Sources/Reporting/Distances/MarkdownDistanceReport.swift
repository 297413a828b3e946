import Evaluation
import Geodesy
package import Positions

/// `distances.md`: the range up to which each formula is accurate, and its error by range band and by latitude band.
package struct MarkdownDistanceReport: Sendable, Hashable {
    /// The command line that reproduces the report; nil when it is unknown.
    package let command: String?

    /// Creates the report.
    package init(command: String? = nil) { self.command = command }

    /// The page, with a line end after every line.
    package func render(_ results: DistanceResults) -> String {
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
        DistanceOrigin(results: results).totals.map { "## The whole route\n\n" + $0.markdownRows() } ?? ""
    }

    private func verdicts(_ results: DistanceResults) -> String {
        let verdict = VerdictText(results: results)
        let formulas = results.statistics.formulas
        var table = FigureTable(text: ["formula", "accuracy"], figures: results.nanoseconds == nil ? [] : ["ns"])
        table.rows = formulas.indices.map { formula in
            let time = results.nanoseconds.map { nanoseconds in
                nanoseconds[formula].map { FigureTable.Cell.figure($0) } ?? .missing(note: nil)
            }
            return [.code(formulas[formula].name), .text(verdict.sentence(formula: formula))]
                + [time].compactMap(\.self)
        }
        return "## In a sentence\n\n" + table.markdownRows()
    }

    private func tables(_ results: DistanceResults) -> [String] {
        func lengths(_ path: @escaping (ErrorDistribution) -> Double?) -> (BandFigures) -> FigureTable.Cell {
            { figures in
                let length = path(figures.error)
                return FigureTable.Cell(text: BandText.error(length), value: length)
            }
        }
        var tables = [
            byRange("Largest error", results, lengths(\.maximum)),
            byRange("Error that 99 % of the pairs do not exceed", results, lengths(\.percentile99)),
            byRange("RMS error", results, lengths(\.rootMeanSquare)),
            byRange("Largest error in ppm of the distance", results) { Self.ppm($0) },
            byRange("Outside \(BandText.tolerance(results.statistics.tolerance))", results) { figures in
                FigureTable.Cell(text: BandText.percentage(figures.outsideShare), value: figures.outsideShare)
            },
            byLatitude("Largest error in ppm of the distance, from 10 m on, by latitude", results),
        ]
        let statistics = results.statistics
        let all = statistics.formulas.indices.map { statistics.figures(formula: $0) }
        let bearings = all.indices.filter { all[$0].bearing.count > 0 }
        if !bearings.isEmpty {
            tables.append(
                byRange("Largest error of the bearing in degrees", results, of: bearings) { figures in
                    let bearing = figures.bearing.maximum
                    let text = BandText.figure(bearing, resolution: BandFigures.bearingResolution)
                    return FigureTable.Cell(text: text, value: bearing)
                }
            )
        }
        let gaps = all.indices.filter { all[$0].withoutAnswer > 0 }
        if !gaps.isEmpty {
            tables.append(
                byRange("Pairs without an answer", results, of: gaps) { .text(String($0.withoutAnswer)) }
            )
        }
        return tables
    }

    private static func ppm(_ figures: BandFigures) -> FigureTable.Cell {
        let largest = figures.relative.maximum
        let text = BandText.figure(largest, resolution: BandFigures.relativeResolution)
        return FigureTable.Cell(text: text, value: largest)
    }

    /// A table by range band.
    ///
    /// - Parameter formulas: the indices of the formulas with a row; nil for all.
    private func byRange(
        _ title: String,
        _ results: DistanceResults,
        of formulas: [Int]? = nil,
        _ cell: (BandFigures) -> FigureTable.Cell
    ) -> String {
        let statistics = results.statistics
        let bands = RangeBand.all.indices.filter { range in
            statistics.formulas.indices.contains {
                statistics.figures(formula: $0, ranges: range..<range + 1).pairs > 0
            }
        }
        var table = FigureTable(text: ["formula"], figures: bands.map { BandText.limit(RangeBand.all[$0]) })
        table.rows = (formulas ?? Array(statistics.formulas.indices)).map { formula in
            [.code(statistics.formulas[formula].name)]
                + bands.map { cell(statistics.figures(formula: formula, ranges: $0..<$0 + 1)) }
        }
        return "## \(title)\n\n" + table.markdownRows()
    }

    /// A table by latitude band, without the pairs below 10 m, whose error is the rounding of coordinates.
    private func byLatitude(_ title: String, _ results: DistanceResults) -> String {
        let statistics = results.statistics
        var table = FigureTable(text: ["formula"], figures: LatitudeBand.all.map(BandText.degrees))
        table.rows = statistics.formulas.indices.map { formula in
            [.code(statistics.formulas[formula].name)]
                + LatitudeBand.all.indices.map { latitude in
                    Self.ppm(
                        statistics.figures(
                            formula: formula,
                            ranges: 2..<RangeBand.all.count,
                            latitudes: latitude..<latitude + 1
                        )
                    )
                }
        }
        return "## \(title)\n\n" + table.markdownRows()
    }

    private var legend: String {
        """
        ## How to read it

        - A column contains the pairs whose distance is at most its heading and more than the previous heading; `beyond`
          contains the nearly antipodal pairs.
        - A pair belongs to the latitude band of the point that is nearer to its pole; south and north count alike.
        - "Good to a tolerance up to a range" means: from the shortest range band up to that one, every pair had a distance
          within the tolerance. It is a statement about these pairs, not a proof.
        - Errors below 1 µm, 0.01 ppm and 0.0001° are shown as that limit, because they are rounding errors, which differ
          between mathematical libraries. The 99 % figures come from a histogram; they are at most 0.8 % too large and never
          too small.
        - Bearings are not compared for coincident points and nearly antipodal points, whose bearing is not unique.
        - `bands.csv` and `distances.json` contain all figures by range and latitude band, with three digits.

        """
    }
}
