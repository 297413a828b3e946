import Geodesy
import Pipelines
import Recordings
public import SensorModel

/// The heading of a scene's −Z axis, which should be north.
public struct SceneYaw: Sendable, Hashable {
    /// The source of the heading.
    public enum Source: String, Sendable, Hashable {
        /// The true positions of a simulation, which are in East, North, Up.
        case simulation
        /// The reference's positions, fitted to all fixes.
        case truth
        /// The poses, fitted to all fixes. This is another estimate, not the truth.
        case fixes
    }

    /// The heading, clockwise from north, in (−180°, 180°].
    public var heading: Angle
    /// An upper bound of the standard deviation, for errors of fixes and poses with any correlation.
    public var uncertainty: Angle
    /// The source of the heading.
    public var source: Source

    /// Creates a heading, which is wrapped to (−180°, 180°].
    public init(heading: Angle, uncertainty: Angle, source: Source) {
        self.heading = heading.wrapped
        self.uncertainty = uncertainty
        self.source = source
    }
}

extension SceneYaw {
    /// The longest interval between poses that is interpolated.
    static let longestPoseGap: Seconds = 0.5
    /// The shortest time between the reference samples with which poses are compared.
    private static let interval: Seconds = 0.1

    /// Determines the heading of the −Z axis of a recording's poses from its reference and its fixes.
    ///
    /// - Parameter deviationsPerAccuracy: the number of standard deviations along each axis that a fix's accuracy
    ///   covers.
    /// - Returns: nil where neither the reference nor the fixes determine the heading.
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

    package typealias Map = (Vector3) -> HorizontalFit.Point

    /// The scene from above: X and −Z.
    package static func map(_ position: Vector3) -> HorizontalFit.Point { .init(x: position.x, y: -position.z) }

    /// The fit of a scene to a reference, and the map of the reference's horizontal plane.
    ///
    /// The reference's z is up, its y is up, or its y is down: the map with the smallest residual is used.
    package static func fit(
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

    /// The fixes of a recording with a stated accuracy, on a map around the first one.
    struct Fixes {
        private var times: [Seconds] = []
        private var places: [HorizontalFit.Point] = []
        private var deviations: [Metres] = []
        /// The first fix, the origin of the map.
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
