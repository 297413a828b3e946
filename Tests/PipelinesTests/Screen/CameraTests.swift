import Pipelines
import SensorModel
import Testing

struct CameraTests {
    /// Degrees. A few roundings.
    private static let tolerance = 1e-12

    @Test func `AREA's camera has its printed view of 56.4225° by 43.9026°`() {
        let camera = Camera.physical(focalLength: 4.28, sensorWidth: 4.592, sensorHeight: 3.45)
        #expect(abs(camera.horizontalFieldOfView.degrees - 56.4225) < 5e-5)
        #expect(abs(camera.verticalFieldOfView.degrees - 43.9026) < 5e-5)
    }

    @Test func `iBetelgeuse's camera has a view of 50° by 39°`() {
        let camera = Camera.physical(focalLength: 3.85, sensorWidth: 3.58, sensorHeight: 2.69)
        #expect(camera.horizontalFieldOfView.degrees.rounded() == 50)
        #expect(camera.verticalFieldOfView.degrees.rounded() == 39)
    }

    @Test func `A camera from fields of view has these fields of view`() {
        let camera = Camera.fieldOfView(horizontal: Angle(degrees: 61.5), vertical: Angle(degrees: 91))
        #expect(abs(camera.horizontalFieldOfView.degrees - 61.5) <= Self.tolerance)
        #expect(abs(camera.verticalFieldOfView.degrees - 91) <= Self.tolerance)
    }

    @Test func `The view of a calibrated camera includes both sides of its principal point`() {
        let camera = Camera.intrinsics(
            focalX: 100,
            focalY: 200,
            principalX: 100,
            principalY: 0,
            imageWidth: 100 + 100 * 3.0.squareRoot(),
            imageHeight: 200
        )
        // arctan(100/100) + arctan(√3), arctan 0 + arctan(200/200)
        #expect(abs(camera.horizontalFieldOfView.degrees - 105) <= Self.tolerance)
        #expect(abs(camera.verticalFieldOfView.degrees - 45) <= Self.tolerance)
    }
}
