import Geodesy
import RealModule
import SensorModel
import Testing

/// Expected values: the derived constants that NGA.STND.0036, chapter 3, prints for WGS84.
struct EllipsoidTests {
    /// Half a unit in the last printed digit, in metres.
    static let printedMetres = 0.000_05
    static let wgs84 = Ellipsoid.wgs84

    @Test func `The axes and eccentricities of WGS84 agree with its standard`() {
        #expect(Self.wgs84.semiMajorAxis == 6_378_137)
        #expect(abs(Self.wgs84.semiMinorAxis - 6_356_752.3142) < Self.printedMetres)
        #expect(abs(Self.wgs84.eccentricitySquared - 6.694_379_990_141e-3) < 5e-16)
        #expect(abs(Self.wgs84.secondEccentricitySquared - 6.739_496_742_276e-3) < 5e-16)
        // (a − b)/(a + b) from the printed axes, to their number of digits.
        #expect(abs(Self.wgs84.thirdFlattening - 0.001_679_220_386_4) < 5e-14)
    }

    @Test func `The mean radius of WGS84 agrees with its standard`() {
        #expect(abs(Self.wgs84.meanRadius - 6_371_008.7714) < Self.printedMetres)
    }

    @Test func `All radii of a sphere are equal`() {
        let sphere = Ellipsoid(semiMajorAxis: 2, flattening: 0)
        let latitude = Angle(degrees: 33)
        let radii = [
            sphere.meanRadius, sphere.primeVerticalRadius(at: latitude), sphere.meridionalRadius(at: latitude),
        ]
        for radius in radii { #expect(abs(radius - 2) < 1e-15) }
        #expect(abs(sphere.geocentricLatitude(at: latitude).degrees - 33) < 1e-14)
    }

    /// Radians of latitude: the step of central differences, whose error is of second order.
    static let step = 1e-4

    @Test(arguments: [0.0, 12, 45, 77.5, 89.9, 90, -60])
    func `Radii at a latitude agree with positions on the surface`(degrees: Double) throws {
        let latitude = Angle(degrees: degrees)
        let (here, south, north) = try (surface(degrees), surface(degrees - Self.step), surface(degrees + Self.step))
        #expect(
            (Self.wgs84.geocentricLatitude(at: latitude).radians - here.elevation.radians).magnitude < 1e-15 + 1e-15
        )
        // N is the length of the normal to the axis, r = N cos φ.
        let normal = Self.wgs84.primeVerticalRadius(at: latitude)
        #expect((normal * Double.cos(latitude.radians) - here.x).magnitude < 5e-9)
        // M is the distance over ground per radian.
        let perRadian = (north - south).length / Angle(degrees: 2 * Self.step).radians
        let meridional = Self.wgs84.meridionalRadius(at: latitude)
        #expect((meridional / perRadian - 1).magnitude < 1e-9)
    }

    /// A surface point on the meridian 0, or beyond a pole on the other side.
    private func surface(_ degrees: Double) throws -> Vector3 {
        let (latitude, longitude) = degrees > 90 ? (180 - degrees, 180.0) : (degrees, 0)
        let position = GeodeticPosition(latitudeDegrees: latitude, longitudeDegrees: longitude, height: 0)
        return ECEFPosition(try #require(position)).vector
    }
}
