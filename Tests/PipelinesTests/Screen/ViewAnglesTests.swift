import Pipelines
import SensorModel
import Testing

struct ViewAnglesTests {
    /// Degrees. The rounding of quaternions, which is larger towards the zenith.
    private static let tolerance = 1e-11

    @Test func `The angles of an orientation are those that it was made from`() {
        for heading in stride(from: 0.0, to: 360, by: 30) {
            for elevation in stride(from: -80.0, through: 80, by: 20) {
                for roll in stride(from: -150.0, through: 180, by: 30) {
                    let angles = ViewAngles(
                        orientation: HeldDevice.orientation(heading: heading, elevation: elevation, roll: roll)
                    )
                    #expect(abs(angles.heading.turn(to: Heading(degrees: heading)).degrees) < Self.tolerance)
                    #expect(abs(angles.elevation.degrees - elevation) < Self.tolerance)
                    #expect(abs((angles.roll - Angle(degrees: roll)).wrapped.degrees) < Self.tolerance)
                }
            }
        }
    }

    @Test(arguments: [-90.0, 90])
    func `Straight up and down the heading is the limit of a tilting device`(elevation: Double) {
        let angles = ViewAngles(orientation: HeldDevice.orientation(heading: 40, elevation: elevation))
        #expect(abs(angles.heading.degrees - 40) < 1e-6)
        #expect(abs(angles.elevation.degrees - elevation) < 1e-6)
        #expect(angles.roll == .zero)
    }
}
