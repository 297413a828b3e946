import Geodesy
import SensorModel
import Testing

/// Expected values: the derived constants that NGA.STND.0036, tables 3.4 and 3.5, prints for WGS84.
struct EllipsoidTests {
    /// Half a unit of the last printed digit, in metres.
    static let printedMetres = 0.000_05
    static let wgs84 = Ellipsoid.wgs84

    @Test func `WGS84 has the axes and eccentricities that its standard prints`() {
        #expect(Self.wgs84.semiMajorAxis == 6_378_137)
        #expect(abs(Self.wgs84.semiMinorAxis - 6_356_752.3142) < Self.printedMetres)
        #expect(abs(Self.wgs84.eccentricitySquared - 6.694_379_990_141e-3) < 5e-16)
        #expect(abs(Self.wgs84.secondEccentricitySquared - 6.739_496_742_276e-3) < 5e-16)
        // (a − b)/(a + b) from the printed axes, to the digits that they carry.
        #expect(abs(Self.wgs84.thirdFlattening - 0.001_679_220_386_4) < 5e-14)
    }

    @Test func `WGS84 has the mean radii that its standard prints`() {
        #expect(abs(Self.wgs84.meanRadius - 6_371_008.7714) < Self.printedMetres)
        #expect(abs(Self.wgs84.authalicRadius - 6_371_007.1809) < Self.printedMetres)
        #expect(abs(Self.wgs84.volumetricRadius - 6_371_000.7900) < Self.printedMetres)
    }

    @Test func `Every radius of a sphere is its radius`() {
        let sphere = Ellipsoid(semiMajorAxis: 2, flattening: 0)
        let latitude = Angle(degrees: 33)
        let radii = [
            sphere.meanRadius, sphere.authalicRadius, sphere.volumetricRadius,
            sphere.primeVerticalRadius(at: latitude), sphere.meridionalRadius(at: latitude),
            sphere.gaussianRadius(at: latitude), sphere.geocentricRadius(at: latitude),
        ]
        for radius in radii { #expect(abs(radius - 2) < 1e-15) }
        #expect(abs(sphere.geocentricLatitude(at: latitude).degrees - 33) < 1e-14)
    }
}
