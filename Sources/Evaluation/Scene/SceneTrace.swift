import Geodesy
import Pipelines
import Recordings
package import SensorModel

/// The track, the fixes and the pairs of a ``SceneEvaluation``, for pictures.
///
/// Positions are in metres east and north of the first fix with a location. The track is rotated by the final heading
/// of the method. The track is then moved so that the mean difference between each fix and the track at the time of the
/// fix is zero. The weights of this mean are accuracy⁻².
package struct SceneTrace: Sendable, Hashable {
    /// A fix, with the tracked position in the scene at the time of the fix.
    package struct Fix: Sendable, Hashable {
        /// The use of a fix in the correction rounds.
        package enum Use: Sendable, Hashable {
            /// The fix is part of a pair in a round that corrected the axes.
            case correction
            /// The fix is part of at least one pair, but no round with such a pair corrected the axes.
            case undetermined
            /// The fix is not part of a pair, for the given reason.
            case leftOut(String)
        }

        /// The location of the fix; `nil` if the fix has no valid location.
        package let place: HorizontalFit.Point?
        /// The reported accuracy radius in metres; `nil` if it is unknown or not positive.
        package let accuracy: Metres?
        /// The tracked position at the time of the fix, in the rotated and moved scene; `nil` if the fix did not become
        /// an estimate.
        package let tracked: HorizontalFit.Point?
        package let use: Use
    }

    /// A pair of fixes that determines an angle.
    package struct Pair: Sendable, Hashable {
        /// The time of the later fix in seconds.
        package let time: Seconds
        /// The heading of the recorded scene's −Z axis that follows from these two fixes alone.
        package let heading: Angle
        /// The horizontal distance between the two positions in the scene.
        package let distance: Metres
        /// The distance between the fixes divided by the sum of their accuracies.
        package let weight: Double
        /// A Boolean value that indicates whether the axes were corrected in a round that contains this pair.
        package let isApplied: Bool
    }

    /// The source of the heading at which the track is drawn.
    package enum Rotation: Sendable, Hashable {
        /// The heading that the method's last correction determined.
        case method
        /// The heading is that of the reference, because the method found no correction.
        case reference
        /// No heading is known, so the scene's −Z axis is drawn as north.
        case none
    }

    /// The heading at which the −Z axis of the recorded scene is drawn.
    package let heading: Angle
    package let rotation: Rotation
    /// The track, divided at gaps of the poses.
    package let track: [[HorizontalFit.Point]]
    /// The true positions, divided at gaps; empty if they are unknown. They are not rotated by the track's heading.
    package let truth: [[HorizontalFit.Point]]
    package let fixes: [Fix]
    /// The pairs of fixes in order of time, without repetition.
    package let pairs: [Pair]

    /// The maximum interval, in seconds, between points that the drawn track connects. It is longer than the usual
    /// interval between recorded fixes, which is at most 1 s.
    private static let longestGap: Seconds = 2
    /// The lower limit of the interval between true positions in the trace, in seconds. Positions at shorter intervals
    /// are omitted.
    private static let truthInterval: Seconds = 0.1

    /// Creates a trace. Returns `nil` if no fix has a location. O(poses + fixes + pairs).
    init?(
        _ recorder: SceneTraceRecorder,
        poses: SensorStream<Pose>,
        found: Angle?,
        reference: SceneYaw?,
        truth: SceneTruePositions?
    ) {
        guard let origin = recorder.fixes.lazy.compactMap(\.fix.point).first else { return nil }
        let plane = ScenePlane()
        func place(_ point: GeographicPoint) -> HorizontalFit.Point {
            SceneYaw.map(plane.offset(from: origin, to: point))
        }
        heading = found ?? reference?.heading ?? .zero
        rotation = found != nil ? .method : reference != nil ? .reference : .none
        let turn = SceneTurn(clockwise: heading)
        let offset = Self.offset(of: recorder.fixes, turn, place)
        func tracked(_ position: Vector3) -> HorizontalFit.Point {
            SceneYaw.map(turn.rotate(position)) + offset
        }
        fixes = recorder.fixes.map { entry in
            Fix(
                place: entry.fix.point.map(place),
                accuracy: entry.fix.horizontalAccuracyMetres.flatMap { $0 > 0 && $0.isFinite ? $0 : nil },
                tracked: entry.leftOut == nil ? entry.position.map(tracked) : nil,
                use: recorder.use(of: entry)
            )
        }
        pairs = recorder.pairs.sorted { ($0.key.second, $0.key.first) < ($1.key.second, $1.key.first) }.map(\.value)
        let positions = poses.values.map { $0.position.isFinite ? tracked($0.position) : nil }
        track = Self.stretches(poses.times, positions)
        var moments: [Seconds] = []
        for time in poses.times where time - (moments.last ?? -.infinity) >= Self.truthInterval { moments.append(time) }
        self.truth = truth.map { Self.stretches(moments, $0.points(at: moments).map { $0.map(place) }) } ?? []
    }

    /// Returns the translation between the rotated scene and the map. Each fix with a position in the scene yields one
    /// translation; the result is the weighted mean.
    private static func offset(
        of fixes: [SceneTraceRecorder.Entry],
        _ turn: SceneTurn,
        _ place: (GeographicPoint) -> HorizontalFit.Point
    ) -> HorizontalFit.Point {
        var (x, y, weights) = (0.0, 0.0, 0.0)
        for entry in fixes where entry.leftOut == nil {
            guard let point = entry.fix.point, let position = entry.position,
                let accuracy = entry.fix.horizontalAccuracyMetres
            else { continue }
            let offset = place(point) - SceneYaw.map(turn.rotate(position))
            let weight = 1 / (accuracy * accuracy)
            (x, y, weights) = (x + weight * offset.x, y + weight * offset.y, weights + weight)
        }
        return weights > 0 ? HorizontalFit.Point(x: x / weights, y: y / weights) : HorizontalFit.Point(x: 0, y: 0)
    }

    private static func stretches(_ times: [Seconds], _ points: [HorizontalFit.Point?]) -> [[HorizontalFit.Point]] {
        var stretches: [[HorizontalFit.Point]] = []
        var last = -Seconds.infinity
        for (time, point) in zip(times, points) {
            guard let point else {
                last = -.infinity
                continue
            }
            if time - last > longestGap { stretches.append([]) }
            stretches[stretches.count - 1].append(point)
            last = time
        }
        return stretches
    }
}

/// Records the fixes and pairs of a scene's correction rounds for a ``SceneTrace``.
struct SceneTraceRecorder {
    /// A fix with the latest tracked position in the scene, without the rotation that the evaluation adds.
    struct Entry {
        let time: Seconds
        let fix: LocationFix
        let position: Vector3?
        /// The reason why the fix did not become an estimate; `nil` if it became an estimate.
        let leftOut: String?
    }

    /// The times of a pair's fixes.
    struct Times: Hashable {
        let first: Seconds
        let second: Seconds
    }

    private(set) var fixes: [Entry] = []
    private(set) var pairs: [Times: SceneTrace.Pair] = [:]
    private var uses: [Seconds: SceneTrace.Fix.Use] = [:]
    private let options: SceneEvaluationOptions

    init(_ options: SceneEvaluationOptions) { self.options = options }

    mutating func add(_ entry: Entry) { fixes.append(entry) }

    /// Adds the pairs of a round, which must be the aligner's latest round. A pair that several rounds contain is
    /// recorded once.
    mutating func add(_ round: SceneRound, of aligner: SceneAligner) {
        let correction = round.correction.found?.angle
        let before = round.turn.clockwise - (correction ?? .zero) + options.addedTurn
        for estimate in aligner.latestEstimates where uses[estimate.time] == nil {
            uses[estimate.time] = .leftOut("in no pair: alone in its rounds, or not among the chosen pairs")
        }
        for (pair, angle) in aligner.latestPairs {
            let (first, second) = (aligner.latestEstimates[pair.first], aligner.latestEstimates[pair.second])
            let times = Times(first: first.time, second: second.time)
            guard pairs[times]?.isApplied != true else { continue }
            let way = second.scenePosition - first.scenePosition
            pairs[times] = SceneTrace.Pair(
                time: second.time,
                heading: (before + angle.angle).wrapped,
                distance: Vector3(way.x, 0, way.z).length,
                weight: pair.weight,
                isApplied: correction != nil
            )
            for time in [first.time, second.time] where uses[time] != .correction {
                uses[time] = correction == nil ? .undetermined : .correction
            }
        }
    }

    func use(of entry: Entry) -> SceneTrace.Fix.Use {
        if let reason = entry.leftOut { return .leftOut(reason) }
        if let use = uses[entry.time] { return use }
        let limits = options.locator.aligner
        guard (entry.fix.horizontalAccuracyMetres ?? 0) > limits.worstAccuracy else {
            return .leftOut("within \(CheckText.number(limits.minimumSeparation)) m of a more accurate estimate")
        }
        return .leftOut("accuracy radius above \(CheckText.number(limits.worstAccuracy)) m")
    }
}
