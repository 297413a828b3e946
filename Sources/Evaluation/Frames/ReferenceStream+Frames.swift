import RealModule
package import Recordings
package import SensorModel

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

/// The fit of B's angle about n where the device rotates about one axis n only.
///
/// A rotation of the body about n by φ and a rotation of the world by −φ about N, the axis in the reference's world,
/// are indistinguishable: q_ref ⊗ R(n, φ)* = R(N, −φ) ⊗ q_ref. The tilt of the world is fitted by gravity and includes
/// the latter, so φ has an effect on orientations only as far as N wobbles. If N is not vertical, φ is chosen so that the
/// world is level about N. Otherwise the small rotations about other axes determine φ with a large uncertainty.
package struct SingleAxisFit {
    /// The least sine of the angle between N and the vertical for which gravity determines φ: 30°.
    private static let leastSine = 0.5
    /// The largest difference of the two angles between N and up (measured, and the world's z axis) in a level world.
    private static let mostTilt = Angle(degrees: 5)
    private static let mostEffect = Angle(degrees: 1)
    /// The RMS of a Gaussian direction's error relative to its median: √2/1.177.
    private static let rootMeanSquareByMedian = 1.2011

    /// The body rotation with the angle about the axis.
    package let body: BodyRotationFit
    package let summary: FrameFit.SingleAxis

    /// - Parameters:
    ///   - body: the fit of the rotations.
    ///   - axis: n, in device axes.
    ///   - tilt: the tilt of the world for this body rotation.
    package static func fit(
        _ body: BodyRotationFit,
        axis: Vector3,
        tilt: WorldTiltFit,
        reference: ReferenceStream
    ) -> Result<SingleAxisFit, FrameFitError> {
        let own = body.rotation.conjugate.rotate(axis)
        let directions = reference.orientations.indices.lazy
            .filter { reference.isValid[$0] }
            .map { reference.orientations[$0].rotate(own) }
        guard let mean = median(Array(directions)) else {
            return .failure(FrameFitError("the device's axis of rotation has no constant direction in the world"))
        }
        let wobble = rootMeanSquareByMedian * ErrorStatistics.median(of: directions.map { angle($0, mean) })
        let level = angleInLevelWorld(about: mean, up: tilt.up)
        let error = level == nil ? body.uncertainty : Angle(radians: tilt.uncertainty.radians / sine(mean, tilt.up))
        let effect = 2 * Double.sin(min(error.radians, .pi) / 2) * wobble
        guard effect < mostEffect.radians else {
            return .failure(
                FrameFitError(
                    "the device rotates mainly about one axis, and the body rotation about it is too uncertain "
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

    /// The φ that makes the world level about N; nil where N is near a vertical, or where no φ makes the world level.
    private static func angleInLevelWorld(about axis: Vector3, up: Vector3) -> Angle? {
        let vertical = Vector3(0, 0, 1)
        guard sine(axis, vertical) > leastSine, sine(axis, up) > leastSine,
            abs(angle(axis, vertical) - angle(axis, up)) < mostTilt.radians
        else { return nil }
        let from = vertical - axis * vertical.dot(axis)
        let to = up - axis * up.dot(axis)
        return Angle(radians: Double.atan2(y: axis.dot(from.cross(to)), x: from.dot(to)))
    }

    private static func sine(_ left: Vector3, _ right: Vector3) -> Double { left.cross(right).length }

    private static func angle(_ left: Vector3, _ right: Vector3) -> Double {
        Double.atan2(y: left.cross(right).length, x: left.dot(right))
    }

    /// The direction of the medians of the components, which jumps of the reference do not affect.
    private static func median(_ directions: [Vector3]) -> Vector3? {
        guard !directions.isEmpty else { return nil }
        return Vector3(
            ErrorStatistics.median(of: directions.map(\.x)),
            ErrorStatistics.median(of: directions.map(\.y)),
            ErrorStatistics.median(of: directions.map(\.z))
        ).normalised
    }
}

/// The tilt of a reference's world: the direction of up in it, from the specific force rotated into it.
///
/// Over seconds the mean acceleration of a carried device is zero, so the mean specific force points up. It does not
/// determine north, and the magnetometer is too inaccurate to judge pipelines that use it.
package struct WorldTiltFit {
    /// The time over which the specific force is averaged.
    static let block: Seconds = 2
    private static let fewestBlocks = 5
    private static let mostScatter = Angle(degrees: 10)

    /// The rotation W of up into the reference's world, about a horizontal axis.
    package let rotation: UnitQuaternion
    /// The direction of up in the reference's world.
    var up: Vector3 { rotation.rotate(Vector3(0, 0, 1)) }
    /// The RMS angle between the means of the blocks and the total mean.
    package let residual: Angle
    package let uncertainty: Angle

    package init(rotation: UnitQuaternion, residual: Angle, uncertainty: Angle) {
        self.rotation = rotation
        self.residual = residual
        self.uncertainty = uncertainty
    }

    /// - Parameters:
    ///   - forces: the specific force in device axes, or any vector that points up; oldest first.
    ///   - reference: the reference track.
    ///   - body: the rotation B.
    package static func fit(
        times: [Seconds],
        forces: [Vector3],
        reference: OrientationTrack,
        body: UnitQuaternion
    ) -> Result<WorldTiltFit, FrameFitError> {
        let means = means(times, forces, reference, body)
        guard means.count >= fewestBlocks, var up = direction(means.map { ($0, 1) }) else {
            return .failure(FrameFitError("the vertical needs at least 10 s of specific force"))
        }
        for _ in 0..<20 {
            let angles = means.map { angle($0, up) }
            // The median of a direction's error is 1.177 σ; Tukey's constant for 95 % efficiency is 4.685.
            let limit = max(4.685 * ErrorStatistics.median(of: angles) / 1.177, 1e-9)
            let weights = angles.map { angle in
                let share = angle / limit
                return share < 1 ? (1 - share * share) * (1 - share * share) : 0
            }
            guard let next = direction(Array(zip(means, weights))) else { break }
            let change = angle(next, up)
            up = next
            if change < 1e-10 { break }
        }
        let residual = Angle(radians: means.lazy.map { angle($0, up) }.rootMeanSquare ?? .pi)
        guard residual < mostScatter else {
            let degrees = (residual.degrees * 10).rounded() / 10
            return .failure(
                FrameFitError(
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
        var place = 0
        var known: (times: [Seconds], forces: [Vector3]) = ([], [])
        for (time, force) in zip(times, forces) where force.isFinite {
            guard let orientation = reference.orientation(at: time, from: &place) else { continue }
            known.times.append(time)
            known.forces.append((orientation * body.conjugate).rotate(force))
        }
        let ranges = TimeSpans.ranges(of: known.times, span: block, longestGap: EvaluationOptions.longestReferenceGap)
        return ranges.compactMap { Vector3.mean(of: known.forces[$0])?.normalised }
    }

    private static func direction(_ weighted: [(Vector3, Double)]) -> Vector3? {
        weighted.reduce(Vector3.zero) { $0 + $1.0 * $1.1 }.normalised
    }

    private static func angle(_ left: Vector3, _ right: Vector3) -> Double {
        let angle = left.turn(to: right).length
        return angle < 1e-9 && left.dot(right) < 0 ? .pi : angle
    }

    /// The shortest rotation of Up to a direction; half a turn about East if the direction is down.
    private static func shortest(to direction: Vector3) -> UnitQuaternion {
        let up = Vector3(0, 0, 1)
        let turn = up.turn(to: direction)
        guard turn.length < 1e-9, direction.z < 0 else { return UnitQuaternion(rotationVector: turn) }
        return UnitQuaternion(angle: Angle(degrees: 180), axis: Vector3(1, 0, 0))
    }
}
