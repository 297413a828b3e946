import Geodesy
import Pipelines
import Recordings
public import SensorModel

/// The reference heading of a scene's −Z axis, clockwise from north.
public struct SceneYaw: Sendable, Hashable {
    /// The data from which the heading is determined.
    public enum Source: String, Sendable, Hashable {
        /// The true positions of a simulation, in East, North, Up.
        case simulation
        /// The positions of the reference, fitted to all fixes.
        case truth
        /// A fit of the poses to all fixes. The resulting yaw is itself an estimate, not the true heading.
        case fixes
    }

    /// The heading of the −Z axis, clockwise from north, in (−180°, 180°].
    public var heading: Angle
    /// An upper bound of the heading's standard deviation, valid for any correlation between the errors of fixes and
    /// poses.
    public var uncertainty: Angle
    /// The data from which the heading is determined.
    public var source: Source

    /// Creates a heading, and wraps it to (−180°, 180°].
    public init(heading: Angle, uncertainty: Angle, source: Source) {
        self.heading = heading.wrapped
        self.uncertainty = uncertainty
        self.source = source
    }
}

extension SceneYaw {
    /// The longest interval between two poses across which poses are interpolated, in seconds.
    static let longestPoseGap: Seconds = 0.5
    /// The interval, in seconds, to which reference samples are thinned before they are compared with poses.
    private static let interval: Seconds = 0.1

    /// Determines the heading of the −Z axis of a recording's poses. Returns `nil` if neither the reference nor the
    /// fixes determine the heading.
    ///
    /// - Parameters:
    ///   - poses: the poses of the tracked scene.
    ///   - recording: the recording, with a reference or fixes.
    ///   - deviationsPerAccuracy: the ratio of a fix's stated accuracy to the standard deviation along each axis.
    init?(of poses: SensorStream<Pose>, in recording: Recording, deviationsPerAccuracy: Double) {
        let scene = PositionTrack(poses)
        let fixes = Fixes(recording, deviationsPerAccuracy: deviationsPerAccuracy)
        guard let truth = recording.reference.flatMap(PositionTrack.init),
            let toTruth = Self.fit(of: scene, to: truth, isEarth: recording.simulation != nil)
        else {
            guard let fit = fixes?.fit(of: scene, Self.map) else { return nil }
            self.init(heading: fit.turn, uncertainty: fit.uncertainty, source: .fixes)
            return
        }
        if recording.simulation != nil {
            self.init(heading: toTruth.fit.turn, uncertainty: toTruth.fit.uncertainty, source: .simulation)
            return
        }
        guard let toEarth = fixes?.fit(of: truth, toTruth.map) else { return nil }
        let (first, second) = (toTruth.fit.uncertainty.radians, toEarth.uncertainty.radians)
        self.init(
            heading: toTruth.fit.turn + toEarth.turn,
            uncertainty: Angle(radians: (first * first + second * second).squareRoot()),
            source: .truth
        )
    }

    package typealias Map = (Vector3) -> HorizontalFit.Point

    /// Returns a position of the scene projected onto the horizontal plane: X and −Z.
    package static func map(_ position: Vector3) -> HorizontalFit.Point { .init(x: position.x, y: -position.z) }

    /// Returns the fit of a scene to a reference, and the function that projects reference positions onto their
    /// horizontal plane. Returns `nil` if the positions do not determine a fit.
    ///
    /// The up axis of the reference can be z, y or −y. The axis whose fit has the smallest residual is used.
    package static func fit(
        of scene: PositionTrack,
        to truth: PositionTrack,
        isEarth: Bool
    ) -> (fit: HorizontalFit, map: Map)? {
        var moments: [Seconds] = []
        for time in truth.times where time - (moments.last ?? -.infinity) >= interval { moments.append(time) }
        let pairs = zip(
            scene.positions(at: moments, longestGap: longestPoseGap),
            truth.positions(at: moments, longestGap: EvaluationOptions.longestReferenceGap)
        )
        let both = pairs.compactMap { scene, truth in scene.flatMap { scene in truth.map { (scene, $0) } } }
        let maps: [Map] = [{ .init(x: $0.x, y: $0.y) }, map, { .init(x: $0.x, y: $0.z) }]
        let fits = maps.prefix(isEarth ? 1 : maps.count).compactMap { plane in
            HorizontalFit(from: both.map { map($0.0) }, to: both.map { plane($0.1) }).map { (fit: $0, map: plane) }
        }
        return fits.min { $0.fit.residual < $1.fit.residual }
    }

    /// The recorded fixes with a stated accuracy, projected onto a plane around the first fix.
    struct Fixes {
        private var times: [Seconds] = []
        private var points: [HorizontalFit.Point] = []
        private var deviations: [Metres] = []
        /// The position of the first fix, the origin of the plane.
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
                points.append(SceneYaw.map(ScenePlane().offset(from: start, to: point)))
                deviations.append(accuracy / deviationsPerAccuracy)
            }
            guard let origin else { return nil }
            start = origin
        }

        func fit(of track: PositionTrack, _ map: Map) -> HorizontalFit? {
            let known = track.positions(at: times, longestGap: SceneYaw.longestPoseGap).enumerated()
                .compactMap { index, position in position.map { (index, map($0)) } }
            return HorizontalFit(
                from: known.map(\.1),
                to: known.map { points[$0.0] },
                deviations: known.map { deviations[$0.0] }
            )
        }
    }
}

/// The true positions of a device on the Earth.
///
/// In a simulation, the reference positions are in East, North, Up, and their location on the Earth is known. Other
/// reference positions are fitted to all fixes, as in ``SceneYaw``. Such positions contain the mean error of the fixes.
struct SceneTruePositions {
    private let truth: PositionTrack
    private let locate: (Vector3) -> GeographicPoint?

    /// Locates the reference's positions on the Earth. Returns `nil` if the recording does not determine the location.
    init?(of poses: SensorStream<Pose>, in recording: Recording, _ deviationsPerAccuracy: Double) {
        guard let truth = recording.reference.flatMap(PositionTrack.init) else { return nil }
        self.truth = truth
        if recording.simulation != nil, let origin = recording.origin {
            let frame = LocalTangentFrame(at: origin)
            locate = { frame.position(ofLocal: $0).geodetic()?.point }
            return
        }
        guard let fixes = SceneYaw.Fixes(recording, deviationsPerAccuracy: deviationsPerAccuracy),
            let toTruth = SceneYaw.fit(
                of: PositionTrack(poses),
                to: truth,
                isEarth: recording.simulation != nil
            ),
            let toEarth = fixes.fit(of: truth, toTruth.map)
        else { return nil }
        locate = { position in
            let target = toEarth.target(of: toTruth.map(position))
            return ScenePlane().point(from: fixes.start, offset: Vector3(target.x, 0, -target.y))
        }
    }

    /// Returns the true positions at the times `moments`, which must not decrease; `nil` in gaps of the reference.
    func points(at moments: [Seconds]) -> [GeographicPoint?] {
        truth.positions(at: moments, longestGap: EvaluationOptions.longestReferenceGap).map { $0.flatMap(locate) }
    }
}
