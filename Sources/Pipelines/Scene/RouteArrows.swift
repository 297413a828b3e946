import Geodesy
public import SensorModel

/// The arrows that show the next part of a route on the ground.
///
/// Yandex 2017, section "Route polyline": every 3 m on the next 100 m, from the segment nearest to the user;
/// arrows farther away are too small to be seen.
public struct RouteArrows: Sendable, Hashable {
    public struct Arrow: Sendable, Hashable {
        public var point: GeographicPoint
        /// Where it points: along its segment, clockwise from north.
        public var bearing: Angle
        /// Along the route from the first arrow.
        public var way: Metres
    }

    /// Where the first arrow stands.
    public enum Start: Sendable, Hashable {
        /// At the beginning of the nearest segment, as the document has it. On a segment of 100 m or more the user may
        /// have walked past all of them.
        case nearestSegment
        /// At the nearest point of the nearest segment.
        case nearestPoint
    }

    public var spacing: Metres
    public var reach: Metres
    public var start: Start
    public var plane: ScenePlane

    public init(
        spacing: Metres = 3,
        reach: Metres = 100,
        start: Start = .nearestSegment,
        plane: ScenePlane = ScenePlane()
    ) {
        precondition(spacing > 0 && reach >= 0, "arrows are apart, and reach forwards")
        self.spacing = spacing
        self.reach = reach
        self.start = start
        self.plane = plane
    }

    /// The point of a route that is nearest to a place.
    public struct Nearest: Sendable, Hashable {
        /// The segment's index: it leads from the vertex of that index to the next.
        public var segment: Int
        /// Where on the segment, from 0 at its start to 1 at its end.
        public var share: Double
        /// From the place.
        public var distance: Metres
        /// Along the route from its start.
        public var way: Metres
    }

    /// The nearest point of a route; nil for a route without length.
    ///
    /// Of equally near segments the first is taken. O(vertices).
    public func nearest(on route: Route, to point: GeographicPoint) -> Nearest? {
        guard let nearest = nearestSegment(of: route, to: point) else { return nil }
        return Nearest(
            segment: nearest.index,
            share: nearest.share,
            distance: nearest.distance,
            way: length(of: route, before: nearest.index) + nearest.share * nearest.length
        )
    }

    /// Along the route from its start to its finish.
    public func length(of route: Route) -> Metres { length(of: route, before: route.vertices.count - 1) }

    private func length(of route: Route, before end: Int) -> Metres {
        route.vertices.indices.prefix(max(end, 0)).reduce(0) { sum, index in
            sum + plane.offset(from: route.vertices[index].point, to: route.vertices[index + 1].point).length
        }
    }

    /// The arrows from a user's place on, in the order of the route. None for a route without length.
    ///
    /// Of equally near segments the first is taken. O(vertices + arrows).
    public func arrows(on route: Route, from point: GeographicPoint) -> [Arrow] {
        guard let nearest = nearestSegment(of: route, to: point) else { return [] }
        var arrows: [Arrow] = []
        var passed = start == .nearestPoint ? -nearest.share * nearest.length : 0
        for index in nearest.index..<route.vertices.count - 1 {
            let from = route.vertices[index].point
            let offset = plane.offset(from: from, to: route.vertices[index + 1].point)
            let length = offset.length
            let bearing = Angle(ofPoint: -offset.z, offset.x)
            var way = Double(arrows.count) * spacing
            while way < passed + length, way < reach {
                if let place = plane.point(from: from, offset: offset * ((way - passed) / length)) {
                    arrows.append(Arrow(point: place, bearing: bearing, way: way))
                }
                way += spacing
            }
            passed += length
            if passed >= reach { break }
        }
        return arrows
    }

    private func nearestSegment(
        of route: Route,
        to point: GeographicPoint
    ) -> (index: Int, share: Double, length: Metres, distance: Metres)? {
        var nearest: (index: Int, share: Double, length: Metres, distance: Metres)?
        var least = Metres.infinity
        for index in route.vertices.indices.dropLast() {
            let from = plane.offset(from: point, to: route.vertices[index].point)
            let along = plane.offset(from: point, to: route.vertices[index + 1].point) - from
            guard along.lengthSquared > 0 else { continue }
            let share = min(max(-from.dot(along) / along.lengthSquared, 0), 1)
            let distance = (from + along * share).length
            if distance < least {
                least = distance
                let length = plane.offset(from: route.vertices[index].point, to: route.vertices[index + 1].point).length
                nearest = (index, share, length, distance)
            }
        }
        return nearest
    }
}
