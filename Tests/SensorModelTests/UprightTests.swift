import SensorModel
import Testing

struct UprightTests {
    /// Absolute: rounding errors of a sine.
    private static let tolerance = 1e-15

    private static let directions: [(degrees: Double, direction: Vector3)] = [
        (0, Vector3(0, 1, 0)), (90, Vector3(1, 0, 0)), (225, Vector3(-0.5.squareRoot(), -0.5.squareRoot(), 0)),
    ]

    @Test(arguments: directions)
    func `An upright device looks level towards its heading`(degrees: Double, direction: Vector3) {
        let orientation = UnitQuaternion.upright(towards: Heading(degrees: degrees))
        #expect((orientation.rotate(Vector3(0, 0, -1)) - direction).length < Self.tolerance)
        #expect((orientation.rotate(Vector3(0, 1, 0)) - Vector3(0, 0, 1)).length < Self.tolerance)
    }

    /// 123456.123456789 4 m is between two nanometres. The neighbours of 2e7 m are 3.7 nm away.
    @Test(arguments: [
        (123_456.123_456_789_4, "123456.123456789"), (0.000_000_000_6, "1e-09"),
        (20_003_931.458_623_4, "20003931.4586234"),
    ])
    func `Lengths are rounded to the nanometre`(length: Double, text: String) {
        #expect("\(length.roundedToNanometres)" == text)
    }
}
