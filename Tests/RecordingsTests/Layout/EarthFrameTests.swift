import Foundation
import Recordings
import SensorModel
import Testing

/// Tests of the conversion of a file's Earth frame to East, North, Up.
struct EarthFrameTests {
    /// Rounding of a few products of components of unit vectors.
    static let tolerance = 1e-15

    static func expect(_ frame: EarthFrame, x: Vector3, y: Vector3, z: Vector3, declination: Angle? = nil) {
        let turn = frame.deviceToTrueENU(.identity, declination: declination)
        for (axis, expected) in [(Vector3(1, 0, 0), x), (Vector3(0, 1, 0), y), (Vector3(0, 0, 1), z)] {
            #expect((turn.rotate(axis) - expected).length < tolerance)
        }
    }

    @Test func `North, West, Up is converted to East, North, Up`() {
        Self.expect(EarthFrame(axes: .northWestUp), x: Vector3(0, 1, 0), y: Vector3(-1, 0, 0), z: Vector3(0, 0, 1))
    }

    @Test func `North, East, Down is converted to East, North, Up`() {
        Self.expect(EarthFrame(axes: .northEastDown), x: Vector3(0, 1, 0), y: Vector3(1, 0, 0), z: Vector3(0, 0, -1))
    }

    @Test func `Magnetic north is east of true north for a positive declination in each frame`() {
        let declination = Angle(degrees: 30)
        let north = Vector3(0.5, 0.75.squareRoot(), 0)
        let east = Vector3(0.75.squareRoot(), -0.5, 0)
        let up = Vector3(0, 0, 1)
        let frames: [(EarthFrame.Axes, Vector3, Vector3, Vector3)] = [
            (.eastNorthUp, east, north, up), (.northWestUp, north, -east, up), (.northEastDown, north, east, -up),
        ]
        for (axes, x, y, z) in frames {
            Self.expect(EarthFrame(axes: axes, north: .magnetic), x: x, y: y, z: z, declination: declination)
        }
    }

    @Test func `An orientation from the Earth to the device is inverted`() throws {
        let orientation = UnitQuaternion(angle: Angle(degrees: 40), axis: Vector3(0, 0, 1))
        let frame = EarthFrame(direction: .earthToDevice)
        #expect(frame.deviceToTrueENU(orientation, declination: nil) == orientation.conjugate)
    }
}
