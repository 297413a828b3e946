import Recordings
import SensorModel

extension ReferenceStream {
    /// The reference converted to device → Earth by a fit of its frames to the recording's own sensors. Its north
    /// remains unknown.
    ///
    /// - Returns: the reference and the fit, or the reason why the fit is impossible.
    func fittingFrames(to recording: Recording) -> Result<(ReferenceStream, FrameFit), FrameFitError> {
        let reference = OrientationTrack(self)
        let device: (track: OrientationTrack, name: String)
        if let gyroscope = recording.gyroscope, gyroscope.count > 1 {
            device = (OrientationTrack(integrating: gyroscope), "gyroscope")
        } else if let attitude = recording.attitude, attitude.count > 1 {
            device = (OrientationTrack(attitude), "attitude")
        } else {
            return .failure(FrameFitError("the recording has neither a gyroscope nor an attitude"))
        }
        return BodyRotationFit.fit(device: device.track, reference: reference, acceptsSingleAxis: true).flatMap { fit in
            tilt(of: recording, reference, fit.rotation).flatMap { tilt in
                guard let axis = fit.singleAxis else { return .success((fit, tilt, nil)) }
                return SingleAxisFit.fit(fit, axis: axis, tilt: tilt.fit, reference: self).flatMap { single in
                    self.tilt(of: recording, reference, single.body.rotation).map { (single.body, $0, single.summary) }
                }
            }
        }.map { (body: BodyRotationFit, tilt: Tilt, single: FrameFit.SingleAxis?) in
            let fit = FrameFit(
                body: FrameFit.Part(
                    body.rotation,
                    residual: Angle(radians: body.residual).degrees,
                    uncertainty: body.uncertainty,
                    source: device.name
                ),
                world: FrameFit.Part(
                    tilt.fit.rotation,
                    residual: tilt.fit.residual.degrees,
                    uncertainty: tilt.fit.uncertainty,
                    source: tilt.source
                ),
                singleAxis: single
            )
            return (rotated(world: tilt.fit.rotation, body: body.rotation), fit)
        }
    }

    /// The reference in other frames: q = W* ⊗ q_ref ⊗ B*.
    private func rotated(world: UnitQuaternion, body: UnitQuaternion) -> ReferenceStream {
        var fitted = self
        for index in orientations.indices where isValid[index] {
            fitted.orientations[index] = world.conjugate * orientations[index] * body.conjugate
        }
        return fitted
    }

    private typealias Tilt = (fit: WorldTiltFit, source: String)

    private func tilt(
        of recording: Recording,
        _ reference: OrientationTrack,
        _ body: UnitQuaternion
    ) -> Result<Tilt, FrameFitError> {
        if let accelerometer = recording.accelerometer, accelerometer.count > 1 {
            return WorldTiltFit.fit(
                times: accelerometer.times,
                forces: accelerometer.values,
                reference: reference,
                body: body
            ).map { ($0, "accelerometer") }
        }
        guard let attitude = recording.attitude, attitude.count > 1 else {
            return .failure(
                FrameFitError("the recording has neither an accelerometer nor an attitude for the vertical")
            )
        }
        return WorldTiltFit.fit(
            times: attitude.times,
            forces: attitude.values.map { $0.conjugate.rotate(Vector3(0, 0, 1)) },
            reference: reference,
            body: body
        ).map { ($0, "attitude") }
    }
}
