import SensorFilters
import SensorModel
import TestSupport
import Testing

struct CompassHeadingTests {
    /// Degrees. Rounding errors of angles up to 360°.
    private static let degrees = 1e-9

    /// The directions of a device's axes in Earth coordinates (East, North, Up), determined with a device in the hand.
    struct Pose: Sendable {
        let acceleration: Vector3
        let heading: Double
        let right: Vector3
        let top: Vector3
    }

    private func expect(_ pose: Pose, of direction: CompassHeading.Direction) throws {
        let orientation = try #require(
            CompassHeading.orientation(
                acceleration: pose.acceleration,
                heading: Heading(degrees: pose.heading),
                of: direction
            )
        )
        #expect((orientation.rotate(Vector3(1, 0, 0)) - pose.right).length < Tolerance.rounding)
        #expect((orientation.rotate(Vector3(0, 1, 0)) - pose.top).length < Tolerance.rounding)
    }

    private static let half = 0.5.squareRoot()

    @Test(arguments: [
        // Flat on a table, facing north, then east.
        Pose(acceleration: Vector3(0, 0, 9.81), heading: 0, right: Vector3(1, 0, 0), top: Vector3(0, 1, 0)),
        Pose(acceleration: Vector3(0, 0, 9.81), heading: 90, right: Vector3(0, -1, 0), top: Vector3(1, 0, 0)),
        // Tilted up by 45°, facing north.
        Pose(
            acceleration: Vector3(0, 9.81 * half, 9.81 * half),
            heading: 0,
            right: Vector3(1, 0, 0),
            top: Vector3(0, half, half)
        ),
        // On its left edge, with the upper edge towards north: the camera looks east.
        Pose(acceleration: Vector3(9.81, 0, 0), heading: 0, right: Vector3(0, 0, 1), top: Vector3(0, 1, 0)),
    ])
    func `The upper edge has the azimuth of the reading`(_ pose: Pose) throws {
        try expect(pose, of: .top)
    }

    @Test(arguments: [
        // Upright in portrait: the camera looks north, then west.
        Pose(acceleration: Vector3(0, 9.81, 0), heading: 0, right: Vector3(1, 0, 0), top: Vector3(0, 0, 1)),
        Pose(acceleration: Vector3(0, 9.81, 0), heading: 270, right: Vector3(0, 1, 0), top: Vector3(0, 0, 1)),
        // Right edge up: +90°, the camera looks east while the upper edge points north.
        Pose(acceleration: Vector3(9.81, 0, 0), heading: 0, right: Vector3(0, 0, 1), top: Vector3(0, 1, 0)),
        // Left edge up: −90°, the camera looks west while the upper edge points north.
        Pose(acceleration: Vector3(-9.81, 0, 0), heading: 0, right: Vector3(0, 0, -1), top: Vector3(0, 1, 0)),
    ])
    func `The camera has the azimuth of the reading plus the rotation of the device`(_ pose: Pose) throws {
        try expect(pose, of: .camera)
    }

    @Test func `A direction without an azimuth is counted, and the last orientation holds`() throws {
        var estimator = CompassHeading()
        let reading = HeadingReading(magnetic: Heading(degrees: 10), trueNorth: nil, accuracy: nil)
        let vertical = SensorFrame(time: 0, accelerometer: Vector3(0, 9.81, 0), heading: reading)
        #expect(estimator.update(with: vertical) == nil)
        #expect(estimator.skips.undetermined == 1)
        let flat = try estimator.output(for: SensorFrame(time: 1, accelerometer: Vector3(0, 0, 9.81)))
        #expect(abs(flat.signedHeadingAngle.degrees + 10) < Self.degrees)
        #expect(estimator.update(with: SensorFrame(time: 2, accelerometer: Vector3(0, 9.81, 0))) == flat)
    }

    @Test func `The true heading precedes the magnetic one, and a reading without either is skipped`() throws {
        var estimator = CompassHeading()
        let both = HeadingReading(magnetic: Heading(degrees: 10), trueNorth: Heading(degrees: 13), accuracy: nil)
        let output = try estimator.output(for: SensorFrame(time: 0, accelerometer: Vector3(0, 0, 9.81), heading: both))
        #expect(abs(output.signedHeadingAngle.degrees + 13) < Self.degrees)
        let neither = HeadingReading(magnetic: nil, trueNorth: Heading(degrees: .nan), accuracy: nil)
        #expect(estimator.update(with: SensorFrame(time: 1, heading: neither)) == output)
        #expect(estimator.skips.nonFinite == 1)
    }

    @Test(arguments: [true, false])
    func `An acceleration above 1 g holds the last orientation, or returns no orientation`(holds: Bool) {
        var estimator = CompassHeading(direction: .camera, tilt: .arcsine, beyondOneG: holds ? .hold : .none)
        let reading = HeadingReading(magnetic: nil, trueNorth: Heading(degrees: 0), accuracy: nil)
        let upright = Vector3(0, Gravity.standard, 0)
        let first = estimator.update(with: SensorFrame(time: 0, accelerometer: upright, heading: reading))
        #expect(first != nil)
        let thrown = SensorFrame(time: 0.1, accelerometer: Vector3(0, 1, -1.01 * Gravity.standard))
        #expect(estimator.update(with: thrown) == (holds ? first : nil))
        #expect(estimator.skips.undetermined == 1)
        // The next frame has an orientation again.
        #expect(estimator.update(with: SensorFrame(time: 0.2, accelerometer: upright)) == first)
    }
}
