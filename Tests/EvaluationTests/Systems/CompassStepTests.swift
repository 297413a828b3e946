import Evaluation
import Geodesy
import Pipelines
import Recordings
import SensorModel
import TestSupport
import Testing

/// The compass in whole degrees of AREA 2013 makes places jump by 480/56 ≈ 8.57 pixels.
struct CompassStepTests {
    /// Pixels: rounding.
    private static let tolerance = 1e-3

    /// A device in portrait that turns to the right by 1° per second, with an exact compass.
    private static func recording() -> Recording {
        let times = (0...1_000).map { Double($0) / 100 }
        let upright = UnitQuaternion(angle: Angle(degrees: 90), axis: Vector3(1, 0, 0))
        // The headings differ from the steps by half a degree, so that rounding has no effect at the ends.
        let headings = times.map { 356.25 + $0 }
        var recording = Recording(name: "slow turn")
        recording.accelerometer = SensorStream(times: times, values: times.map { _ in Vector3(0, Gravity.standard, 0) })
        recording.heading = SensorStream(
            times: times,
            values: headings.map { HeadingReading(magnetic: nil, trueNorth: Heading(degrees: $0), accuracy: nil) }
        )
        recording.reference = ReferenceStream(
            times: times,
            orientations: headings.map {
                UnitQuaternion(angle: Angle(degrees: -$0), axis: Vector3(0, 0, 1)) * upright
            }
        )
        return recording
    }

    @Test func `Each step of the compass is a jump of every shown place; without steps no place jumps`() throws {
        let position = try #require(GeodeticPosition(latitudeDegrees: 48.4, longitudeDegrees: 9.98, height: 478))
        let north = try #require(GreatCircle.destination(from: position.point, bearing: .zero, distance: 1_000))
        let scene = SystemScene(
            places: PlaceSet([PointOfInterest(name: "north", point: north)]),
            station: position
        )
        let runs = try RecordingEvaluation.evaluate(
            Self.recording(),
            subjects: ["area", "area-paper"].map { .system(try DescribedSystem(parsing: $0)) },
            scene: scene
        ).map(\.run)
        #expect(runs[0].metrics[.pixelJumps] == 0)
        // The heading passes 356.5°, 357.5°, … 365.5°: ten steps.
        #expect(runs[1].metrics[.pixelJumps] == 10)
        let smooth = try #require(runs[0].metrics[.incrementRMSPixels])
        let stepped = try #require(runs[1].metrics[.incrementRMSPixels])
        // Pixels: 10 of 300 frames have an error of 8.57 − 0.29, the others of 0.29.
        let (step, turn) = (480.0 / 56, 480.0 / 56 / 30)
        let expected = ((10 * (step - turn) * (step - turn) + 290 * turn * turn) / 300).squareRoot()
        #expect(abs(stepped - expected) < Self.tolerance)
        // Readings have an interval of 10 ms, in which the device turns by 0.01°, 0.09 pixels.
        #expect(smooth < 0.09)
    }
}
