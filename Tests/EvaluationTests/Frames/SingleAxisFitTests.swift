import Evaluation
import RealModule
import Recordings
import SensorModel
import TestSupport
import Testing

@Suite("Frames of the truth for motion about one axis")
struct SingleAxisFitTests {
    /// Degrees. The gyroscope's noise over a minute, and the effect of the motion's curvature at 100 Hz.
    private static let fitted = 0.1
    /// The axis of a pendulum: horizontal, East.
    private static let axis = Vector3(1, 0, 0)

    /// A recording whose device attitude is the truth, tilted by 1°. The reference has other frames: q_ref = W ⊗ q ⊗ B.
    private func recording(
        axes: Vector3 = axis,
        body: UnitQuaternion,
        world: UnitQuaternion
    ) -> Recording {
        var recording = SyntheticMotion(seed: 41, axes: axes).recording(bias: Vector3(0.01, 0.02, -0.01))
        let truth = recording.reference?.orientations ?? []
        let tilt = UnitQuaternion(angle: Angle(degrees: 1), axis: Vector3(0, 1, 0))
        recording.attitude = SensorStream(times: recording.reference?.times ?? [], values: truth.map { tilt * $0 })
        recording.reference?.orientations = truth.map { world * $0 * body }
        return recording
    }

    private static func rotation(_ part: FrameFit.Part) -> UnitQuaternion {
        UnitQuaternion(angle: Angle(degrees: part.angle), axis: Vector3(part.axis[0], part.axis[1], part.axis[2]))
    }

    @Test(arguments: [1, 2, 3, 4])
    func `In a level world, gravity adds the angle about the axis of a pendulum`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let body = generator.orientation()
        let run = try recording(body: body, world: Synthetic.heading(50)).run { $0.fitsFrames = true }
        let frames = try #require(run.reference?.frames)
        #expect(Self.rotation(frames.body).angle(to: body).degrees < Self.fitted)
        #expect(frames.body.uncertainty < Self.fitted)
        #expect(frames.world.angle < Self.fitted)
        let single = try #require(frames.singleAxis)
        #expect(single.source == .gravity)
        #expect(Angle(radians: Double.acos(min(1, abs(single.axis[0])))).degrees < Self.fitted)
        #expect(abs(try #require(run.metrics[.inclinationRMSE]) - 1) < Self.fitted)
        #expect(run.remarks.contains { $0.contains("only: the body's angle about this axis follows from gravity") })
    }

    /// The world's z axis is the horizontal axis of the pendulum, as in RepoIMU.
    @Test(arguments: [0.0, 40, 180])
    func `In a world that is not level, the inclination does not depend on the angle about the axis`(
        degrees: Double
    ) throws {
        let spin = UnitQuaternion(angle: Angle(degrees: degrees), axis: Self.axis)
        let swap = UnitQuaternion(angle: Angle(degrees: 90), axis: Vector3(0, 1, 0))
        let run = try recording(body: spin * swap, world: swap.conjugate).run { $0.fitsFrames = true }
        let frames = try #require(run.reference?.frames)
        #expect(frames.singleAxis?.source == .rotations)
        #expect(abs(try #require(run.metrics[.inclinationRMSE]) - 1) < Self.fitted)
        #expect(frames.body.uncertainty > 1)
        let remark = "only: the body's angle about this axis is uncertain, which changes"
        #expect(run.remarks.contains { $0.contains(remark) })
    }

    @Test func `Inclination is measured of a device that rotates about the vertical only`() throws {
        var generator = SeededGenerator(seed: 9)
        let body = generator.orientation()
        let recording = recording(axes: Vector3(0, 0, 1), body: body, world: generator.orientation())
        let run = try recording.run { $0.fitsFrames = true }
        #expect(run.reference?.frames?.singleAxis != nil)
        #expect(abs(try #require(run.metrics[.inclinationRMSE]) - 1) < Self.fitted)
    }

    @Test func `Outliers in a tenth of the truth change the body rotation by less than 0.5°`() throws {
        var generator = SeededGenerator(seed: 5)
        let body = generator.orientation()
        var recording = recording(body: body, world: .identity)
        recording.insertOutliers(&generator)
        let frames = try #require(try recording.run { $0.fitsFrames = true }.reference?.frames)
        #expect(Self.rotation(frames.body).angle(to: body).degrees < 5 * Self.fitted)
    }

    @Test func `For motion about all axes, the angle from gravity agrees with that of the rotations`() throws {
        var generator = SeededGenerator(seed: 6)
        let body = generator.orientation()
        let recording = recording(axes: Vector3(1, 0.2, 0.2), body: body, world: .identity)
        let reference = try #require(recording.reference)
        let track = OrientationTrack(reference)
        let device = OrientationTrack(integrating: try #require(recording.gyroscope))
        let rich = try BodyRotationFit.fit(device: device, reference: track, acceptsSingleAxis: true).get()
        #expect(rich.singleAxis == nil)
        #expect(rich.rotation.angle(to: body).degrees < Self.fitted)
        // The fit must undo this rotation.
        let turn = UnitQuaternion(angle: Angle(degrees: 30), axis: Self.axis)
        let turned = BodyRotationFit(
            rotation: turn * rich.rotation,
            residual: rich.residual,
            uncertainty: rich.uncertainty,
            singleAxis: Self.axis,
            uncertaintyAcross: rich.uncertaintyAcross
        )
        let force = try #require(recording.accelerometer)
        let tilt = try WorldTiltFit.fit(
            times: force.times,
            forces: force.values,
            reference: track,
            body: turned.rotation
        ).get()
        let single = try SingleAxisFit.fit(turned, axis: Self.axis, tilt: tilt, reference: reference).get()
        // Motion about the other axes moves the mean of gravity by the square of its angle.
        #expect(single.body.rotation.angle(to: body).degrees < 1)
    }

    @Test func `A device that does not rotate has no body rotation`() throws {
        let run = try recording(axes: .zero, body: .identity, world: .identity).run { $0.fitsFrames = true }
        #expect(run.reference?.frames == nil)
        #expect(
            run.metrics.note(for: .inclinationRMSE)
                == "the reference's frames could not be fitted: the reference rotates too little"
        )
    }

    /// A vertical axis that wobbles at a constant angle of 2° around its mean direction.
    private func wobbling(uncertainty: Double) -> Result<SingleAxisFit, Unmeasured> {
        let tilt = UnitQuaternion(angle: Angle(degrees: 2), axis: Vector3(1, 0, 0))
        let orientations = (0..<360).map { Synthetic.heading(Double($0)) * tilt }
        let body = BodyRotationFit(
            rotation: .identity,
            residual: 0,
            uncertainty: Angle(degrees: uncertainty),
            singleAxis: Vector3(0, 0, 1),
            uncertaintyAcross: .zero
        )
        return SingleAxisFit.fit(
            body,
            axis: Vector3(0, 0, 1),
            tilt: WorldTiltFit(rotation: .identity, residual: .zero, uncertainty: .zero),
            reference: ReferenceStream(times: orientations.indices.map(Double.init), orientations: orientations)
        )
    }

    @Test func `The effect of an uncertain angle is its chord times the wobble of the axis`() throws {
        let summary = try wobbling(uncertainty: 10).get().summary
        // The RMS of a Gaussian direction with the median 2° is 2° √2/1.1774 = 2.4022°; the chord of 10° is 0.174311.
        #expect(abs(summary.wobble - 2.4022) < 1e-3)
        #expect(abs(summary.effect - 0.41873) < 1e-3)
        #expect(summary.source == .rotations)
    }

    @Test func `An angle that changes orientations by over 1 degree is rejected`() {
        guard case .failure(let error) = wobbling(uncertainty: 60) else {
            Issue.record("the fit succeeds")
            return
        }
        #expect(
            error.reason == "the device rotates mainly about one axis, and the body's angle about this axis is too "
                + "uncertain (60.0 deg)"
        )
    }
}
