public import Geodesy
public import Recordings
public import SensorModel

/// The errors of distance formulas, by range band and latitude band.
///
/// The pairs of points are not stored, so memory is O(formulas · bands).
public struct DistanceStatistics: Sendable {
    /// The compared distance formulas.
    public let formulas: [FormulaEntry]
    /// The maximum error at which a distance counts as correct.
    public let tolerance: DistanceTolerance
    /// The number of measured pairs of points.
    public private(set) var pairs = 0
    /// The number of pairs whose two points are equal.
    public private(set) var coincident = 0
    private var total = CompensatedSum(0)
    private var totals: [CompensatedSum?]
    /// The errors, ordered by formula, then by range band, then by latitude band.
    private var cells: [BandFigures]

    private static let ranges = RangeBand.all.count
    private static let latitudes = LatitudeBand.all.count

    /// Creates statistics that contain no pairs yet.
    public init(formulas: [FormulaEntry], tolerance: DistanceTolerance) {
        self.formulas = formulas
        self.tolerance = tolerance
        totals = Array(repeating: CompensatedSum(0), count: formulas.count)
        cells = Array(repeating: BandFigures(), count: formulas.count * Self.ranges * Self.latitudes)
    }

    /// The sum of all reference distances, in metres.
    public var totalDistance: Metres { total.value }

    /// Returns the sum of a formula's distances in metres, or `nil` if the formula yields no distance for at least one
    /// pair.
    public func totalDistance(formula: Int) -> Metres? { totals[formula]?.value }

    /// Adds pairs that were measured with the same formulas. O(pairs · formulas).
    public mutating func add(_ measured: MeasuredPairs) {
        pairs += measured.pairs.count
        for (row, reference) in measured.references.enumerated() {
            total.add(reference.distance)
            if reference.distance == 0 { coincident += 1 }
            let range = RangeBand.index(of: reference.distance)
            let latitude = LatitudeBand.index(of: measured.pairs[row].highestLatitudeDegrees)
            for formula in formulas.indices {
                let distance = measured.distances[formula][row]
                let bearings = measured.bearingsDegrees[formula]
                totals[formula] = distance.flatMap { distance in
                    totals[formula].map { $0 + CompensatedSum(distance) }
                }
                cells[index(formula, range, latitude)].add(
                    distance,
                    bearingDegrees: bearings.isEmpty ? nil : bearings[row],
                    against: reference,
                    tolerance: tolerance
                )
            }
        }
    }

    /// Adds the errors and counts of other statistics of the same formulas.
    public mutating func add(_ other: DistanceStatistics) {
        pairs += other.pairs
        coincident += other.coincident
        total = total + other.total
        for index in totals.indices {
            totals[index] = totals[index].flatMap { sum in other.totals[index].map { sum + $0 } }
        }
        for index in cells.indices { cells[index].add(other.cells[index]) }
    }

    /// Returns the errors of a formula in several range bands and latitude bands, by default in all bands. O(bands).
    public func figures(
        formula: Int,
        ranges: Range<Int> = RangeBand.all.indices,
        latitudes: Range<Int> = LatitudeBand.all.indices
    ) -> BandFigures {
        var sum = BandFigures()
        for range in ranges {
            for latitude in latitudes { sum.add(cells[index(formula, range, latitude)]) }
        }
        return sum
    }

    /// Returns the farthest range band up to which a formula stays within the tolerance, or `nil` if the first band
    /// exceeds the tolerance.
    ///
    /// All errors in the returned band and in all nearer bands are within the tolerance. Each of these bands contains
    /// at least one pair.
    ///
    /// - Parameters:
    ///   - formula: the index in ``formulas``.
    ///   - latitudes: the number of latitude bands that are considered, counted from the equator.
    public func reach(formula: Int, latitudes: Int = LatitudeBand.all.count) -> RangeBand? {
        let good = RangeBand.all.indices.prefix {
            figures(formula: formula, ranges: $0..<$0 + 1, latitudes: 0..<latitudes).isWithinTolerance
        }
        return good.last.map { RangeBand.all[$0] }
    }

    private func index(_ formula: Int, _ range: Int, _ latitude: Int) -> Int {
        (formula * Self.ranges + range) * Self.latitudes + latitude
    }
}

/// The result of a comparison of distance formulas, with the source of the pairs.
public struct DistanceResults: Sendable {
    /// The name and version of the JSON schema.
    public static let schemaName = "sextant.distances/1"

    /// The name and version of the program that produced the result.
    public let tool: ProgramVersion
    /// The source of the pairs of points.
    public let source: DistanceSource
    /// The errors of the formulas.
    public let statistics: DistanceStatistics
    /// The computing time of each formula for one distance, in nanoseconds, or `nil` if times were not measured.
    public let nanoseconds: [Double?]?

    /// Creates the result of a comparison.
    public init(
        tool: ProgramVersion,
        source: DistanceSource,
        statistics: DistanceStatistics,
        nanoseconds: [Double?]? = nil
    ) {
        self.tool = tool
        self.source = source
        self.statistics = statistics
        self.nanoseconds = nanoseconds
    }
}

/// The source of the pairs of points in a comparison of distance formulas.
public enum DistanceSource: Sendable, Hashable {
    /// Random pairs.
    case random(RandomPairs)
    /// A file with two points in each row.
    case pairs(file: String)
    /// A file with one point in each row. The distance is measured from a fixed point to the point in each row.
    case from(GeographicPoint, file: String)
    /// A file with one point in each row. The distance is measured between the points in consecutive rows.
    case along(file: String)
}
