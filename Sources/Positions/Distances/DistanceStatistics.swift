public import Geodesy
public import Recordings
public import SensorModel

/// The errors of distance formulas by range band and latitude band, accumulated from pairs that are not stored.
///
/// Memory: O(formulas · bands).
public struct DistanceStatistics: Sendable {
    /// The compared formulas.
    public let formulas: [FormulaEntry]
    /// The maximum error that counts as correct.
    public let tolerance: DistanceTolerance
    /// The number of pairs.
    public private(set) var pairs = 0
    /// The number of pairs of the same point.
    public private(set) var coincident = 0
    private var total = CompensatedSum(0)
    private var totals: [CompensatedSum?]
    /// The errors by formula, then range band, then latitude band.
    private var cells: [BandFigures]

    private static let ranges = RangeBand.all.count
    private static let latitudes = LatitudeBand.all.count

    /// Creates statistics without pairs.
    public init(formulas: [FormulaEntry], tolerance: DistanceTolerance) {
        self.formulas = formulas
        self.tolerance = tolerance
        totals = Array(repeating: CompensatedSum(0), count: formulas.count)
        cells = Array(repeating: BandFigures(), count: formulas.count * Self.ranges * Self.latitudes)
    }

    /// The sum of all reference distances.
    public var totalDistance: Metres { total.value }

    /// Returns the sum of a formula's distances, or `nil` if one of them is missing.
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

    /// Adds the counts of other statistics of the same formulas.
    public mutating func add(_ other: DistanceStatistics) {
        pairs += other.pairs
        coincident += other.coincident
        total = total + other.total
        for index in totals.indices {
            totals[index] = totals[index].flatMap { sum in other.totals[index].map { sum + $0 } }
        }
        for index in cells.indices { cells[index].add(other.cells[index]) }
    }

    /// Returns the errors of a formula over ranges of bands. The default is all bands. O(bands).
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

    /// Returns the range band up to which a formula stays within the tolerance, or `nil` if it exceeds the tolerance in
    /// the first band.
    ///
    /// Each band up to the result has at least one pair in the latitude bands, and all its distances are within the
    /// tolerance.
    ///
    /// - Parameters:
    ///   - formula: the index in ``formulas``.
    ///   - latitudes: the number of bands of ``LatitudeBand/all``, from the equator.
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

/// The result of a comparison of distance formulas, with its source.
public struct DistanceResults: Sendable {
    /// The name and version of the JSON schema.
    public static let schemaName = "sextant.distances/1"

    /// The version of the tool that produced the result.
    public let tool: ProgramVersion
    /// The source of the pairs.
    public let source: DistanceSource
    /// The errors of the formulas.
    public let statistics: DistanceStatistics
    /// The time per distance of each formula in nanoseconds, or `nil` if no time was measured.
    public let nanoseconds: [Double?]?

    /// Creates a result.
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

/// The source of the pairs of a comparison.
public enum DistanceSource: Sendable, Hashable {
    /// Random pairs.
    case random(RandomPairs)
    /// A file with two points in each row.
    case pairs(file: String)
    /// A file with one point in each row. The distances start at a fixed point.
    case from(GeographicPoint, file: String)
    /// A file with one point in each row. The distances are between neighbouring rows.
    case along(file: String)
}
