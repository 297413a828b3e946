public import Geodesy
public import SensorModel

/// What formulas are worth, by range band and latitude band; pairs go in one after another and are forgotten.
public struct DistanceStatistics: Sendable {
    public let formulas: [FormulaEntry]
    public let tolerance: DistanceTolerance
    /// All pairs.
    public private(set) var pairs = 0
    /// Pairs of the same point twice.
    public private(set) var coincident = 0
    private var total = CompensatedSum(0)
    private var totals: [CompensatedSum?]
    /// By formula, then range band, then latitude band.
    private var cells: [BandFigures]

    private static let ranges = RangeBand.all.count
    private static let latitudes = LatitudeBand.all.count

    public init(formulas: [FormulaEntry], tolerance: DistanceTolerance) {
        self.formulas = formulas
        self.tolerance = tolerance
        totals = Array(repeating: CompensatedSum(0), count: formulas.count)
        cells = Array(repeating: BandFigures(), count: formulas.count * Self.ranges * Self.latitudes)
    }

    /// The sum of all reference distances.
    public var totalDistance: Metres { total.value }

    /// The sum of a formula's distances; nil where one of them is missing.
    public func totalDistance(formula: Int) -> Metres? { totals[formula]?.value }

    /// Takes pairs in that were measured by the same formulas.
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

    /// Takes in what was counted elsewhere for the same formulas.
    public mutating func add(_ other: DistanceStatistics) {
        pairs += other.pairs
        coincident += other.coincident
        total = total + other.total
        for index in totals.indices {
            totals[index] = totals[index].flatMap { sum in other.totals[index].map { sum + $0 } }
        }
        for index in cells.indices { cells[index].add(other.cells[index]) }
    }

    /// The figures of a formula in one range band and one latitude band.
    public func figures(formula: Int, range: Int, latitude: Int) -> BandFigures {
        cells[index(formula, range, latitude)]
    }

    /// The figures of a formula over bands together; over all of them by default.
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

    /// The largest distance up to which a formula stays within the tolerance below a latitude.
    ///
    /// Range bands are gone through from the shortest on. Each must have a pair, and each of its pairs in the latitude
    /// bands below the limit a distance within the tolerance. The first band for which that is not so ends it; nil
    /// where that is the very first one.
    ///
    /// - Parameters:
    ///   - formula: its place in ``formulas``.
    ///   - latitudes: how many of ``LatitudeBand/all`` count, from the equator on.
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
