package import SensorModel

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
