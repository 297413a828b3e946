import Geodesy
import SensorModel
import Testing

struct HaversineTests {
    @Test func `A quarter of the equator is a quarter of the circle`() throws {
        let start = try #require(GeographicPoint(latitudeDegrees: 0, longitudeDegrees: 0))
        let end = try #require(GeographicPoint(latitudeDegrees: 0, longitudeDegrees: 90))
        let distance = try #require(Haversine(radius: 1).distance(from: start, to: end))
        #expect(abs(distance - .pi / 2) < 1e-15)
    }
}
