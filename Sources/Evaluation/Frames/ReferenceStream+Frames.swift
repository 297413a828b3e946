import RealModule
package import Recordings
package import SensorModel

extension ReferenceStream {
    /// Converts the reference to orientations of the device relative to the Earth, by fitting the reference's frames to
    /// the recording's sensors. North remains unknown.
    ///
    /// - Returns: the reference and the fit, or the reason why the fit is impossible.
    func fittingFrames(to recording: Recording) -> Result<(ReferenceStream, FrameFit), Unmeasured> {
        let reference = OrientationTrack(self)
        let device: (track: OrientationTrack, name: String)
        if let gyroscope = recording.gyroscope, gyroscope.count > 1 {
            device = (OrientationTrack(integrating: gyroscope), "gyroscope")
        } else if let attitude = recording.attitude, attitude.count > 1 {
            device = (OrientationTrack(attitude), "attitude")
        } else {
            return .failure(Unmeasured("the recording has neither a gyroscope nor an attitude"))
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

    /// Returns the reference after removal of the rotations W and B: q = W* ⊗ q_ref ⊗ B*.
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
    ) -> Result<Tilt, Unmeasured> {
        let up: (times: [Seconds], forces: [Vector3], source: String)
        if let accelerometer = recording.accelerometer, accelerometer.count > 1 {
            up = (accelerometer.times, accelerometer.values, "accelerometer")
        } else if let attitude = recording.attitude, attitude.count > 1 {
            let vertical = Vector3(0, 0, 1)
            up = (attitude.times, attitude.values.map { $0.conjugate.rotate(vertical) }, "attitude")
        } else {
            return .failure(
                Unmeasured("the vertical is unknown: the recording has neither an accelerometer nor an attitude")
            )
        }
        return WorldTiltFit.fit(times: up.times, forces: up.forces, reference: reference, body: body)
            .map { ($0, up.source) }
    }
}

/// The fit of the body rotation's angle φ about the axis n, for a device that rotates about n only.
///
/// N is the axis n in the reference's world. A rotation of the body about n by φ is indistinguishable from a rotation
/// of the world about N by −φ: q_ref ⊗ R(n, φ)* = R(N, −φ) ⊗ q_ref. The world rotation that is fitted to gravity
/// includes R(N, −φ). Therefore φ changes the fitted orientations only if N wobbles.
///
/// If N is not vertical, and if some φ makes the z axis of the reference's world vertical, this φ is used. Otherwise, φ
/// is computed from the small rotations about other axes and has a large uncertainty.
package struct SingleAxisFit {
    /// The sine of 30°. Gravity determines the body rotation's angle only if the device's axis of rotation is at least
    /// 30° from the vertical.
    private static let minimumSine = 0.5
    /// The limit for the difference between two angles from the device's axis of rotation: to the measured up, and to
    /// the z axis of the reference's world. Beyond this limit, the world is not level. In a level world, the two angles
    /// are equal.
    private static let maximumTilt = Angle(degrees: 5)
    private static let maximumEffect = Angle(degrees: 1)
    /// The ratio of the RMS error to the median error of a direction with Gaussian errors: √2/1.177.
    private static let rootMeanSquareByMedian = 1.2011

    /// The body rotation, including the fitted angle about the axis.
    package let body: BodyRotationFit
    package let summary: FrameFit.SingleAxis

    /// Fits the angle about the axis.
    ///
    /// - Parameters:
    ///   - body: the fit of the body rotation, without the angle about the axis.
    ///   - axis: the axis n in the device's frame.
    ///   - tilt: the tilt of the reference's world, fitted with this body rotation.
    ///   - reference: the reference.
    package static func fit(
        _ body: BodyRotationFit,
        axis: Vector3,
        tilt: WorldTiltFit,
        reference: ReferenceStream
    ) -> Result<SingleAxisFit, Unmeasured> {
        let own = body.rotation.conjugate.rotate(axis)
        let directions = reference.orientations.indices
            .filter { reference.isValid[$0] }
            .map { reference.orientations[$0].rotate(own) }
        // The median of each component is insensitive to jumps of the reference.
        guard !directions.isEmpty, let mean = GyroscopeReference.median(of: directions).normalised else {
            return .failure(Unmeasured("the device's axis of rotation has no constant direction in the world"))
        }
        let wobble = rootMeanSquareByMedian * ErrorStatistics.median(of: directions.map { angle($0, mean) })
        let level = angleInLevelWorld(about: mean, up: tilt.up)
        let error = level == nil ? body.uncertainty : Angle(radians: tilt.uncertainty.radians / sine(mean, tilt.up))
        let effect = 2 * Double.sin(min(error.radians, .pi) / 2) * wobble
        guard effect < maximumEffect.radians else {
            return .failure(
                Unmeasured(
                    "the device rotates mainly about one axis, and the body's angle about this axis is too uncertain "
                        + "(\((error.degrees * 10).rounded() / 10) deg)"
                )
            )
        }
        let turn = UnitQuaternion(angle: level ?? .zero, axis: axis)
        let rotation = BodyRotationFit(
            rotation: turn * body.rotation,
            residual: body.residual,
            uncertainty: max(error, body.uncertaintyAcross),
            singleAxis: axis,
            uncertaintyAcross: body.uncertaintyAcross
        )
        let summary = FrameFit.SingleAxis(
            axis: [axis.x, axis.y, axis.z],
            source: level == nil ? .rotations : .gravity,
            wobble: Angle(radians: wobble).degrees,
            effect: Angle(radians: effect).degrees
        )
        return .success(SingleAxisFit(body: rotation, summary: summary))
    }

    /// Returns the angle of the body rotation about `axis` for which the reference's world is level. Returns `nil` if
    /// the axis is nearly vertical, or if the world is not level for any angle.
    private static func angleInLevelWorld(about axis: Vector3, up: Vector3) -> Angle? {
        let vertical = Vector3(0, 0, 1)
        guard sine(axis, vertical) > minimumSine, sine(axis, up) > minimumSine,
            abs(angle(axis, vertical) - angle(axis, up)) < maximumTilt.radians
        else { return nil }
        let from = vertical - axis * vertical.dot(axis)
        let to = up - axis * up.dot(axis)
        return Angle(radians: Double.atan2(y: axis.dot(from.cross(to)), x: from.dot(to)))
    }

    private static func sine(_ left: Vector3, _ right: Vector3) -> Double { left.cross(right).length }

    private static func angle(_ left: Vector3, _ right: Vector3) -> Double {
        Double.atan2(y: left.cross(right).length, x: left.dot(right))
    }
}

/// The tilt of a reference's world, determined by the mean specific force in this world.
///
/// The acceleration of a carried device averages to zero within seconds, so the mean specific force points up. The
/// specific force does not determine north. The magnetometer could determine north, but its errors would then affect
/// the reference and many evaluated pipelines alike. Therefore, the fit does not use the magnetometer.
package struct WorldTiltFit {
    /// The time over which the specific force is averaged, in seconds.
    static let block: Seconds = 2
    private static let minimumBlocks = 5
    private static let maximumScatter = Angle(degrees: 10)

    /// The rotation W about a horizontal axis that maps the z axis to ``up``.
    package let rotation: UnitQuaternion
    /// The direction of up in the reference's world.
    var up: Vector3 { rotation.rotate(Vector3(0, 0, 1)) }
    /// The RMS angle between the mean specific force of each block of 2 s and the mean of all blocks.
    package let residual: Angle
    package let uncertainty: Angle

    package init(rotation: UnitQuaternion, residual: Angle, uncertainty: Angle) {
        self.rotation = rotation
        self.residual = residual
        self.uncertainty = uncertainty
    }

    /// Fits the tilt.
    ///
    /// - Parameters:
    ///   - times: the times of `forces`, ascending.
    ///   - forces: the specific force in device axes, or any vector that points up.
    ///   - reference: the orientations of the reference.
    ///   - body: the body rotation B.
    package static func fit(
        times: [Seconds],
        forces: [Vector3],
        reference: OrientationTrack,
        body: UnitQuaternion
    ) -> Result<WorldTiltFit, Unmeasured> {
        let means = means(times, forces, reference, body)
        guard means.count >= minimumBlocks, var up = direction(means.map { ($0, 1) }) else {
            return .failure(Unmeasured("the vertical is unknown: less than 10 s of specific force"))
        }
        for _ in 0..<20 {
            let angles = means.map { angle($0, up) }
            // The median of a direction's error is 1.177 σ; Tukey's constant for 95 % efficiency is 4.685.
            let limit = max(4.685 * ErrorStatistics.median(of: angles) / 1.177, 1e-9)
            let weights = angles.map { BodyRotationFit.biweight($0 / limit) }
            guard let next = direction(Array(zip(means, weights))) else { break }
            let change = angle(next, up)
            up = next
            if change < 1e-10 { break }
        }
        let residual = Angle(radians: means.lazy.map { angle($0, up) }.rootMeanSquare ?? .pi)
        guard residual < maximumScatter else {
            let degrees = (residual.degrees * 10).rounded() / 10
            return .failure(
                Unmeasured(
                    "gravity has no constant direction in the reference's world (it scatters by \(degrees) deg)"
                )
            )
        }
        return .success(
            WorldTiltFit(
                rotation: shortest(to: up),
                residual: residual,
                uncertainty: Angle(radians: residual.radians / Double(means.count).squareRoot())
            )
        )
    }

    private static func means(
        _ times: [Seconds],
        _ forces: [Vector3],
        _ reference: OrientationTrack,
        _ body: UnitQuaternion
    ) -> [Vector3] {
        var cursor = 0
        var known: (times: [Seconds], forces: [Vector3]) = ([], [])
        for (time, force) in zip(times, forces) where force.isFinite {
            guard let orientation = reference.orientation(at: time, from: &cursor) else { continue }
            known.times.append(time)
            known.forces.append((orientation * body.conjugate).rotate(force))
        }
        return TimeSpans.ranges(of: known.times, span: block).compactMap {
            Vector3.mean(of: known.forces[$0])?.normalised
        }
    }

    private static func direction(_ weighted: [(Vector3, Double)]) -> Vector3? {
        weighted.reduce(Vector3.zero) { $0 + $1.0 * $1.1 }.normalised
    }

    private static func angle(_ left: Vector3, _ right: Vector3) -> Double {
        let angle = left.turn(to: right).length
        return angle < 1e-9 && left.dot(right) < 0 ? .pi : angle
    }

    /// Returns the shortest rotation that maps the up axis to a direction. If the direction is down, half a turn about
    /// East is returned.
    private static func shortest(to direction: Vector3) -> UnitQuaternion {
        let up = Vector3(0, 0, 1)
        let turn = up.turn(to: direction)
        guard turn.length < 1e-9, direction.z < 0 else { return UnitQuaternion(rotationVector: turn) }
        return UnitQuaternion(angle: Angle(degrees: 180), axis: Vector3(1, 0, 0))
    }
}
