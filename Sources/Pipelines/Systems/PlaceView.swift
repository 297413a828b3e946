public import Geodesy
public import SensorModel

/// The places as a system shows them from one position, with a direction law and a projection.
///
/// Directions are computed on first use and cached, so the time for a picture is proportional to the number of places
/// in view.
public struct PlaceView: Sendable {
    /// The position of the device.
    public let position: GeodeticPosition
    /// The places that can be shown.
    public let places: PlaceSet
    private let law: PlaceDirectionLaw
    private let projection: any ScreenProjection
    private let radius: Metres
    private let offset: OffsetEarthFrame
    private var sights: [Int: PlaceSight] = [:]

    /// Creates a view.
    ///
    /// - Parameters:
    ///   - set: the places that can be shown.
    ///   - position: the position of the device.
    ///   - law: the computation of directions and distances.
    ///   - projection: the projection of directions to pixels.
    ///   - radius: the maximum distance of a shown place in metres.
    ///   - offset: the reference frame of ``PlaceDirectionLaw/Kind/offsetEarth``.
    public init(
        _ set: PlaceSet,
        from position: GeodeticPosition,
        law: PlaceDirectionLaw,
        projection: any ScreenProjection,
        radius: Metres,
        offset: OffsetEarthFrame
    ) {
        places = set
        self.position = position
        self.law = law
        self.projection = projection
        self.radius = radius
        self.offset = offset
    }

    /// Returns the places that are shown in an orientation (device → Earth), nearest first. Places at equal distance
    /// are ordered by index.
    public mutating func visible(_ orientation: UnitQuaternion) -> [ShownPlace] {
        let viewpoint = Viewpoint(
            time: 0,
            orientation: orientation,
            point: position.point,
            altitude: position.height
        )
        let search = law.search(radius: radius, latitude: position.point.latitude)
        let candidates = places.index.candidates(
            within: search.radius,
            of: viewpoint,
            in: projection.viewCone(orientation: orientation),
            margin: search.margin
        )
        cacheSights(of: candidates)
        var shown: [ShownPlace] = []
        for index in candidates {
            let place = place(index, orientation)
            if place.placement.isVisible { shown.append(place) }
        }
        return shown.sorted { ($0.distance, $0.place) < ($1.distance, $1.place) }
    }

    /// Returns the indices of at most `count` places, nearest first, all within the radius. Distances are measured on a
    /// sphere.
    package func nearest(_ count: Int) -> [Int] {
        let search = law.search(radius: radius, latitude: position.point.latitude)
        return places.index.places(within: search.radius, of: position.point).prefix(count).map(\.index)
    }

    /// Returns the pixel of one place, which may be outside the screen. A place that is farther away than the system's
    /// radius, or than the place's own maximum distance, is marked as not visible.
    public mutating func place(_ index: Int, _ orientation: UnitQuaternion) -> ShownPlace {
        let sight = sight(of: index)
        var placement = projection.placement(ofDirection: sight.direction, orientation: orientation)
        if sight.distance > places.places[index].display.radius(within: radius) {
            placement = ScreenPlacement(point: placement.point, isOnUserSide: placement.isOnUserSide, isVisible: false)
        }
        return ShownPlace(place: index, placement: placement, distance: sight.distance)
    }

    /// Returns the direction and the distance of the place with an index.
    public mutating func sight(of index: Int) -> PlaceSight {
        if let known = sights[index] { return known }
        cacheSights(of: [index])
        return sights[index] ?? PlaceSight(place: index, direction: .zero, distance: 0)
    }

    private mutating func cacheSights(of indices: [Int]) {
        let missing = indices.filter { sights[$0] == nil }
        guard !missing.isEmpty else { return }
        for sight in law.sights(of: missing, among: places.places, from: position, offset: offset) {
            sights[sight.place] = sight
        }
    }
}

/// The places that systems can show, with a spatial index. A set is created once, and shared by all systems.
public struct PlaceSet: Sendable {
    /// All places, in the given order.
    public let places: [PointOfInterest]
    /// The spatial index of the places.
    public let index: PlaceIndex

    /// Creates a set with its spatial index. O(n log n) for n places.
    public init(_ places: [PointOfInterest]) {
        self.places = places
        index = PlaceIndex(places)
    }
}
