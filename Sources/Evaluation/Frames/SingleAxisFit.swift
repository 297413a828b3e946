import RealModule
package import Recordings
package import SensorModel

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
