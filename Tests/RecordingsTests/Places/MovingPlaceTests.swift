import Recordings
import SensorModel
import TestSupport
import Testing

struct MovingPlaceTests {
    private static func read(_ text: String) throws -> PlaceFile {
        let folder = try TemporaryFolder()
        return try PlaceReader.read(path: folder.write(Array(text.utf8), to: "friends.csv"))
    }

    @Test func `Rows with the same name and a time are the positions of one moving place`() throws {
        let file = try Self.read(
            """
            t,name,lat,lon,altitude
            0,Anna,48,10,500
            0,Ben,49,11,
            10,Anna,48.1,10.2,510

            """
        )
        #expect(file.places.isEmpty)
        #expect(file.moving.map(\.name) == ["Anna", "Ben"])
        #expect(file.leftOut == ["positions of moving places": 3])
        let middle = try #require(file.moving[0].position(at: 5))
        #expect(abs(middle.point.latitudeDegrees - 48.05) < 1e-12)
        #expect(abs(middle.point.longitudeDegrees - 10.1) < 1e-12)
        #expect(middle.altitude == 505)
        #expect(file.moving[0].position(at: 10.1) == nil)
        #expect(file.moving[1].position(at: 0)?.altitude == nil)
    }

    @Test func `A track over the 180° meridian takes the short way`() throws {
        let file = try Self.read("t,name,lat,lon\n0,a,0,179\n2,a,0,-179\n")
        let middle = try #require(file.moving[0].position(at: 1))
        #expect(abs(abs(middle.point.longitudeDegrees) - 180) < 1e-12)
    }

    @Test func `Times of one place must ascend`() throws {
        let error = #expect(throws: InputError.self) {
            try Self.read("t,name,lat,lon\n1,a,0,0\n1,a,0,1\n")
        }
        #expect(error?.line == 3)
        #expect(error?.message == "time 1.0 must be later than the previous time of the place 'a'")
    }
}
