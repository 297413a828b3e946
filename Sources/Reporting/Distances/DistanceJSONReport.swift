import Evaluation
import Foundation
import Geodesy
import Positions
import Recordings
import SensorModel

/// `distances.json`: the complete results of a comparison of distance formulas.
///
/// Keys are sorted. Figures have three significant digits; a missing figure is null, with the reason in `notes`.
struct DistanceJSONReport: Sendable, Hashable {
    /// The file's content.
    ///
    /// - Throws: ``ReportError/undrawable(_:)`` when a value cannot be encoded.
    func encode(_ results: DistanceResults) throws(ReportError) -> Data {
        try TidyJSON.data(DistanceDocument(results), file: "distances.json")
    }
}

/// The content of `distances.json`.
struct DistanceDocument: Encodable {
    struct Source: Encodable {
        var kind: String
        var file: String?
        var seed: UInt64?
        var from: [Double]?
    }

    struct Tolerance: Encodable {
        let value: Double
        let unit: String
    }

    struct Resolution: Encodable {
        private let error = BandFigures.errorResolution
        private let relative = BandFigures.relativeResolution
        private let bearing = BandFigures.bearingResolution

        private enum CodingKeys: String, CodingKey {
            case error = "error_m"
            case relative = "error_ppm"
            case bearing = "bearing_deg"
        }
    }

    struct Reach: Encodable {
        let latitudeBelow: Double
        /// The upper limit of the last band within the tolerance, in metres; null when no band is.
        let upTo: Metres?

        private enum Key: String, CodingKey {
            case latitudeBelow = "latitude_below_deg"
            case upTo = "up_to_m"
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(latitudeBelow, forKey: .latitudeBelow)
            try container.encode(upTo, forKey: .upTo)
        }
    }

    struct Formula: Encodable {
        let name: String
        let verdict: String
        let good: [Reach]
        /// The length of the whole route in metres; nil without a route.
        let total: Metres?
        let nanoseconds: Double?
        let bands: [DistanceBandDocument]

        private enum CodingKeys: String, CodingKey {
            case name
            case verdict
            case good
            case total = "total_m"
            case nanoseconds = "ns"
            case bands
        }
    }

    private let schema = DistanceResults.schemaName
    private let tool: ProgramVersion
    private let reference = "PROJ geod_inverse, WGS84"
    private let source: Source
    private let pairs: Int
    private let coincident: Int
    private let tolerance: Tolerance
    private let resolution = Resolution()
    private let referenceTotal: Metres?
    private let formulas: [Formula]

    private enum CodingKeys: String, CodingKey {
        case schema
        case tool
        case reference
        case source
        case pairs
        case coincident
        case tolerance
        case resolution
        case referenceTotal = "reference_total_m"
        case formulas
    }

    init(_ results: DistanceResults) {
        let statistics = results.statistics
        tool = results.tool
        source = Source(results.source)
        pairs = statistics.pairs
        coincident = statistics.coincident
        tolerance = Tolerance(value: statistics.tolerance.value, unit: statistics.tolerance.unit.rawValue)
        var isRoute = false
        if case .along = results.source { isRoute = true }
        referenceTotal = isRoute ? NumberText.micrometres(statistics.totalDistance) : nil
        let verdict = VerdictText(results: results)
        formulas = statistics.formulas.indices.map { formula in
            Formula(
                name: statistics.formulas[formula].name,
                verdict: verdict.sentence(formula: formula),
                good: LatitudeBand.all.indices.map { latitude in
                    Reach(
                        latitudeBelow: LatitudeBand.all[latitude].upperDegrees,
                        upTo: statistics.reach(formula: formula, latitudes: latitude + 1)?.upper
                    )
                },
                total: isRoute ? statistics.totalDistance(formula: formula).map(NumberText.micrometres) : nil,
                nanoseconds: results.nanoseconds?[formula].map { NumberText.significant($0, digits: 3) },
                bands: DistanceBandDocument.all(statistics, formula)
            )
        }
    }
}

extension DistanceDocument.Source {
    fileprivate init(_ source: DistanceSource) {
        switch source {
        case .random(let pairs): self.init(kind: "random", seed: pairs.seed)
        case .pairs(let file): self.init(kind: "pairs", file: file)
        case .from(let point, let file):
            self.init(kind: "from", file: file, from: [point.latitudeDegrees, point.longitudeDegrees])
        case .along(let file): self.init(kind: "along", file: file)
        }
    }
}

/// The figures of one formula in one range band, over one latitude band or all, in `distances.json`.
struct DistanceBandDocument: Encodable {
    private let ranges: RangeBand
    private let latitudes: ClosedRange<Double>
    private let figures: BandFigures
    private let givesBearing: Bool

    /// The figures of each range band: first over all latitudes, then by latitude band. Bands without pairs are omitted.
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
