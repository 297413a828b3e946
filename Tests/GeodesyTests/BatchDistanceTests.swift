import Geodesy
import RealModule
import SensorModel
import TestSupport
import Testing

@Suite("Distances in batches")
struct BatchDistanceTests {
    private typealias Pair = (start: GeographicPoint, end: GeographicPoint)

    private static let radius = EarthSphere.common
    /// Metres. Near a pole the formula for one pair has a cosine of radians that are rounded to 3e-16. This is its
    /// effect over half a turn.
    private static let polar = 8e-9

    /// The stated bound of the difference from the formula for one pair: rounding of sines, and near the antipode the
    /// arcsine's loss of digits.
    private static func haversineBound(_ distance: Metres) -> Metres {
        let halfArc = distance / (2 * radius)
        let amplified = halfArc < Double.pi / 2 - 1e-7 ? Double.tan(halfArc) : .infinity
        return polar + min(0.5, 2 * radius * amplified * 2e-15)
    }

    private static func equirectangularBound(_ distance: Metres) -> Metres { polar + 2e-15 * distance }

    private static func random(_ count: Int, seed: UInt64, reach: Double?) throws -> [Pair] {
        var generator = SeededGenerator(seed: seed)
        return try (0..<count).map { _ in
            let (latitude, longitude) = (generator.number(in: -89.9...89.9), generator.number(in: -180...180))
            guard let reach else {
                let end = (generator.number(in: -90...90), generator.number(in: -180...180))
                return (try point(latitude, longitude), try point(end.0, end.1))
            }
            let (north, east) = (generator.number(in: -reach...reach), generator.number(in: -reach...reach))
            return (
                try point(latitude, longitude), try point(min(90, max(-90, latitude + north)), longitude + east)
            )
        }
    }

    /// The end is near the antipode of the start.
    private static func opposite(_ count: Int, seed: UInt64, reach: Double) throws -> [Pair] {
        try random(count, seed: seed, reach: reach).map { pair in
            (pair.start, try point(-pair.end.latitudeDegrees, pair.end.longitudeDegrees + 180))
        }
    }

    private static func grid() throws -> [Pair] {
        let latitudes = [-90, -89.999_999_999, -60, -45, -1e-9, 0, 30, 45, 60, 89.999_999, 90]
        let longitudes = [-179.999_999, -90, -1e-9, 0, 45, 90, 120, 179.999_999, 180]
        let points = try latitudes.flatMap { latitude in try longitudes.map { try point(latitude, $0) } }
        return points.flatMap { start in points.map { (start, $0) } }
    }

    private func compare(
        _ formula: some BatchDistanceFormula,
        _ pairs: [Pair],
        bound: (Metres) -> Metres
    ) throws {
        let distances = formula.distances(
            from: GeographicColumns(pairs.map(\.start)),
            to: GeographicColumns(pairs.map(\.end))
        )
        #expect(distances.count == pairs.count)
        for (distance, pair) in zip(distances, pairs) {
            let single = try #require(formula.distance(from: pair.start, to: pair.end))
            #expect(abs(distance - single) <= bound(single), "\(pair)")
        }
    }

    @Test(arguments: 1...4)
    func `A batch agrees with the formula for one pair for near, far, antipodal, polar and equal points`(
        _ seed: UInt64
    ) throws {
        var pairs = try Self.grid() + Self.random(5_000, seed: seed, reach: nil)
        for reach in [1e-12, 1e-9, 1e-6, 1e-3, 0.01, 1, 30] {
            pairs += try Self.random(500, seed: seed + 10, reach: reach)
            pairs += try Self.opposite(500, seed: seed + 20, reach: reach)
        }
        try compare(Haversine(), pairs, bound: Self.haversineBound)
        try compare(Equirectangular(), pairs, bound: Self.equirectangularBound)
    }

    @Test func `A batch along a meridian or the equator returns the arc times the radius`() throws {
        let degrees = Array(stride(from: 0.0, through: 90, by: 0.37))
        let equator = try degrees.map { try point(0, $0) }
        let meridian = try degrees.map { try point($0, 25) }
        let origins = try (point(0, 0), point(0, 25))
        for (ends, origin) in [(equator, origins.0), (meridian, origins.1)] {
            let starts = GeographicColumns([GeographicPoint](repeating: origin, count: ends.count))
            let haversine = Haversine(radius: 1).distances(from: starts, to: GeographicColumns(ends))
            let onTheMap = Equirectangular(radius: 1).distances(from: starts, to: GeographicColumns(ends))
            for (index, arc) in degrees.enumerated() {
                #expect(abs(haversine[index] - arc * Double.pi / 180) <= 2e-15)
                #expect(abs(onTheMap[index] - arc * Double.pi / 180) <= 2e-15)
            }
        }
    }

    @Test(arguments: 0...9)
    func `Batches of 0 to 9 pairs are correct, also in an array that is used again`(_ count: Int) throws {
        let pairs = try Self.random(count, seed: 5, reach: 1)
        try compare(Haversine(), pairs, bound: Self.haversineBound)
        try compare(Equirectangular(), pairs, bound: Self.equirectangularBound)
        var distances = [Metres](repeating: -1, count: 4)
        let (starts, ends) = (GeographicColumns(pairs.map(\.start)), GeographicColumns(pairs.map(\.end)))
        Haversine().distances(from: starts, to: ends, into: &distances)
        #expect(distances == Haversine().distances(from: starts, to: ends))
    }

    @Test func `A batch in single precision equals the pairs one by one`() throws {
        let pairs = try Self.random(100, seed: 6, reach: nil)
        try compare(Haversine(precision: .single), pairs) { _ in 0 }
        try compare(Equirectangular(precision: .single), pairs) { _ in 0 }
    }

    @Test func `Columns accept the same coordinates as a point`() throws {
        let columns = try #require(GeographicColumns(latitudesDegrees: [1, -90], longitudesDegrees: [-180, 725]))
        #expect(columns.longitudesDegrees == [180, 5])
        #expect(columns[1] == (try point(-90, 5)))
        #expect(columns == GeographicColumns([try point(1, 180), try point(-90, 5)]))
        #expect(GeographicColumns(latitudesDegrees: [1, 2], longitudesDegrees: [1]) == nil)
        #expect(GeographicColumns(latitudesDegrees: [1, 90.1], longitudesDegrees: [1, 1]) == nil)
        #expect(GeographicColumns(latitudesDegrees: [1], longitudesDegrees: [.nan]) == nil)
    }
}
