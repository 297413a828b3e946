import Geodesy
public import Pipelines
public import Recordings
public import SensorModel

/// The AR view of a route from one position: the arrows on the ground, the finish mark, and the hint towards the
/// finish.
public struct RouteSight: Sendable {
    /// The time of the view in seconds, or `nil` for a position without a time.
    public let time: Seconds?
    /// The user's position.
    public let point: GeographicPoint
    /// The horizontal accuracy that the device states for the location fix, in metres; `nil` if the device states no
    /// accuracy.
    public let accuracy: Metres?
    /// The point of the route that is nearest to the user, or `nil` for a route without length.
    public let nearest: RouteArrows.Nearest?
    /// The distance along the route from ``nearest`` to the finish, in metres.
    public let remaining: Metres
    /// The arrows on the ground, in the order of the route.
    public let arrows: [RouteArrows.Arrow]
    /// The distance from the user to the finish, in metres.
    public let finishDistance: Metres
    /// The azimuth from the user to the finish, clockwise from north, or `nil` at the finish.
    public let finishBearing: Angle?
    /// The diameter of the finish mark, in pixels.
    public let finishSize: Double
    /// The position of the finish on the screen, or `nil` if the finish is off the screen.
    public let finish: ScreenPoint?
    /// The position of the hint, a label near the screen's border that points towards the finish; `nil` if the finish
    /// is visible.
    public let hint: ScreenPoint?
    /// A Boolean value that indicates whether the device's orientation is known. If it is `false`, ``finish`` and
    /// ``hint`` are `nil`.
    public let isOriented: Bool
}

extension RouteSight {
    /// The settings for displaying a route.
    public struct Style: Sendable {
        /// The rule that places the arrows on the route.
        public var arrows: RouteArrows
        /// The rule for the size of the finish mark.
        public var mark: FinishMark
        /// The projection from directions onto the screen.
        public var projection: any ScreenProjection
        /// The distance of the hint label's centre from the screen's border, in pixels.
        public var inset: Double

        /// Creates display settings; `inset` is in pixels.
        public init(
            projection: any ScreenProjection,
            arrows: RouteArrows = RouteArrows(),
            mark: FinishMark = FinishMark(),
            inset: Double = 0
        ) {
            self.arrows = arrows
            self.mark = mark
            self.projection = projection
            self.inset = inset
        }
    }

    /// Computes the view of a route. Call ``GeodesicReference/load()`` first. O(points).
    ///
    /// - Parameters:
    ///   - route: a route of at least two points.
    ///   - point: the user's position.
    ///   - orientation: the rotation from the device to the Earth frame, or `nil` if the orientation is unknown.
    ///   - style: the settings for displaying the route.
    ///   - time: the time of the view in seconds, or `nil` for a position without a time.
    ///   - accuracy: the horizontal accuracy of the location fix in metres, or `nil` if it is unknown.
    public init(
        of route: Route,
        from point: GeographicPoint,
        orientation: UnitQuaternion?,
        style: Style,
        time: Seconds? = nil,
        accuracy: Metres? = nil
    ) {
        precondition(route.vertices.count >= 2, "a route has at least two points")
        self.time = time
        self.point = point
        self.accuracy = accuracy
        nearest = style.arrows.nearest(on: route, to: point)
        remaining = max(style.arrows.length(of: route) - (nearest?.way ?? 0), 0)
        arrows = style.arrows.arrows(on: route, from: point)
        let end = route.vertices[route.vertices.count - 1].point
        let geodesic = GeodesicReference.geodesic(from: point, to: end)
        finishDistance = geodesic.distance
        let bearing = geodesic.distance > 0 ? Angle(degrees: geodesic.initialBearingDegrees).wrapped : nil
        finishBearing = bearing
        finishSize = style.mark.size(at: geodesic.distance)
        isOriented = orientation != nil
        guard let orientation, let bearing else {
            (finish, hint) = (nil, nil)
            return
        }
        // The finish is on the ground, at the user's height.
        let direction = Vector3(bearing.sine, bearing.cosine, 0) * geodesic.distance
        let placement = style.projection.placement(ofDirection: direction, orientation: orientation)
        finish = placement.isVisible ? placement.point : nil
        hint = HintLabel.point(for: placement, on: style.projection.screen, inset: style.inset)
    }
}

/// The AR views of a route, one for each location fix of a recording.
public struct RouteReplay: Sendable {
    /// The views, ordered by the time of the fixes.
    public let sights: [RouteSight]
    /// The name of the AR system that provides the orientations.
    public let system: String

    /// Computes the views at all fixes of a recording. Call ``GeodesicReference/load()`` first.
    ///
    /// O(samples + fixes · points).
    ///
    /// - Parameters:
    ///   - route: a route of at least two points.
    ///   - recording: a recording with location fixes.
    ///   - system: the AR system that provides the orientations. The projection of `style` is used instead of the
    ///     system's projection.
    ///   - style: the settings for displaying the route.
    /// - Throws: `InputError` if the recording's layout sets parameters that are invalid for the system's estimator.
    public init(
        of route: Route,
        along recording: Recording,
        system: DescribedSystem,
        style: RouteSight.Style
    ) throws(InputError) {
        let hasMagnetometer = recording.missing([.magnetometer]).isEmpty
        let system = try system.filled(from: recording.estimators).withMagnetometer(hasMagnetometer)
        var replay = SystemReplay(
            system,
            places: PlaceSet([]),
            rates: recording.sensorRates,
            declination: recording.declination
        )
        var sights: [RouteSight] = []
        var frames = FrameMerge(recording)
        var next = frames.next()
        var poses = zip(recording.pose?.times ?? [], recording.pose?.values ?? []).makeIterator()
        var pose = poses.next()
        for (time, fix) in zip(recording.location?.times ?? [], recording.location?.values ?? []) {
            while true {
                let (frameTime, poseTime) = (next?.time ?? .infinity, pose?.0 ?? .infinity)
                guard min(frameTime, poseTime) <= time else { break }
                if let (poseTime, value) = pose, poseTime <= frameTime {
                    replay.process(value, at: poseTime) { _ in }
                    pose = poses.next()
                } else if let frame = next {
                    replay.process(frame) { _ in }
                    next = frames.next()
                }
            }
            replay.process(fix, at: time) { _ in }
            guard let position = GeodeticPosition(fix, heightIfMissing: 0) else { continue }
            sights.append(
                RouteSight(
                    of: route,
                    from: position.point,
                    orientation: replay.orientation,
                    style: style,
                    time: time,
                    accuracy: fix.horizontalAccuracyMetres
                )
            )
        }
        self.sights = sights
        self.system = system.name
    }
}
