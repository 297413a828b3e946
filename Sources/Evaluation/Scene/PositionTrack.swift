import Geodesy
import Pipelines
import Recordings
import SensorModel

/// Positions along time.
struct PositionTrack {
    let times: [Seconds]
    let positions: [Vector3]

    init(_ poses: SensorStream<Pose>) {
        times = poses.times
        positions = poses.values.map(\.position)
    }

    /// The valid positions of a truth; nil where it has none.
    init?(_ truth: ReferenceStream) {
        guard let positions = truth.positions else { return nil }
        let valid = positions.indices.filter { truth.isValid[$0] && positions[$0].isFinite }
        guard valid.count > 1 else { return nil }
        times = valid.map { truth.times[$0] }
        self.positions = valid.map { positions[$0] }
    }

    /// Linear between neighbours that are at most this far apart; nil elsewhere. Moments do not run backward.
    func positions(at moments: [Seconds], longestGap: Seconds) -> [Vector3?] {
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

/// Where a device truly was on the Earth.
///
/// A simulation knows it. Any other truth's positions are tied to the Earth by the fit to all fixes that ``SceneYaw`` makes,
/// so that the mean of the fixes' errors is lost.
struct SceneTruePlaces {
    private let truth: PositionTrack
    private let place: (Vector3) -> GeographicPoint?

    /// - Returns: nil where nothing ties a truth to the Earth.
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

    /// Nil where the truth has a gap. Moments do not run backward.
    func points(at moments: [Seconds]) -> [GeographicPoint?] {
        truth.positions(at: moments, longestGap: EvaluationOptions.longestReferenceGap).map { $0.flatMap(place) }
    }
}
