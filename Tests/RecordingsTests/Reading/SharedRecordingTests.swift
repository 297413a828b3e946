import Recordings
import SensorModel
import TestSupport
import Testing

/// Tests that read public recordings without a given layout.
struct SharedRecordingTests {
    /// The layout, and the sample counts of some streams, which are lines counted in the files.
    struct Expected: Sendable {
        var path: String
        var layout: String
        var accelerometer = 0
        var pose = 0
        var reference = 0
    }

    @Test(
        .enabled(if: SharedDatasets.has("advio") && SharedDatasets.has("trajectories")),
        arguments: [
            Expected(path: "advio/advio-20", layout: "advio", accelerometer: 30967, pose: 18151, reference: 30257),
            Expected(path: "advio/advio-22", layout: "advio", accelerometer: 39450, pose: 23141, reference: 38595),
            Expected(path: "trajectories/V102.txt", layout: "tum-trajectory", pose: 807),
            Expected(path: "trajectories/V102_groundtruth.csv", layout: "euroc-trajectory", pose: 16702),
            Expected(path: "trajectories/fr2_desk_ORB.txt", layout: "tum-trajectory", pose: 2893),
            Expected(path: "trajectories/freiburg1_xyz-rgbdslam_drift.txt", layout: "tum-trajectory", pose: 788),
        ]
    )
    func `A public recording is detected from its files and read completely`(expected: Expected) throws {
        let path = SharedDatasets.path(expected.path)
        #expect(try LayoutDetection(path: path).layout.name == expected.layout)
        let recording = try RecordingReader().read(path: path)
        #expect(recording.accelerometer?.count ?? 0 == expected.accelerometer)
        #expect(recording.pose?.count ?? 0 == expected.pose)
        #expect(recording.reference?.times.count ?? 0 == expected.reference)
        if expected.path == "advio/advio-22" { try Self.expectSpecificForce(recording) }
    }

    @Test(
        .enabled(if: SharedDatasets.has("broad") && SharedDatasets.has("smartphone-attitude")),
        arguments: [
            ("broad/02_undisturbed_slow_rotation_B.csv", "broad"), ("imu/fusion-sensor_data.csv", "x-io"),
            ("ios-logger/2021-07-29T12-52-25", "ios-logger"),
            ("smartphone-attitude/Guillaume_Nexus5_Dist_Texting", "smartphone-attitude"),
            ("smartphone-attitude/Jakob_iPhone5_NoDist_Swinging", "smartphone-attitude"),
        ]
    )
    func `The layout of a public recording is detected from its files`(path: String, layout: String) throws {
        #expect(try LayoutDetection(path: SharedDatasets.path(path)).layout.name == layout)
    }

    /// Checks that ADVIO's accelerometer is a specific force in m/s².
    private static func expectSpecificForce(_ recording: Recording) throws {
        // The first row has a magnitude of 9.87 m/s² and points up.
        let first = try #require(recording.accelerometer?.values.first)
        #expect(first.x == 1.149759 && first.y == 5.166656 && first.z == 8.331075)
        #expect(recording.location?.values.first?.horizontalAccuracyMetres == 65)
    }
}
