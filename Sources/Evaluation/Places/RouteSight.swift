public import Pipelines
public import SensorModel

/// What a user sees of a route from one place: the arrows on the ground, the mark of its finish, and where to turn to
/// see that.
public struct RouteSight: Sendable {
    /// When the user is there; nil for a place without a time.
    public let time: Seconds?
    public let point: GeographicPoint
    /// Of the fix, as the device states it.
    public let accuracy: Metres?
    /// The point of the route that is nearest; nil for a route without length.
    public let nearest: Nearest?
    /// Along the route from the nearest point to the finish.
    public let remaining: Metres
    public let arrows: [Arrow]
    /// From the user to the finish.
    public let finishDistance: Metres
    /// Clockwise from north; nil at the finish.
    public let finishBearing: Angle?
    /// The finish mark's diameter in pixels.
    public let finishSize: Double
    /// Where the finish is on the screen; nil where it is not on it.
    public let finish: Pixel?
    /// Where the label on the screen's border is that says where to turn; nil where the finish is on the screen.
    public let hint: Pixel?
    /// Whether it is known where the device looks. Where it is not there is neither ``finish`` nor ``hint``.
    public let isOriented: Bool

    /// On a route.
    public struct Nearest: Sendable, Hashable {
        /// The index of the point at which its segment starts.
        public let segment: Int
        /// From the user.
        public let distance: Metres
        /// Along the route from its start.
        public let way: Metres

        init(_ nearest: RouteArrows.Nearest) {
            (segment, distance, way) = (nearest.segment, nearest.distance, nearest.way)
        }
    }

    /// On the ground.
    public struct Arrow: Sendable, Hashable {
        public let point: GeographicPoint
        /// Where it points, clockwise from north in (−180°, 180°].
        public let bearing: Angle
        /// Along the route from the first arrow.
        public let way: Metres

        init(_ arrow: RouteArrows.Arrow) { (point, bearing, way) = (arrow.point, arrow.bearing, arrow.way) }
    }

    /// From the screen's upper left corner: x right, y down.
    public struct Pixel: Sendable, Hashable {
        public let x: Double
        public let y: Double

        init(_ point: ScreenPoint) { (x, y) = (point.x, point.y) }
    }
}

extension RouteSight {
    /// How a route is shown.
    public struct Style: Sendable {
        public var arrows: RouteArrows
        public var mark: FinishMark
        public var projection: any ScreenProjection
        /// How far the hint label's middle stays away from the screen's border, in pixels.
        public var inset: Double

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

    /// - Parameters:
    ///   - route: of two points or more.
    ///   - point: where the user is.
    ///   - orientation: device → Earth; nil where it is not known.
    ///   - style: how the route is shown.
    ///   - time: when the user is there.
    ///   - accuracy: of the fix.
    public init(
        of route: Route,
        from point: GeographicPoint,
        orientation: UnitQuaternion?,
        style: Style,
        time: Seconds? = nil,
        accuracy: Metres? = nil
    ) {
        precondition(route.vertices.count >= 2, "a route has a start and a finish")
        self.time = time
        self.point = point
        self.accuracy = accuracy
        let nearest = style.arrows.nearest(on: route, to: point)
        self.nearest = nearest.map(Nearest.init)
        remaining = max(style.arrows.length(of: route) - (nearest?.way ?? 0), 0)
        arrows = style.arrows.arrows(on: route, from: point).map(Arrow.init)
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
        // On the level: a route's finish is on the ground on which the user walks.
        let direction = Vector3(bearing.sine, bearing.cosine, 0) * geodesic.distance
        let placement = style.projection.placement(ofDirection: direction, orientation: orientation)
        finish = placement.isVisible ? placement.point.map(Pixel.init) : nil
        hint = HintLabel.point(for: placement, on: style.projection.screen, inset: style.inset).map(Pixel.init)
    }
}
