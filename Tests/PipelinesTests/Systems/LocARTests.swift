import Foundation
import Geodesy
import Pipelines
import SensorFilters
import SensorModel
import TestSupport
import Testing

/// LocAR.js compared with the EPSG's example, with the angles of the W3C, and with results by hand.
struct LocARTests {
    /// Metres: the example is printed with two decimals.
    private static let printed = 0.006

    /// IOGP Publication 373-7-2, section 3.4.2: 24°22′54.433″ N, 100°20′ W.
    @Test func `Mercator gives the EPSG's example`() {
        let map = SphericalMercator()
        let latitude = Angle(degrees: 24 + 22 / 60.0 + 54.433 / 3_600)
        #expect(abs(map.easting(of: Angle(degrees: -100 - 20 / 60.0)) + 11_169_055.58) < Self.printed)
        #expect(abs(map.northing(of: latitude) - 2_800_000) < Self.printed)
    }

    @Test(arguments: [
        // Flat with the top to the north; to the west; upright, facing north; on its left edge, facing north.
        ([0.0, 0, 0], [0.0, 0, 0]), ([90, 0, 0], [90, 0, 0]), ([0, 90, 0], [0, 90, 0]), ([0, 0, 90], [0, 0, -90]),
    ])
    func `Angles are those of the W3C`(turns: [Double], expected: [Double]) {
        let orientation =
            UnitQuaternion(angle: Angle(degrees: turns[0]), axis: Vector3(0, 0, 1))
            * UnitQuaternion(angle: Angle(degrees: turns[1]), axis: Vector3(1, 0, 0))
            * UnitQuaternion(angle: Angle(degrees: turns[2]), axis: Vector3(0, 1, 0))
        let angles = BrowserAngles(orientation)
        #expect(abs((angles.orientation.conjugate * orientation).rotationAngle.degrees) < 1e-6)
        #expect(angles.gamma.degrees >= -90 - 1e-9 && angles.gamma.degrees <= 90 + 1e-9)
        if turns[2] == 0 { #expect(abs(angles.beta.degrees - expected[1]) < 1e-6) }
    }

    @Test func `Angles of any orientation restore it, and rounding moves it by at most half a step about each axis`() {
        var random = SeededGenerator(seed: 4)
        let step = Angle(degrees: 0.1)
        for _ in 0..<2_000 {
            let orientation = random.orientation()
            let angles = BrowserAngles(orientation)
            #expect((angles.orientation.conjugate * orientation).rotationAngle.degrees < 1e-5)
            #expect(abs(angles.gamma.degrees) < 90 + 1e-9 && abs(angles.beta.degrees) < 180 + 1e-9)
            let moved = (angles.rounded(to: step).orientation.conjugate * orientation).rotationAngle.degrees
            #expect(moved <= 0.15 + 1e-6)
        }
    }

    /// Mercator's metres are 1.506 times too long at 48.4°, so 12° become atan(tan 12° · cos 48.4°) = 8.03°.
    @Test func `A place at 12 degrees is drawn at 8 degrees, in a view of 60 degrees`() throws {
        let system = try DescribedSystem(parsing: "locar")
        let ulm = try #require(GeodeticPosition(latitudeDegrees: 48.4, longitudeDegrees: 9.98, height: 500))
        let high = Vector3(0, 1_000, 1_000 * tan(12 * Double.pi / 180))
        let position = try #require(LocalTangentFrame(at: ulm).position(ofLocal: high).geodetic())
        let place = PointOfInterest(identifier: "1", name: "north", point: position.point, altitude: position.height)
        let sight = try #require(
            system.directionLaw.sights(of: [0], among: [place], from: ulm, offset: .unmoved).first
        )
        let elevation = atan2(sight.direction.z, hypot(sight.direction.x, sight.direction.y))
        let expected = atan(tan(12 * Double.pi / 180) * cos(48.4 * Double.pi / 180))
        // Radians: sphere and ellipsoid differ by 0.5 % in a distance.
        #expect(abs(elevation - expected) < 0.001)
        let upright = UnitQuaternion(angle: Angle(degrees: 90), axis: Vector3(1, 0, 0))
        let pixel = try #require(system.projection.placement(ofDirection: sight.direction, orientation: upright).point)
        let focalLength = 667 / 2 / tan(30 * Double.pi / 180)
        #expect(abs(pixel.y - (667 / 2 - focalLength * tan(elevation))) < 1e-6)
    }

    @Test func `Fixes worse than 100 m are dropped`() throws {
        var gate = try DescribedSystem(parsing: "locar").locationGate
        func fix(_ accuracy: Double) -> LocationFix {
            LocationFix(
                latitude: Angle(degrees: 48.4),
                longitude: Angle(degrees: 9.98),
                horizontalAccuracyMetres: accuracy
            )
        }
        let admitted = [gate.admits(fix(101), at: 1), gate.admits(fix(100), at: 2)]
        #expect(admitted == [false, true])
        #expect(gate.dropped == 1)
    }
}
