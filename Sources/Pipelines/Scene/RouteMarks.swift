public import Geodesy
public import SensorModel

/// The arrows on the ground that show the next part of a route.
///
/// Yandex 2018, section "Route polyline", draws an arrow every 3 m along the next part of the route, about 100 m.
/// Arrows farther away would be too small to see.
///
/// ```swift
/// let arrows = RouteArrows().arrows(on: route, from: user)
/// ```
public struct RouteArrows: Sendable, Hashable {
    /// An arrow on the ground.
    public struct Arrow: Sendable, Hashable {
        /// The position of the arrow.
        public var point: GeographicPoint
        /// The direction of the arrow's route segment, clockwise from north.
        public var bearing: Angle
        /// The distance between this arrow and the first arrow, along the route, in metres.
        public var way: Metres
    }

    /// The point of the route at which the arrows start. Yandex 2018 describes both choices.
    public enum Start: Sendable, Hashable {
        /// The start of the segment nearest to the user. Arrows cover this segment, and further whole segments until
        /// the total length exceeds `reach`, as in section "Select a site to display". If the nearest segment alone
        /// exceeds `reach`, a user near the end of this segment has no arrows ahead.
        case nearestSegment
        /// The nearest point of the route. The arrows extend over the length `reach` from there, as in section "Route
        /// polyline".
        case nearestPoint
    }

    /// The distance between consecutive arrows in metres.
    public var spacing: Metres
    /// The length of the part of the route that has arrows, in metres. With ``Start/nearestSegment``, the arrows
    /// continue to the end of the segment in which this length is exceeded.
    public var reach: Metres
    /// The point of the route at which the arrows start.
    public var start: Start
    /// The conversion between geographic offsets and metres.
    public var plane: ScenePlane

    /// Creates the parameters of the arrows.
    public init(
        spacing: Metres = 3,
        reach: Metres = 100,
        start: Start = .nearestSegment,
        plane: ScenePlane = ScenePlane()
    ) {
        precondition(spacing > 0 && reach >= 0, "the spacing must be greater than 0, and the reach not negative")
        self.spacing = spacing
        self.reach = reach
        self.start = start
        self.plane = plane
    }

    /// The point on a route with the smallest distance from a place.
    public struct Nearest: Sendable, Hashable {
        /// The index of the first vertex of the nearest segment.
        public var segment: Int
        /// The position on the segment, from 0 at its start to 1 at its end.
        public var share: Double
        /// The distance between the place and the nearest point in metres.
        public var distance: Metres
        /// The distance along the route from its start to the point that is nearest to the place, in metres.
        public var way: Metres
    }

    /// Returns the route's point that is nearest to a place; `nil` if the route's length is 0.
    ///
    /// If several segments are equally near, the first is used. O(n) for n vertices.
    public func nearest(on route: Route, to point: GeographicPoint) -> Nearest? {
        guard let nearest = nearestSegment(of: route, to: point) else { return nil }
        return Nearest(
            segment: nearest.index,
            share: nearest.share,
            distance: nearest.distance,
            way: length(of: route, before: nearest.index) + nearest.share * nearest.length
        )
    }

    /// Returns the length of a route in metres. O(n) for n vertices.
    public func length(of route: Route) -> Metres { length(of: route, before: route.vertices.count - 1) }

    private func length(of route: Route, before end: Int) -> Metres {
        route.vertices.indices.prefix(max(end, 0)).reduce(0) { sum, index in
            sum + plane.offset(from: route.vertices[index].point, to: route.vertices[index + 1].point).length
        }
    }

    /// Returns the arrows in the order of the route, starting near the user; empty if the route's length is 0.
    ///
    /// If several segments are equally near, the first is used. O(n) for n vertices and arrows.
    public func arrows(on route: Route, from point: GeographicPoint) -> [Arrow] {
        guard let nearest = nearestSegment(of: route, to: point) else { return [] }
        var arrows: [Arrow] = []
        // The distance from the first arrow to the beginning of the segment
        var passed = start == .nearestPoint ? -nearest.share * nearest.length : 0
        for index in nearest.index..<route.vertices.count - 1 {
            let from = route.vertices[index].point
            let offset = plane.offset(from: from, to: route.vertices[index + 1].point)
            let length = offset.length
            let bearing = Angle(ofPoint: -offset.z, offset.x)
            let end = start == .nearestPoint ? min(passed + length, reach) : passed + length
            var way = Double(arrows.count) * spacing
            while way < end {
                if let place = plane.point(from: from, offset: offset * ((way - passed) / length)) {
                    arrows.append(Arrow(point: place, bearing: bearing, way: way))
                }
                way += spacing
            }
            passed += length
            if passed > reach { break }
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

/// The conversion between differences of latitude and longitude and metres along a scene's axes: X east, Y up, Z south.
///
/// The formulas are from Yandex 2018, section "Determining the position of an object on the stage". The printed formula
/// for Δz lacks the minus sign that the southward Z axis requires; here, Δz decreases to the north.
///
/// Within 2 km of the start and away from the poles, the error is below 0.6 % and 0.2°.
///
/// ```swift
/// let offset = ScenePlane().offset(from: user, to: place)
/// ```
public struct ScenePlane: Sendable, Hashable {
    /// The Earth's radius in metres.
    public var radius: Metres

    /// Creates a conversion.
    ///
    /// - Parameter radius: the Earth's radius in metres, greater than 0. Yandex 2018 states no value; the default is
    ///   the radius that the other systems use.
    public init(radius: Metres = EarthSphere.common) {
        precondition(radius > 0, "the radius must be greater than 0")
        self.radius = radius
    }

    /// Returns the offset from one place to another in metres, along the shorter arc of longitude; Y is 0. At a pole,
    /// the eastward offset is 0.
    public func offset(from start: GeographicPoint, to end: GeographicPoint) -> Vector3 {
        let turn = (end.longitudeDegrees - start.longitudeDegrees).remainder(dividingBy: 360)
        let climb = end.latitudeDegrees - start.latitudeDegrees
        // Δx = Δλ · 2πR cos φ₀/360°, Δz = −Δφ · 2πR/360°
        return Vector3(
            Angle(degrees: turn).radians * start.latitude.cosine * radius,
            0,
            -Angle(degrees: climb).radians * radius
        )
    }

    /// Returns the place at an offset in metres from `start`: X points east, Z points south, and Y is ignored.
    ///
    /// - Returns: The place. Returns `nil` if the offset leads beyond a pole, if `start` is a pole and `offset.x`
    ///   is not 0, or if a value is not finite.
    public func point(from start: GeographicPoint, offset: Vector3) -> GeographicPoint? {
        let turn = offset.x == 0 ? 0 : offset.x / (radius * start.latitude.cosine)
        return GeographicPoint(
            latitudeDegrees: start.latitudeDegrees - Angle(radians: offset.z / radius).degrees,
            longitudeDegrees: start.longitudeDegrees + Angle(radians: turn).degrees
        )
    }
}

/// The diameter of the finish mark at a route's end. Between a near and a far distance, the diameter decreases
/// linearly; outside this range, it is constant.
///
/// In Yandex 2018, section "Finish line, The size", the size changes only between 50 m and 2 km. The change is slower
/// than in perspective, so that the route's end remains visible. The document does not state the two sizes; the
/// defaults are Sextant's own.
///
/// ```swift
/// let diameter = FinishMark().size(at: 300)
/// ```
public struct FinishMark: Sendable, Hashable {
    /// The distance in metres up to which the mark has its largest size.
    public var near: Metres
    /// The distance in metres from which the mark has its smallest size.
    public var far: Metres
    /// The largest diameter of the mark, in pixels or any other unit of the screen.
    public var largest: Double
    /// The smallest diameter, in the unit of ``largest``.
    public var smallest: Double

    /// Creates the size rule of a finish mark.
    ///
    /// - Parameters:
    ///   - near: the distance in metres up to which the mark has its largest size; at least 0.
    ///   - far: the distance in metres from which the mark has its smallest size; greater than `near`.
    ///   - largest: the largest diameter; at least `smallest`.
    ///   - smallest: the smallest diameter; at least 0.
    public init(near: Metres = 50, far: Metres = 2000, largest: Double = 120, smallest: Double = 30) {
        precondition(near >= 0 && far > near, "near must be at least 0 and less than far")
        precondition(smallest >= 0 && largest >= smallest, "the largest size must not be less than the smallest")
        self.near = near
        self.far = far
        self.largest = largest
        self.smallest = smallest
    }

    /// Returns the mark's diameter at a distance in metres, in the unit of ``largest``.
    public func size(at distance: Metres) -> Double {
        let share = (min(max(distance, near), far) - near) / (far - near)
        return largest + (smallest - largest) * share
    }
}
