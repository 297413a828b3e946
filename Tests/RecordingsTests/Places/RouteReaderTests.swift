import Recordings
import SensorModel
import TestSupport
import Testing

/// Tests of reading routes from each format.
struct RouteReaderTests {
    static let files: [(String, RouteFormat)] = [
        ("route.json", .cloudmade), ("route.gpx", .gpx), ("track.gpx", .gpx), ("route.geojson", .geojson),
        ("route.kml", .kml), ("route.polyline", .polyline),
    ]

    private static func read(_ text: String, as format: RouteFormat? = nil) throws -> RouteFile {
        let folder = try TemporaryFolder()
        return try RouteReader.read(path: folder.write(text, to: "route"), format: format)
    }

    /// The error message without the path of the temporary folder.
    private static func message(_ text: String, as format: RouteFormat? = nil) -> String {
        ReadingError.message(after: "route") { try read(text, as: format) }
    }

    @Test(arguments: files)
    func `Each format is detected from its content, and read as other programs wrote it`(
        name: String,
        format: RouteFormat
    ) throws {
        let path = ExpectedPlaces.path(name)
        #expect(try RouteFormat.detect(path: path) == format)
        let route = try RouteReader.route(ofFile: path)
        let expected = try #require(ExpectedPlaces.all.routes.first)
        let points = expected.points.map { GeographicPoint(latitudeDegrees: $0[0], longitudeDegrees: $0[1]) }
        #expect(route.vertices.map(\.point) == points)
        #expect(route.vertices.allSatisfy { $0.altitude == nil })
        #expect(route.name == (format == .polyline ? nil : expected.name))
        let hasInstructions = ["route.json", "route.gpx"].contains(name)
        #expect(route.instructions.map(\.text) == (hasInstructions ? expected.instructions.map(\.text) : []))
        #expect(route.instructions.map(\.vertex) == (hasInstructions ? expected.instructions.map(\.vertex) : []))
    }

    @Test func `Google's published example of an encoded polyline is read`() throws {
        let route = try RouteReader.route(ofFile: ExpectedPlaces.path("google.polyline"))
        #expect(route.vertices.map(\.point.latitudeDegrees) == [38.5, 40.7, 43.252])
        #expect(route.vertices.map(\.point.longitudeDegrees) == [-120.2, -120.95, -126.453])
        #expect(try Self.read("\u{FEFF}\n _p~iF~ps|U_ulLnnqC_mqNvxq`@\r\n").routes == [route])
    }

    @Test(arguments: [
        ("_p~iF~ps|U_ulLnnqC_mqNvxq`", "1:27: the polyline ends in the middle of a point"),
        ("_p~iF~ps|U_ulL", "1:15: the polyline ends in the middle of a point"),
        ("_p~iF~ps|U", " the route has 1 point, but needs at least 2"),
        ("~~~~~~~~~~", "1:7: a coordinate difference has more than 30 bits, so it exceeds 360°"),
        (
            "_vbvP??????",
            "1:1: invalid position: latitude '92.91632' (must be -90° to 90°), longitude '0.0' (must be -360° to 360°)"
        ),
    ])
    func `An invalid polyline is an error with its column`(line: String, words: String) {
        #expect(Self.message(line, as: .polyline).contains(words), "\(Self.message(line, as: .polyline))")
    }

    @Test func `A CloudMade response with an error status is an error with its message`() {
        let message = Self.message(
            "{\n\"version\":0.3,\"status\":1,\n\"status_message\":\"no way found\",\"route_geometry\":[]}"
        )
        #expect(message.hasPrefix("2:24: the routing service returned the error status 1: no way found"), "\(message)")
    }

    /// The length of the route, and the length, azimuth and turn of each instruction.
    @Test func `CloudMade's lengths, azimuths and turns are read`() throws {
        let route = try RouteReader.route(ofFile: ExpectedPlaces.path("route.json"))
        #expect(route.length == 1_900)
        #expect(route.instructions.map(\.length) == [100, 100, 100])
        #expect(route.instructions.map(\.azimuth) == Array(repeating: Angle(degrees: 180), count: 3))
        #expect(route.instructions.map(\.turn) == Array(repeating: Angle(degrees: 90), count: 3))
        let text = """
            {\(Self.geometry),"route_summary":{"total_distance":"far"},
            "route_instructions":[["a",-1,0,1,"","N","?","TL",270],["b",null,1]]}
            """
        let other = try #require(try Self.read(text).routes.first)
        #expect(other.length == nil && other.instructions.map(\.length) == [nil, nil])
        // A turn by 270° clockwise is a turn by 90° to the left.
        let rounding = 1e-12
        #expect(abs(try #require(other.instructions[0].turn).degrees + 90) < rounding)
        #expect(other.instructions[1].turn == nil)
        #expect(other.instructions.map(\.azimuth) == [nil, nil])
    }

    static let geometry = "\"route_geometry\":[[1,2],[3,4]]"

    @Test(arguments: [
        (
            "{\(geometry),\"route_instructions\":[[\"a\",1,2]]}",
            "a number 2 is not the index of a node of route_geometry, from 0 to 1"
        ),
        (
            "{\(geometry),\"route_instructions\":[[\"a\",1,1],[\"b\",1,0]]}",
            "a number 0 is not the index of a node of route_geometry, from 1 to 1"
        ),
        (
            "{\(geometry),\"route_instructions\":[[\"a\",1,0.5]]}",
            "a number 0.5 is not the index of a node of route_geometry, from 0 to 1"
        ),
        ("{\(geometry),\"route_instructions\":[[1,1,0]]}", "a number 1 is not the text of an instruction"),
        (
            "{\(geometry),\"route_instructions\":[[\"a\"]]}",
            "an array [\"a\"] is not an instruction: [text, length, position, …]"
        ),
        ("{\(geometry),\"route_instructions\":{}}", "an object {} is not an array of instructions"),
        ("{\"route_geometry\":[[1,2]]}", "1:19: the route has 1 point, but needs at least 2"),
        ("{\"route_geometry\":[[1],[2]]}", "1:20: an array [1] is not a node: [latitude, longitude]"),
        (
            "{\"route_geometry\":[[91,2],[3,4]]}",
            "1:20: invalid position: latitude '91' (must be -90° to 90°), longitude '2' (must be -360° to 360°)"
        ),
        ("{\"route_geometry\":7}", "1:19: a number 7 is not an object with an array 'route_geometry'"),
    ])
    func `An invalid CloudMade response is an error with line and column`(text: String, words: String) {
        #expect(Self.message(text).contains(words), "\(Self.message(text))")
    }

    @Test func `Several routes are read separately, and are an error where one is required`() throws {
        let line = #"{"type":"LineString","coordinates":[[1,2],[3,4,5]]}"#
        let lines = #"{"type":"MultiLineString","coordinates":[[[1,2],[3,4]],[[5,6],[7,8]]]}"#
        let rest = #"{"type":"Point","coordinates":[1,2]},{"type":"Polygon","coordinates":[]}"#
        let text = #"{"type":"GeometryCollection","geometries":["# + "\(line),\(lines),\(rest)]}"
        let file = try Self.read(text)
        #expect(file.routes.map(\.vertices.count) == [2, 4])
        #expect(file.routes[0].vertices.map(\.altitude) == [nil, 5])
        #expect(file.leftOut == ["points": 1, "polygons": 1])
        let folder = try TemporaryFolder()
        let path = try folder.write(text, to: "route")
        let error = #expect(throws: InputError.self) { try RouteReader.route(ofFile: path) }
        #expect(error?.message == "the file has 2 routes: unnamed, unnamed")
    }

    @Test func `KML tracks and heights are read, and geometries other than lines are counted`() throws {
        let text = """
            <kml xmlns:gx="x"><Placemark><name>T</name><gx:Track><altitudeMode>absolute</altitudeMode>
            <when>2024-01-01T00:00:00Z</when><gx:coord>9.5 48.5 500</gx:coord><gx:coord>9.6 48.6 510</gx:coord></gx:Track>
            </Placemark><Placemark><name>L</name><LineString><coordinates>1,2,3
            4,5,0</coordinates></LineString></Placemark><Placemark><Point><coordinates>1,2</coordinates></Point>
            </Placemark></kml>
            """
        let file = try Self.read(text)
        #expect(file.routes.map(\.name) == ["T", "L"])
        #expect(file.routes[0].vertices.map(\.altitude) == [500, 510])
        #expect(file.routes[0].vertices.map(\.point.longitudeDegrees) == [9.5, 9.6])
        #expect(file.routes[1].vertices.map(\.altitude) == [nil, nil])
        #expect(file.leftOut == ["heights above ground": 1, "points": 1])
    }

    @Test(arguments: [
        ("<gpx><rte><name>x</name>\n<rtept lat=\"1\" lon=\"2\"/></rte></gpx>", "1:", "the route has 1 point"),
        ("<gpx><wpt lat=\"1\" lon=\"2\"/></gpx>", "", "the file has no route, only waypoints (1)"),
        ("<gpx>\n<trkpt lat=\"1\" lon=\"2\"/></gpx>", "", "only points outside of routes and tracks (1)"),
        ("<kml/>", "", "the file has no route"),
        ("<gddf/>", "", "the root element <gddf> belongs to no known format of routes"),
        ("lat,lon\n1,2\n", "", "the text is in no known format of routes"),
    ])
    func `A file without a route is an error with its content`(text: String, position: String, words: String) {
        let message = Self.message(text)
        #expect(message.contains(words) && message.hasPrefix(position), "\(message)")
    }
}
