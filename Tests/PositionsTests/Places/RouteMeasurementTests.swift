import Evaluation
import Geodesy
import Positions
import SensorModel
import Testing

struct RouteMeasurementTests {
    /// Metres: geographiclib 2.1 and PROJ agree within nanometres.
    private static let tolerance = 1e-6
    /// Degrees: the agreement of the same two libraries, and rounding.
    private static let angleTolerance = 1e-7

    private static func route(_ points: [(Double, Double)], _ instructions: [Route.Instruction] = []) throws -> Route {
        try GeodesicReference.load()
        let vertices = try points.map { latitude, longitude in
            Route.Vertex(
                point: try #require(GeographicPoint(latitudeDegrees: latitude, longitudeDegrees: longitude))
            )
        }
        return Route(vertices: vertices, instructions: instructions)
    }

    private static func expect(_ value: Double?, _ expected: Double, within tolerance: Double = tolerance) throws {
        #expect(abs(try #require(value) - expected) < tolerance, "\(value ?? .nan) is not \(expected)")
    }

    /// A degree is 6378137 π/180 m along the equator. The first degree of the meridian is 110574.388 557 799 m
    /// (geographiclib 2.1), and 6371000 π/180 m by haversines.
    @Test func `Each leg has its length by every formula, its bearing, and the turn at its start`() throws {
        let haversine = try #require(FormulaCatalogue.entry(named: "haversine"))
        let measurement = RouteMeasurement(try Self.route([(0, 0), (0, 1), (1, 1)]), formulas: [haversine])
        #expect(measurement.legs.map(\.vertices) == [0...1, 1...2])
        try Self.expect(measurement.legs[0].length, 111_319.490_793_274)
        try Self.expect(measurement.legs[1].length, 110_574.388_557_799)
        try Self.expect(measurement.legs[0].lengths[0], 111_194.926_644_559)
        try Self.expect(measurement.legs[0].bearing?.degrees, 90, within: Self.angleTolerance)
        try Self.expect(measurement.legs[1].bearing?.degrees, 0, within: Self.angleTolerance)
        #expect(measurement.legs[0].turn == nil)
        // A turn from east to north is to the left.
        try Self.expect(measurement.legs[1].turn?.degrees, -90, within: Self.angleTolerance)
        try Self.expect(measurement.length, 221_893.879_351_073)
        try Self.expect(measurement.lengths[0], 222_389.853_289_118)
        #expect(measurement.statedLength == nil)
    }

    /// The points are those of the listing's route; lengths and azimuths are from geographiclib 2.1.
    @Test func `Legs end at instructions, and include the values that the file states`() throws {
        let points = [(52.28363, 8.0255), (52.28201, 8.02644), (52.27911, 8.03512), (52.2718, 8.04429)]
        var route = try Self.route(
            points,
            [
                Route.Instruction(text: "Start", vertex: 0, length: 866, azimuth: Angle(degrees: 160)),
                Route.Instruction(text: "Right", vertex: 2, length: 1_026, turn: Angle(degrees: 24)),
                Route.Instruction(text: "There", vertex: 3, length: 0),
            ]
        )
        let measurement = RouteMeasurement(route, formulas: [])
        #expect(measurement.legs.map(\.vertices) == [0...2, 2...3, 3...3])
        #expect(measurement.legs.map(\.instruction) == ["Start", "Right", "There"])
        try Self.expect(measurement.legs[0].length, 191.336_103_367 + 674.578_957_981)
        try Self.expect(measurement.legs[0].bearing?.degrees, 160.410_526_272, within: Self.angleTolerance)
        try Self.expect(measurement.legs[1].length, 1_026.343_196_790)
        // The route arrives at 118.581…° and leaves at 142.418…°.
        try Self.expect(
            measurement.legs[1].turn?.degrees,
            142.418_473_026 - 118.581_698_823,
            within: Self.angleTolerance
        )
        #expect(measurement.legs[2].length == 0 && measurement.legs[2].bearing == nil)
        #expect(measurement.legs.map(\.statedLength) == [866, 1_026, 0])
        #expect(measurement.legs[0].statedBearing == Angle(degrees: 160))
        #expect(measurement.legs[1].statedTurn == Angle(degrees: 24))
        #expect(measurement.statedLength == 1_892)
        route.length = 1_900
        #expect(RouteMeasurement(route, formulas: []).statedLength == 1_900)

        let byPoint = RouteMeasurement(route, formulas: [], division: .points)
        #expect(byPoint.legs.map(\.vertices) == [0...1, 1...2, 2...3])
        // The file's 866 m are the length of two legs here.
        #expect(byPoint.legs.map(\.statedLength) == [nil, nil, 1_026])
        #expect(byPoint.legs.map(\.instruction) == ["Start", nil, "Right"])
    }

    @Test func `The part of a route before the first instruction is a separate leg`() throws {
        let route = try Self.route([(0, 0), (0, 1), (0, 2)], [Route.Instruction(text: "On", vertex: 1)])
        let legs = RouteMeasurement(route, formulas: []).legs
        #expect(legs.map(\.vertices) == [0...1, 1...2])
        #expect(legs.map(\.instruction) == [nil, "On"])
        #expect(legs.map(\.statedLength) == [nil, nil])
    }

    @Test func `A repeated point is not a turn`() throws {
        let legs = RouteMeasurement(try Self.route([(0, 0), (0, 1), (0, 1), (-1, 1)]), formulas: []).legs
        #expect(legs[1].length == 0 && legs[1].bearing == nil && legs[1].turn == nil)
        // A turn from east to south is to the right; the repeated point is skipped.
        try Self.expect(legs[2].turn?.degrees, 90, within: Self.angleTolerance)
    }

    @Test func `A formula without a distance for one leg has no distance for the route`() throws {
        let vincenty = try #require(FormulaCatalogue.entry(named: "vincenty"))
        // Vincenty's iteration does not converge for nearly antipodal points.
        let measurement = RouteMeasurement(
            try Self.route([(0, 0), (0, 1), (0.5, -179.3)]),
            formulas: [vincenty]
        )
        #expect(measurement.legs[0].lengths[0] != nil && measurement.legs[1].lengths == [nil])
        #expect(measurement.lengths == [nil])
    }
}
