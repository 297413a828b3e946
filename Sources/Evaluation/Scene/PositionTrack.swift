import Geodesy
import Pipelines
package import Recordings
package import SensorModel

/// Positions over time.
package struct PositionTrack {
    let times: [Seconds]
    let positions: [Vector3]

    package init(_ poses: SensorStream<Pose>) {
        times = poses.times
        positions = poses.values.map(\.position)
    }

    /// The valid positions of a reference; nil where it has no positions.
    package init?(_ truth: ReferenceStream) {
        guard let positions = truth.positions else { return nil }
        let valid = positions.indices.filter { truth.isValid[$0] && positions[$0].isFinite }
        guard valid.count > 1 else { return nil }
        times = valid.map { truth.times[$0] }
        self.positions = valid.map { positions[$0] }
    }

    /// The positions at `moments`, interpolated linearly between samples that are at most `longestGap` apart.
    ///
    /// The position is nil elsewhere. `moments` do not decrease. O(n + m).
    package func positions(at moments: [Seconds], longestGap: Seconds) -> [Vector3?] {
        var upper = 0
        return moments.map { moment in
            while upper < times.count, times[upper] < moment { upper += 1 }
            guard upper < times.count else { return nil }
            if times[upper] == moment { return positions[upper] }
            guard upper > 0, times[upper] - times[upper - 1] <= longestGap else { return nil }
            let share = (moment - times[upper - 1]) / (times[upper] - times[upper - 1])
            return positions[upper - 1] + (positions[upper] - positions[upper - 1]) * share
        }
    }
}

/// The true positions of a device on the Earth.
///
/// A simulation's positions are in East, North, Up. The positions of another reference are fitted to all fixes, as
/// ``SceneYaw`` does, so that the mean error of the fixes is lost.
struct SceneTruePlaces {
    private let truth: PositionTrack
    private let place: (Vector3) -> GeographicPoint?

    /// - Returns: nil where the reference cannot be located on the Earth.
    init?(of poses: SensorStream<Pose>, in recording: Recording, _ deviationsPerAccuracy: Double) {
        guard let truth = recording.reference.flatMap(PositionTrack.init) else { return nil }
        self.truth = truth
        if recording.simulation != nil, let origin = recording.origin {
            let frame = LocalTangentFrame(at: origin)
            place = { frame.position(ofLocal: $0).geodetic()?.point }
            return
        }
        guard let fixes = SceneYaw.Fixes(recording, deviationsPerAccuracy: deviationsPerAccuracy),
            let toTruth = SceneYaw.fit(
                of: PositionTrack(poses),
                to: truth,
                isEarth: recording.simulation != nil
            ),
            let toEarth = fixes.fit(of: truth, longestGap: SceneYaw.longestPoseGap, toTruth.map)
        else { return nil }
        place = { position in
            let target = toEarth.target(of: toTruth.map(position))
            return ScenePlane().point(from: fixes.start, offset: Vector3(target.x, 0, -target.y))
        }
    }

    /// The true positions; nil where the reference has a gap. `moments` do not decrease.
    func points(at moments: [Seconds]) -> [GeographicPoint?] {
        truth.positions(at: moments, longestGap: EvaluationOptions.longestReferenceGap).map { $0.flatMap(place) }
    }
}
