import Evaluation
import RealModule
import Recordings
import SensorModel
import TestSupport
import Testing

@Suite("Frames of the truth")
struct FrameFitTests {
    /// Degrees. The gyroscope's noise over a minute, and the effect of the motion's curvature at 100 Hz.
    private static let fitted = 0.1

    /// A recording whose device attitude is the truth, tilted by 1°. The reference has other frames: q_ref = W ⊗ q ⊗ B.
    private func recording(
        _ motion: SyntheticMotion = SyntheticMotion(seed: 31),
        body: UnitQuaternion,
        world: UnitQuaternion
    ) -> Recording {
        var recording = motion.recording(bias: Vector3(0.01, 0.02, -0.01))
        let truth = recording.reference?.orientations ?? []
        let tilt = UnitQuaternion(angle: Angle(degrees: 1), axis: Vector3(1, 0, 0))
        recording.attitude = SensorStream(times: recording.reference?.times ?? [], values: truth.map { tilt * $0 })
        recording.reference?.orientations = truth.map { world * $0 * body }
        return recording
    }

    @Test(arguments: [1, 2, 3, 4])
    func `Constant rotations of body and world are found`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let (body, world) = (generator.orientation(), generator.orientation())
        let run = try recording(body: body, world: world).run { $0.fitsFrames = true }
        let frames = try #require(run.reference?.frames)
        #expect(abs(frames.body.angle - body.rotationAngle.degrees) < Self.fitted)
        let axis = Vector3(frames.body.axis[0], frames.body.axis[1], frames.body.axis[2])
        let found = UnitQuaternion(angle: Angle(degrees: frames.body.angle), axis: axis)
        #expect(found.angle(to: body).degrees < Self.fitted)
        #expect(frames.body.uncertainty < Self.fitted)
        // W is known except for a rotation about Up, so the angle between the two vertical directions is compared.
        let up = world.rotate(Vector3(0, 0, 1))
        #expect(abs(frames.world.angle - Double.acos(up.z) * 180 / .pi) < Self.fitted)
        #expect(abs(try #require(run.metrics[.inclinationRMSE]) - 1) < Self.fitted)
        #expect(run.remarks.contains { $0.hasPrefix("frames fitted: body ") })
    }

    @Test func `North remains unknown, and heading is measured after alignment`() throws {
        let recording = recording(body: .identity, world: Synthetic.heading(77))
        let open = try recording.run { $0.fitsFrames = true }
        for name in [Metric.headingRMSE, .totalRMSE, .totalMax, .headingOffset] {
            #expect(open.metrics[name] == nil)
            #expect(
                open.metrics.note(for: name)
                    == "the fit of the frames does not determine north; use --heading-alignment"
            )
        }
        let aligned = try recording.run { options in
            options.headingAlignment = .constant
            options.fitsFrames = true
        }
        #expect(abs(try #require(aligned.metrics[.headingOffset]) + 77) < Self.fitted)
        #expect(abs(try #require(aligned.metrics[.totalRMSE]) - 1) < Self.fitted)
    }

    @Test func `Outliers in a tenth of the truth change the angle of the body rotation by less than 0.1°`() throws {
        var generator = SeededGenerator(seed: 5)
        let body = generator.orientation()
        var recording = recording(body: body, world: .identity)
        recording.insertOutliers(&generator)
        let frames = try #require(try recording.run { $0.fitsFrames = true }.reference?.frames)
        #expect(abs(frames.body.angle - body.rotationAngle.degrees) < Self.fitted)
    }

    @Test func `A truth of conjugate quaternions is rejected`() throws {
        var recording = recording(body: .identity, world: .identity)
        let conjugates = try #require(recording.reference).orientations.map(\.conjugate)
        recording.reference?.orientations = conjugates
        let note = try #require(try recording.run { $0.fitsFrames = true }.metrics.note(for: .inclinationRMSE))
        #expect(note.hasPrefix("the reference's frames could not be fitted: "), "\(note)")
    }

    @Test func `Frames are fitted on request only`() throws {
        let run = try recording(body: Synthetic.heading(10), world: .identity).run()
        #expect(run.reference?.frames == nil)
        #expect(!run.remarks.contains { $0.contains("frames") })
    }

    @Test func `A remark says that a recording without truth has no frames to fit`() throws {
        var recording = recording(body: .identity, world: .identity)
        recording.reference = nil
        let run = try recording.run { $0.fitsFrames = true }
        #expect(run.remarks.contains("frames were not fitted: no reference orientation"))
    }

    @Test(.enabled(if: SharedDatasets.has("smartphone-attitude")))
    func `The body of a phone's reference is rotated by less than 3°, and its world by less than 1°`() throws {
        let run = try SharedRecordings.phone("Jakob_iPhone5_NoDist_AR").run { $0.fitsFrames = true }
        let frames = try #require(run.reference?.frames)
        // The fit is within degrees of the frames that the authors calibrated: doi:10.1016/j.pmcj.2018.03.004.
        #expect(frames.body.angle < 3)
        #expect(frames.world.angle < 1)
    }
}
