import Geodesy
import Pipelines
import Recordings
public import SensorModel

/// Where a scene's −Z axis points, which should be north.
public struct SceneYaw: Sendable, Hashable {
    /// How it is known.
    public enum Source: String, Sendable, Hashable {
        /// The truth's positions are in East, North, Up: a simulation.
        case simulation
        /// The truth's positions, tied to the Earth by a fit to all fixes.
        case truth
        /// The poses, fitted to all fixes: no truth, but another method.
        case fixes
    }

    /// Clockwise from north, in (−180°, 180°].
    public var heading: Angle
    /// A bound of the standard deviation that holds however the errors of fixes and poses hang together.
    public var uncertainty: Angle
    public var source: Source

    public init(heading: Angle, uncertainty: Angle, source: Source) {
        self.heading = heading.wrapped
        self.uncertainty = uncertainty
        self.source = source
    }
}

extension SceneYaw {
    /// Poses farther apart than this are not interpolated between.
    static let longestPoseGap: Seconds = 0.5
    /// The truth's stamps at which poses are held against it are at least so far apart.
    private static let interval: Seconds = 0.1

    /// Where the −Z axis of a recording's poses points, by what the recording holds for true.
    ///
    /// - Parameter deviationsPerAccuracy: how many standard deviations along each axis a fix's accuracy stands for.
    /// - Returns: nil where neither truth nor fixes determine it.
    init?(of poses: SensorStream<Pose>, in recording: Recording, deviationsPerAccuracy: Double) {
        let scene = PositionTrack(poses)
        let fixes = Fixes(recording, deviationsPerAccuracy: deviationsPerAccuracy)
        guard let truth = recording.reference.flatMap(PositionTrack.init),
            let toTruth = Self.fit(of: scene, to: truth, isEarth: recording.simulation != nil)
        else {
            guard let fit = fixes?.fit(of: scene, longestGap: Self.longestPoseGap, Self.map) else { return nil }
            self.init(heading: fit.turn, uncertainty: fit.uncertainty, source: .fixes)
            return
        }
        if recording.simulation != nil {
            self.init(heading: toTruth.fit.turn, uncertainty: toTruth.fit.uncertainty, source: .simulation)
            return
        }
        guard let toEarth = fixes?.fit(of: truth, longestGap: Self.longestPoseGap, toTruth.map) else { return nil }
        let (first, second) = (toTruth.fit.uncertainty.radians, toEarth.uncertainty.radians)
        self.init(
            heading: toTruth.fit.turn + toEarth.turn,
            uncertainty: Angle(radians: (first * first + second * second).squareRoot()),
            source: .truth
        )
    }

    typealias Map = (Vector3) -> HorizontalFit.Point

    /// X and −Z: a scene seen from above.
    static func map(_ position: Vector3) -> HorizontalFit.Point { .init(x: position.x, y: -position.z) }

    /// The fit of a scene to a truth, and the truth's own plane: with z up, y up, or y down, whichever leaves the least.
    static func fit(
        of scene: PositionTrack,
        to truth: PositionTrack,
        isEarth: Bool
    ) -> (fit: HorizontalFit, map: Map)? {
        var moments: [Seconds] = []
        for time in truth.times where time - (moments.last ?? -.infinity) >= interval { moments.append(time) }
        let places = zip(
            scene.positions(at: moments, longestGap: longestPoseGap),
            truth.positions(at: moments, longestGap: EvaluationOptions.longestReferenceGap)
        )
        let both = places.compactMap { scene, truth in scene.flatMap { scene in truth.map { (scene, $0) } } }
        let maps: [Map] = [{ .init(x: $0.x, y: $0.y) }, map, { .init(x: $0.x, y: $0.z) }]
        let fits = maps.prefix(isEarth ? 1 : maps.count).compactMap { plane in
            HorizontalFit(from: both.map { map($0.0) }, to: both.map { plane($0.1) }).map { (fit: $0, map: plane) }
        }
        return fits.min { $0.fit.residual < $1.fit.residual }
    }

    /// All fixes of a recording that state their accuracy, on a map around the first.
    struct Fixes {
        private var times: [Seconds] = []
        private var places: [HorizontalFit.Point] = []
        private var deviations: [Metres] = []
        /// The first fix, from which the map counts.
        let start: GeographicPoint

        init?(_ recording: Recording, deviationsPerAccuracy: Double) {
            guard let location = recording.location else { return nil }
            var origin: GeographicPoint?
            for (time, fix) in zip(location.times, location.values) {
                guard let point = fix.point, let accuracy = fix.horizontalAccuracyMetres, accuracy > 0,
                    accuracy.isFinite
                else { continue }
                let start = origin ?? point
                origin = start
                times.append(time)
                places.append(SceneYaw.map(ScenePlane().offset(from: start, to: point)))
                deviations.append(accuracy / deviationsPerAccuracy)
            }
            guard let origin else { return nil }
            start = origin
        }

        func fit(of track: PositionTrack, longestGap: Seconds, _ map: Map) -> HorizontalFit? {
            let known = track.positions(at: times, longestGap: longestGap).enumerated()
                .compactMap { index, position in position.map { (index, map($0)) } }
            return HorizontalFit(
                from: known.map(\.1),
                to: known.map { places[$0.0] },
                deviations: known.map { deviations[$0.0] }
            )
        }
    }
}
