import Evaluation
import Recordings
import SensorModel
import TestSupport
import Testing

/// The check of axes and signs for rotation about one axis, which does not determine the axes.
struct SingleAxisCheckTests {
    /// A pendulum whose reference has other body axes, as in RepoIMU: their z axis is the axis of rotation.
    private static func pendulum(axes: Vector3 = Vector3(1, 0, 0)) -> Recording {
        var recording = SyntheticMotion(seed: 43, axes: axes).recording()
        let swap = UnitQuaternion(angle: Angle(degrees: 90), axis: Vector3(0, 1, 0))
        let truth = recording.reference?.orientations ?? []
        recording.reference?.orientations = truth.map { $0 * swap }
        return recording
    }

    private static func mismatches(_ recording: Recording, fitsFrames: Bool) -> [RecordingMismatch] {
        var options = EvaluationOptions()
        options.fitsFrames = fitsFrames
        return RecordingChecks.findings(in: recording, clock: nil, options: options)
            .filter { $0.check == OrientationCheck.name }
            .compactMap(\.mismatch)
    }

    @Test func `Other axes of a pendulum's reference are not taken for another order of columns`() throws {
        let mismatch = try #require(Self.mismatches(Self.pendulum(), fitsFrames: false).first)
        #expect(mismatch.confidence == .possible)
        #expect(mismatch.stream == "reference")
        #expect(
            mismatch.fits
                == "other axes would fit, but rotation about one axis does not determine the axes; "
                + "fit the reference's frames (--fit-frames)"
        )
    }

    @Test func `Fitted frames explain other axes of a pendulum's reference`() {
        #expect(Self.mismatches(Self.pendulum(), fitsFrames: true).isEmpty)
    }

    @Test(arguments: [false, true])
    func `A reversed accelerometer of a pendulum is found`(fitsFrames: Bool) throws {
        var recording = SyntheticMotion(seed: 43, axes: Vector3(1, 0, 0)).recording()
        recording.accelerometer = recording.accelerometer?.scaled(by: -1)
        let mismatch = try #require(Self.mismatches(recording, fitsFrames: fitsFrames).first)
        #expect(mismatch.stream == "accelerometer")
        #expect(try #require(mismatch.fits).hasPrefix("gravity's sign is reversed"))
    }

    @Test func `Another order of columns is found for motion about all axes`() throws {
        var recording = SyntheticMotion(seed: 44).recording()
        let truth = recording.reference?.orientations ?? []
        recording.reference?.orientations = truth.map { UnitQuaternion(unchecked: $0.x, $0.y, $0.z, $0.w) }
        let mismatch = try #require(Self.mismatches(recording, fitsFrames: false).first)
        #expect(try #require(mismatch.fits).hasPrefix("the quaternion's columns are x, y, z, w"), "\(mismatch)")
    }
}
