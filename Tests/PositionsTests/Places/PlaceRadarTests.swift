import Evaluation
import Pipelines
import Positions
import Recordings
import SensorModel
import Testing

struct PlaceRadarTests {
    /// Pixels and metres: on the tangent plane, 500 m are short by a share of 1e-8.
    private static let tolerance = 1e-4

    private static func place(_ name: String, _ latitude: Double, _ longitude: Double) throws -> PointOfInterest {
        PointOfInterest(
            name: name,
            point: try #require(GeographicPoint(latitudeDegrees: latitude, longitudeDegrees: longitude))
        )
    }

    /// 500 m at the equator are 500/111319.490793° to the east, and 500/110574.276° to the north: a degree of the
    /// meridian is a(1 − e²)π/180 = 110574.276 m there.
    @Test func `Places are on the disc at their distance and direction, relative to the heading`() throws {
        let (east, north) = (500 / 111_319.490_793, 500 / 110_574.275_822)
        let places = [
            try Self.place("east", 0, east), try Self.place("north", north / 2, 0), try Self.place("far", 1, 0),
        ]
        let origin = try Self.place("", 0, 0).point
        let map = PlaceRadar(places, around: origin, heading: Heading(degrees: 0))
        #expect(map.blips.map(\.place.name) == ["north", "east"] && map.beyond == 1)
        #expect(abs(map.blips[0].distance - 250) < Self.tolerance && abs(map.blips[1].distance - 500) < Self.tolerance)
        #expect(map.blips[0].bearing == Heading(degrees: 0))
        #expect(abs(map.blips[1].bearing.degrees - 90) < Self.tolerance)
        // 1 km is 50 pixels.
        #expect(abs(map.blips[0].x) < Self.tolerance && abs(map.blips[0].y + 12.5) < Self.tolerance)
        #expect(abs(map.blips[1].x - 25) < Self.tolerance && abs(map.blips[1].y) < Self.tolerance)

        var hidden = places
        hidden[1].display.isInRadar = false
        let without = PlaceRadar(hidden, around: origin, heading: Heading(degrees: 0))
        #expect(without.blips.map(\.place.name) == ["east"] && without.beyond == 1 && without.excluded == 1)

        let turned = PlaceRadar(places, around: origin, heading: Heading(degrees: 90), range: 400, radius: 100)
        #expect(turned.blips.map(\.place.name) == ["north"] && turned.beyond == 2)
        #expect(abs(turned.blips[0].x + 62.5) < Self.tolerance && abs(turned.blips[0].y) < Self.tolerance)
    }

    /// The user walks east along the equator at about 1.11 m/s, with one fix per second.
    @Test func `A file is loaded after its interval, and at its distance from the last load`() throws {
        var recording = Recording(name: "walk")
        recording.location = SensorStream(
            times: (0...60).map { Double($0) },
            values: (0...60).map { LocationFix(latitude: .zero, longitude: Angle(degrees: 1e-5 * Double($0))) }
        )
        recording.gyroscope = SensorStream(times: [0, 65], values: [.zero, .zero])
        let byTime = RefreshReplay(PlaceFile.Refresh(time: 20), along: recording)
        #expect(byTime.loads.map(\.time) == [0, 20, 40, 60] && byTime.duration == 65 && byTime.fixes == 61)
        // 25 m are 22.46 fixes, so that the next load is at the 23rd fix after the last one.
        let byDistance = RefreshReplay(PlaceFile.Refresh(distance: 25), along: recording)
        #expect(byDistance.loads.map(\.time) == [0, 23, 46])
        #expect(abs(try #require(byDistance.loads[1].distance) - 25.603_483) < Self.tolerance)
        #expect(byDistance.loads.map(\.cause) == [.start, .distance, .distance])
    }
}
