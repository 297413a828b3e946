import Geodesy
import SensorModel
import Testing

struct GeodeticPositionTests {
    @Test func `A height that is not finite and a latitude beyond a pole are rejected`() {
        #expect(GeodeticPosition(latitudeDegrees: 1, longitudeDegrees: 2, height: .infinity) == nil)
        #expect(GeodeticPosition(latitudeDegrees: 90.001, longitudeDegrees: 2, height: 0) == nil)
    }

    @Test func `A fix without an altitude needs a height`() throws {
        var fix = LocationFix(latitude: Angle(degrees: 52), longitude: Angle(degrees: -4.5), altitudeMetres: 31)
        let position = try #require(GeodeticPosition(fix))
        #expect((position.point.latitudeDegrees - 52).magnitude < 1e-13)
        #expect((position.point.longitudeDegrees + 4.5).magnitude < 1e-14)
        #expect(position.height == 31)
        fix.altitudeMetres = nil
        #expect(GeodeticPosition(fix) == nil)
        #expect(GeodeticPosition(fix, heightIfMissing: 7)?.height == 7)
        #expect(GeodeticPosition(LocationFix(latitude: Angle(degrees: 91), longitude: .zero, altitudeMetres: 0)) == nil)
    }

    @Test(arguments: [90.0, -90.0])
    func `A fix at a pole preserves its latitude through radians`(latitude: Double) throws {
        let position = try #require(GeodeticPosition(latitudeDegrees: latitude, longitudeDegrees: 180, height: -3))
        #expect(GeodeticPosition(LocationFix(position)) == position)
    }
}
