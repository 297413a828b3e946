import Evaluation
import Foundation
import Geodesy
public import Positions
import Recordings
import SensorModel

extension DistanceResults {
    /// The files of the report: `distances.json`, `distances.md` and `bands.csv`.
    ///
    /// - Parameter command: the command line that reproduces the report.
    /// - Throws: ``ReportError/undrawable(_:)`` if a value cannot be encoded.
    public func files(command: String) throws(ReportError) -> [(name: String, content: [UInt8])] {
        [
            ("distances.json", Array(try DistanceJSONReport().encode(self))),
            ("distances.md", Array(MarkdownDistanceReport(command: command).render(self).utf8)),
            ("bands.csv", Array(BandsCSVReport().render(self).utf8)),
        ]
    }
}

/// `bands.csv`: for each formula and range band, a row per latitude band, and a row that covers all latitudes.
///
/// Values have three significant digits. A missing value is an empty field.
package struct BandsCSVReport: Sendable, Hashable {
    package init() {}

    /// The content of `bands.csv`, with a header line.
    package func render(_ results: DistanceResults) -> String {
        let header =
            [
                "formula", "range_from_m", "range_to_m", "latitude_from_deg", "latitude_to_deg", "pairs",
                "without_distance",
            ]
            + FigureList.keys
        let rows = results.statistics.formulas.indices.flatMap { formula in
            DistanceBand.all.map { row(results.statistics, formula, $0) }
        }
        return CSVText.lines([header] + rows)
    }

    private func row(_ statistics: DistanceStatistics, _ formula: Int, _ band: DistanceBand) -> [String] {
        let figures = band.figures(of: formula, in: statistics)
        return [statistics.formulas[formula].name] + (band.distances + band.degrees).map(NumberText.exact)
            + [String(figures.pairs), String(figures.withoutAnswer)]
            + FigureList(figures).values.map { $0.map(NumberText.exact) ?? "" }
    }
}

/// The values of a band, rounded to three significant digits.
struct FigureList {
    /// The keys of the values in JSON and CSV, such as `max_m` for the largest error in metres.
    static let keys =
        ["outside_share"]
        + ["m", "ppm", "bearing_deg"].flatMap { unit in
            ["max", "p99", "rms"].map { "\($0)_\(unit)" }
        }

    /// The values in the order of ``keys``; a missing value is `nil`.
    let values: [Double?]
    /// The reasons for missing values, by key.
    let notes: [String: String]

    init(_ figures: BandFigures, givesBearing: Bool = true) {
        let distributions = [figures.error, figures.relative, figures.bearing]
        let all = [figures.outsideShare] + distributions.flatMap { [$0.maximum, $0.percentile99, $0.rootMeanSquare] }
        values = all.map { $0.map { NumberText.significant($0, digits: 3) } }
        let noPairs = figures.pairs == 0 ? "no pairs in the band" : nil
        let noAnswer = figures.error.count == 0 ? "the formula returns no distance" : nil
        let reasons = [
            noPairs ?? noAnswer ?? "",
            noPairs ?? noAnswer ?? "the same point twice",
            noPairs ?? (givesBearing ? noAnswer : "the formula gives no bearing")
                ?? "the same point twice, or nearly antipodal points",
        ]
        let reasonIndices = [0, 0, 0, 0, 1, 1, 1, 2, 2, 2]
        let missing = values.indices.filter { all[$0] == nil }.map { (Self.keys[$0], reasons[reasonIndices[$0]]) }
        notes = Dictionary(uniqueKeysWithValues: missing)
    }
}

/// `distances.json`: the complete results of a comparison of distance formulas.
///
/// Keys are sorted. Values have three significant digits. A missing value is null, with the reason in `notes`.
struct DistanceJSONReport {
    /// The content of `distances.json`.
    ///
    /// - Throws: ``ReportError/undrawable(_:)`` if a value cannot be encoded.
    func encode(_ results: DistanceResults) throws(ReportError) -> Data {
        let statistics = results.statistics
        var isRoute = false
        if case .along = results.source { isRoute = true }
        let tolerance: JSONObject = [
            "value": statistics.tolerance.value, "unit": statistics.tolerance.unit.rawValue,
        ]
        let resolution: JSONObject = [
            "error_m": BandFigures.errorResolution,
            "error_ppm": BandFigures.relativeResolution,
            "bearing_deg": BandFigures.bearingResolution,
        ]
        let document = JSONObject(known: [
            "schema": DistanceResults.schemaName,
            "tool": results.tool,
            "reference": "PROJ geod_inverse, WGS84",
            "source": source(results.source),
            "pairs": statistics.pairs,
            "coincident": statistics.coincident,
            "tolerance": tolerance,
            "resolution": resolution,
            "reference_total_m": isRoute ? NumberText.micrometres(statistics.totalDistance) : nil,
            "formulas": statistics.formulas.indices.map { formula($0, in: results, isRoute: isRoute) },
        ])
        return try TidyJSON.data(document, file: "distances.json")
    }

    private func source(_ source: DistanceSource) -> JSONObject {
        switch source {
        case .random(let pairs): ["kind": "random", "seed": pairs.seed]
        case .pairs(let file): ["kind": "pairs", "file": file]
        case .from(let point, let file):
            ["kind": "from", "file": file, "from": [point.latitudeDegrees, point.longitudeDegrees]]
        case .along(let file): ["kind": "along", "file": file]
        }
    }

    private func formula(_ formula: Int, in results: DistanceResults, isRoute: Bool) -> JSONObject {
        let statistics = results.statistics
        return JSONObject(known: [
            "name": statistics.formulas[formula].name,
            "verdict": results.verdict(formula: formula),
            "good": LatitudeBand.all.indices.map { latitude -> JSONObject in
                // The upper limit of the last range band within the tolerance, in metres; null if no band is within the
                // tolerance.
                let upTo = statistics.reach(formula: formula, latitudes: latitude + 1)?.upper
                return ["latitude_below_deg": LatitudeBand.all[latitude].upperDegrees, "up_to_m": upTo]
            },
            // The length of the whole route in metres; absent if the pairs of points are not from a route.
            "total_m": isRoute ? statistics.totalDistance(formula: formula).map(NumberText.micrometres) : nil,
            "ns": results.nanoseconds?[formula].map { NumberText.significant($0, digits: 3) },
            "bands": bands(formula, in: statistics),
        ])
    }

    /// The values of each range band: first over all latitudes, then by latitude band. Bands without pairs are omitted.
    private func bands(_ formula: Int, in statistics: DistanceStatistics) -> [JSONObject] {
        DistanceBand.all.compactMap { band in
            let figures = band.figures(of: formula, in: statistics)
            guard figures.pairs > 0 else { return nil }
            let list = FigureList(figures, givesBearing: statistics.formulas[formula].givesBearing)
            var object = JSONObject(zip(FigureList.keys, list.values).map { ($0, $1) })
            object.add("range_m", band.distances)
            object.add("latitude_deg", band.degrees)
            object.add("pairs", figures.pairs)
            object.add("without_distance", figures.withoutAnswer)
            if !list.notes.isEmpty { object.add("notes", list.notes) }
            return object
        }
    }
}

/// `distances.md`: for each formula, the distance up to which the formula is accurate, and the errors by range band and
/// latitude band.
package struct MarkdownDistanceReport: Sendable, Hashable {
    private let command: String

    /// Creates a report with the command line that reproduces it.
    package init(command: String) { self.command = command }

    /// The content of `distances.md`, with a line end after every line.
    package func render(_ results: DistanceResults) -> String {
        ([introduction(results), totals(results), verdicts(results)] + tables(results) + [legend])
            .filter { !$0.isEmpty }.joined(separator: "\n")
    }

    private func introduction(_ results: DistanceResults) -> String {
        let origin = MarkdownText.escaped(results.origin)
        return "# Distance formulas\n\n\(origin). The reference is PROJ's geodesic on WGS84.\n"
            + "\nReproduce with:\n\n" + MarkdownText.codeBlock(command)
    }

    private func totals(_ results: DistanceResults) -> String {
        results.totals.map { "## The whole route\n\n" + $0.markdownRows() } ?? ""
    }

    private func verdicts(_ results: DistanceResults) -> String {
        let formulas = results.statistics.formulas
        var table = FigureTable(text: ["formula", "accuracy"], figures: results.nanoseconds == nil ? [] : ["ns"])
        table.rows = formulas.indices.map { formula in
            let time = results.nanoseconds.map { nanoseconds in
                nanoseconds[formula].map { FigureTable.Cell.figure($0) } ?? .missing(note: nil)
            }
            return [.code(formulas[formula].name), .text(results.verdict(formula: formula))]
                + [time].compactMap(\.self)
        }
        return "## Accuracy in one sentence\n\n" + table.markdownRows()
    }

    private func tables(_ results: DistanceResults) -> [String] {
        func lengths(_ path: @escaping (ErrorDistribution) -> Double?) -> (BandFigures) -> FigureTable.Cell {
            { figures in
                let length = path(figures.error)
                return FigureTable.Cell(text: BandText.error(length), value: length)
            }
        }
        let statistics = results.statistics
        let ranges = DistanceBand.byRange.filter { band in
            statistics.formulas.indices.contains { band.figures(of: $0, in: statistics).pairs > 0 }
        }
        let latitudeTitle = "Largest error in ppm of the distance by latitude, for pairs more than 10 m apart"
        var tables = [
            table("Largest error", statistics, ranges, lengths(\.maximum)),
            table("Error that 99 % of the pairs do not exceed", statistics, ranges, lengths(\.percentile99)),
            table("RMS error", statistics, ranges, lengths(\.rootMeanSquare)),
            table("Largest error in ppm of the distance", statistics, ranges, Self.ppm),
            table("Outside \(BandText.tolerance(statistics.tolerance))", statistics, ranges) { figures in
                FigureTable.Cell(text: BandText.percentage(figures.outsideShare), value: figures.outsideShare)
            },
            table(latitudeTitle, statistics, DistanceBand.byLatitude, Self.ppm),
        ]
        let all = statistics.formulas.indices.map { statistics.figures(formula: $0) }
        let bearings = all.indices.filter { all[$0].bearing.count > 0 }
        if !bearings.isEmpty {
            tables.append(
                table("Largest error of the bearing in degrees", statistics, ranges, of: bearings) { figures in
                    let bearing = figures.bearing.maximum
                    let text = BandText.figure(bearing, resolution: BandFigures.bearingResolution)
                    return FigureTable.Cell(text: text, value: bearing)
                }
            )
        }
        let gaps = all.indices.filter { all[$0].withoutAnswer > 0 }
        if !gaps.isEmpty {
            tables.append(
                table("Pairs without a computed distance", statistics, ranges, of: gaps) { figures in
                    .text(String(figures.withoutAnswer))
                }
            )
        }
        return tables
    }

    private static func ppm(_ figures: BandFigures) -> FigureTable.Cell {
        let largest = figures.relative.maximum
        let text = BandText.figure(largest, resolution: BandFigures.relativeResolution)
        return FigureTable.Cell(text: text, value: largest)
    }

    /// A table with a row per formula and a column per band.
    ///
    /// - Parameter formulas: the indices of the formulas to list; `nil` for all.
    private func table(
        _ title: String,
        _ statistics: DistanceStatistics,
        _ bands: [DistanceBand],
        of formulas: [Int]? = nil,
        _ cell: (BandFigures) -> FigureTable.Cell
    ) -> String {
        var table = FigureTable(text: ["formula"], figures: bands.map(\.title))
        table.rows = (formulas ?? Array(statistics.formulas.indices)).map { formula in
            [.code(statistics.formulas[formula].name)] + bands.map { cell($0.figures(of: formula, in: statistics)) }
        }
        return "## \(title)\n\n" + table.markdownRows()
    }

    private var legend: String {
        """
        ## How to read the tables

        - A column contains the pairs whose distance is at most its heading and more than the previous heading; `beyond`
          contains the nearly antipodal pairs.
        - A pair belongs to the latitude band of the point that is nearer to its pole; both hemispheres are treated alike.
        - "Good to 1 m up to 10 km" means: in every range band up to 10 km, the error of every tested pair was at most
          1 m. Pairs that were not tested can have larger errors.
        - Errors below 1 µm, 0.01 ppm and 0.0001° are shown as that limit, because they are rounding errors, which differ
          between mathematical libraries. The 99 % values come from a histogram; they are at most 0.8 % too large and
          never too small.
        - Bearings are not compared for coincident points and nearly antipodal points, whose bearing is not unique.
        - `bands.csv` and `distances.json` contain all values by range and latitude band, with three digits.

        """
    }
}
