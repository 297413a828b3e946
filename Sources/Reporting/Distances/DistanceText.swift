import Evaluation
import Geodesy
package import Positions
import SensorModel

/// Bands, tolerances and errors as text.
package enum BandText {
    /// The upper limit of a range band, for the heading of a column.
    package static func limit(_ range: RangeBand) -> String {
        range == RangeBand.all.last ? "beyond" : length(range.upper)
    }

    /// The limits of a latitude band, such as `0–15°`.
    package static func degrees(_ latitude: LatitudeBand) -> String {
        "\(NumberText.exact(latitude.lowerDegrees))–\(NumberText.exact(latitude.upperDegrees))°"
    }

    /// A length with all its digits: in metres below 1 km, otherwise in kilometres.
    static func length(_ metres: Metres) -> String {
        metres < 1_000 ? NumberText.exact(metres) + " m" : NumberText.exact(metres / 1_000) + " km"
    }

    /// The tolerance with its unit.
    static func tolerance(_ tolerance: DistanceTolerance) -> String {
        "\(NumberText.exact(tolerance.value)) \(tolerance.unit.rawValue)"
    }

    /// A length with two significant digits in a suitable unit; `–` for `nil`.
    static func error(_ metres: Metres?) -> String {
        metres.map { LengthText.rounded($0, resolution: BandFigures.errorResolution) } ?? "–"
    }

    /// A share as a percentage with two significant digits; `–` for `nil`.
    static func percentage(_ share: Double?) -> String {
        share.map { NumberText.exact(NumberText.significant($0 * 100, digits: 2)) + " %" } ?? "–"
    }

    /// A value with two significant digits. A value that does not exceed the resolution is shown as `<` and the
    /// resolution; `nil` is shown as `–`.
    static func figure(_ value: Double?, resolution: Double) -> String {
        guard let value else { return "–" }
        let text = NumberText.exact(NumberText.significant(max(value, resolution), digits: 2))
        return value <= resolution ? "<" + text : text
    }
}

/// A band of distances and of latitudes, as indices of `RangeBand.all` and `LatitudeBand.all`.
struct DistanceBand {
    let ranges: Range<Int>
    let latitudes: Range<Int>

    /// The bands of distance, at all latitudes.
    static let byRange = RangeBand.all.indices.map { range in
        DistanceBand(ranges: range..<range + 1, latitudes: LatitudeBand.all.indices)
    }

    /// The bands of latitude. Points less than 10 m apart are excluded, because most of their error comes from rounded
    /// coordinates.
    static let byLatitude = LatitudeBand.all.indices.map { latitude in
        DistanceBand(ranges: 2..<RangeBand.all.count, latitudes: latitude..<latitude + 1)
    }

    /// Each band of distance, at all latitudes and then in each band of latitude.
    static let all = byRange.flatMap { band in
        [band] + byLatitude.map { DistanceBand(ranges: band.ranges, latitudes: $0.latitudes) }
    }

    /// The heading of a column with a band of ``byRange`` or ``byLatitude``.
    var title: String {
        ranges.count == 1
            ? BandText.limit(RangeBand.all[ranges.lowerBound])
            : BandText.degrees(LatitudeBand.all[latitudes.lowerBound])
    }

    /// The limits of the distances, in metres.
    var distances: [Double] { [RangeBand.all[ranges.lowerBound].lower, RangeBand.all[ranges.upperBound - 1].upper] }

    /// The limits of the latitudes, in degrees.
    var degrees: [Double] {
        [LatitudeBand.all[latitudes.lowerBound].lowerDegrees, LatitudeBand.all[latitudes.upperBound - 1].upperDegrees]
    }

    /// The errors of a formula in the band.
    func figures(of formula: Int, in statistics: DistanceStatistics) -> BandFigures {
        statistics.figures(formula: formula, ranges: ranges, latitudes: latitudes)
    }
}

extension DistanceResults {
    /// The number and the source of the pairs, such as `2400 random pairs, seed 2`.
    var origin: String {
        let count = statistics.pairs
        let noun = count == 1 ? "pair" : "pairs"
        switch source {
        case .random(let pairs): return "\(count) random \(noun), seed \(pairs.seed)"
        case .pairs(let file): return "\(file): \(count) \(noun)"
        case .from(let point, let file):
            return "\(file): \(count) \(count == 1 ? "point" : "points") from "
                + "\(NumberText.exact(point.latitudeDegrees)),\(NumberText.exact(point.longitudeDegrees))"
        case .along(let file): return "\(file): \(count) \(count == 1 ? "leg" : "legs")"
        }
    }

    /// A table with the length of the whole route: the reference length, then the length and the error of each formula.
    ///
    /// The table is `nil` if the source of the pairs is not a route.
    var totals: FigureTable? {
        guard case .along = source else { return nil }
        let reference = statistics.totalDistance
        var table = FigureTable(text: ["formula"], figures: ["length", "error"])
        table.rows.append([.text("reference"), Self.length(reference), .text("")])
        for formula in statistics.formulas.indices {
            let total = statistics.totalDistance(formula: formula)
            let error = total.map { total in
                FigureTable.Cell(
                    text: (total < reference ? "-" : "+") + BandText.error((total - reference).magnitude),
                    value: total - reference
                )
            }
            table.rows.append([
                .text(statistics.formulas[formula].name), Self.length(total), error ?? .missing(note: nil),
            ])
        }
        return table
    }

    private static func length(_ metres: Metres?) -> FigureTable.Cell {
        guard let metres else { return .missing(note: nil) }
        let text =
            metres < 1e8 ? NumberText.fixed(metres, decimals: 3) + " m" : NumberText.short(metres / 1e3) + " km"
        return FigureTable.Cell(text: text, value: metres)
    }
}

extension DistanceResults {
    /// A sentence that states the accuracy of the formula at the given index.
    ///
    /// For random pairs of points, the sentence states the distance up to which all pairs are within the tolerance at
    /// every latitude. If the formula is accurate up to a larger distance at low latitudes, the sentence adds this
    /// distance and the limit of latitude; see `DistanceStatistics/reach(formula:latitudes:)`. For other pairs, the
    /// sentence states how many pairs are outside the tolerance, and the maximum error.
    package func verdict(formula: Int) -> String {
        let all = statistics.figures(formula: formula)
        var sentence: String
        if case .random = source {
            sentence = reach(formula)
        } else {
            let limit = BandText.tolerance(statistics.tolerance)
            let answered = all.error.count
            sentence =
                all.outside == 0
                ? "within \(limit) for all \(answered) pairs"
                : "error above \(limit) for \(all.outside) of \(answered) pairs"
            if let error = all.error.maximum {
                let isBelowResolution = error <= BandFigures.errorResolution
                let limit = isBelowResolution ? "below 1 µm" : "at most \(BandText.error(error))"
                sentence += all.outside == 0 ? ", error \(limit)" : ", \(limit)"
            } else {
                sentence = "no distance for any pair"
            }
        }
        if all.withoutAnswer > 0 { sentence += "; no distance for \(all.withoutAnswer) of \(all.pairs) pairs" }
        return sentence
    }

    private func reach(_ formula: Int) -> String {
        let start = "good to \(BandText.tolerance(statistics.tolerance)) "
        let anywhere = statistics.reach(formula: formula)
        if anywhere == RangeBand.all.last { return start + "at any range and latitude" }
        let further = LatitudeBand.all.indices.reversed().lazy.compactMap { count in
            statistics.reach(formula: formula, latitudes: count).map { (LatitudeBand.all[count].lowerDegrees, $0) }
        }.first { $0.1.upper > anywhere?.upper ?? 0 }
        let more = further.map { limit, range in
            (range == RangeBand.all.last ? "at any range" : "up to " + BandText.length(range.upper))
                + " below \(NumberText.exact(limit))° latitude"
        }
        guard let anywhere else { return start + (more ?? "nowhere") }
        return start + "up to \(BandText.length(anywhere.upper)) at any latitude" + (more.map { ", \($0)" } ?? "")
    }
}
