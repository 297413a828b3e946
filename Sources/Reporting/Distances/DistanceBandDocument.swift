import Evaluation
import Geodesy

/// The figures of one formula in one range band, over one latitude band or all, as `distances.json` has them.
struct DistanceBandDocument: Encodable {
    private let ranges: RangeBand
    private let latitudes: ClosedRange<Double>
    private let figures: BandFigures
    private let givesBearing: Bool

    /// Range band by range band: first over all latitudes, then by latitude band. Bands without pairs are left out.
    static func all(_ statistics: DistanceStatistics, _ formula: Int) -> [DistanceBandDocument] {
        RangeBand.all.indices.flatMap { range in
            ([LatitudeBand.all.indices] + LatitudeBand.all.indices.map { $0..<$0 + 1 }).map { latitudes in
                DistanceBandDocument(
                    ranges: RangeBand.all[range],
                    latitudes: LatitudeBand.all[latitudes.lowerBound]
                        .lowerDegrees...LatitudeBand.all[
                            latitudes.upperBound - 1
                        ].upperDegrees,
                    figures: statistics.figures(formula: formula, ranges: range..<range + 1, latitudes: latitudes),
                    givesBearing: statistics.formulas[formula].givesBearing
                )
            }
        }.filter { $0.figures.pairs > 0 }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: TextKey.self)
        try container.encode([ranges.lower, ranges.upper], forKey: TextKey("range_m"))
        try container.encode([latitudes.lowerBound, latitudes.upperBound], forKey: TextKey("latitude_deg"))
        try container.encode(figures.pairs, forKey: TextKey("pairs"))
        try container.encode(figures.withoutAnswer, forKey: TextKey("without_answer"))
        let list = FigureList(figures, givesBearing: givesBearing)
        for (key, value) in zip(FigureList.keys, list.values) { try container.encode(value, forKey: TextKey(key)) }
        if !list.notes.isEmpty { try container.encode(list.notes, forKey: TextKey("notes")) }
    }
}
