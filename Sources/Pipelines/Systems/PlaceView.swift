public import Geodesy
public import SensorModel

/// The places as they are seen from one position, by a law of directions and on a screen.
///
/// Directions are found when they are first asked for and kept: a picture costs time by the places in view, not by those
/// that there are.
public struct PlaceView: Sendable {
    public let position: GeodeticPosition
    private let set: PlaceSet
    private let law: PlaceDirectionLaw
    private let projection: any ScreenProjection
    private let radius: Metres
    private let offset: OffsetEarthFrame
    private var sights: [Int: PlaceSight] = [:]

    /// - Parameters:
    ///   - set: the places.
    ///   - position: where they are seen from.
    ///   - law: gives their directions and distances.
    ///   - projection: gives their pixels.
    ///   - radius: places farther away are not shown.
    ///   - offset: the frame of ``PlaceDirectionLaw/Kind/offsetEarth``.
    public init(
        _ set: PlaceSet,
        from position: GeodeticPosition,
        law: PlaceDirectionLaw,
        projection: any ScreenProjection,
        radius: Metres,
        offset: OffsetEarthFrame
    ) {
        self.set = set
        self.position = position
        self.law = law
        self.projection = projection
        self.radius = radius
        self.offset = offset
    }

    /// The places that are shown in an orientation, nearest first; those at one distance in the order of their indices.
    public mutating func visible(_ orientation: UnitQuaternion) -> [ShownPlace] {
        let viewpoint = Viewpoint(
            time: 0,
            orientation: orientation,
            point: position.point,
            altitude: position.height
        )
        let search = law.search(radius: radius, latitude: position.point.latitude)
        let candidates = set.index.candidates(
            within: search.radius,
            of: viewpoint,
            in: projection.viewCone(orientation: orientation),
            margin: search.margin
        )
        keepSights(of: candidates)
        var shown: [ShownPlace] = []
        for index in candidates {
            let place = place(index, orientation)
            if place.placement.isVisible { shown.append(place) }
        }
        return shown.sorted { ($0.distance, $0.place) < ($1.distance, $1.place) }
    }

    /// Where one place is drawn, on the screen or not. Beyond the radius it is not visible.
    public mutating func place(_ index: Int, _ orientation: UnitQuaternion) -> ShownPlace {
        let sight = sight(of: index)
        var placement = projection.placement(ofDirection: sight.direction, orientation: orientation)
        if sight.distance > radius {
            placement = ScreenPlacement(point: placement.point, isBehind: placement.isBehind, isVisible: false)
        }
        return ShownPlace(place: index, placement: placement, distance: sight.distance)
    }

    /// The direction of a place.
    public mutating func sight(of index: Int) -> PlaceSight {
        if let known = sights[index] { return known }
        keepSights(of: [index])
        return sights[index] ?? PlaceSight(place: index, direction: .zero, distance: 0)
    }

    private mutating func keepSights(of indices: [Int]) {
        let missing = indices.filter { sights[$0] == nil }
        guard !missing.isEmpty else { return }
        for sight in law.sights(of: missing, among: set.places, from: position, offset: offset) {
            sights[sight.place] = sight
        }
    }
}
