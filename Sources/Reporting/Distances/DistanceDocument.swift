import Evaluation
import Geodesy
import SensorModel

/// The keys of `distances.json`.
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
        /// Null where not even the shortest band is good.
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
        /// The length of the whole way, where it is one.
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
    private let tool: EvaluationResults.Tool
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
