internal import Geodesy
public import SensorModel

/// A spatial index that finds places within a radius and in view.
///
/// It is a ball tree over points on a sphere in space, which has neither poles nor a date line: Omohundro 1989, here
/// split at the median along the ball's longest side. Construction takes O(n log n) time. A query takes O(log n) time
/// plus a constant for each result. The index needs about 60 bytes for each place.
///
/// ```swift
/// let index = PlaceIndex(places)
/// let nearest = index.places(within: 500, of: user).first
/// ```
public struct PlaceIndex: Sendable {
    /// The places in the order of the tree: the places of a node are consecutive.
    let entries: [Entry]
    /// The nodes in preorder, with the root first; empty without places.
    let nodes: [Node]

    struct Entry: Sendable {
        /// The position on the sphere, in metres from its centre.
        let position: Vector3
        let altitude: Metres?
        /// The height above the device in metres, for a place without altitude.
        let heightAboveDevice: Metres
        let index: Int
    }

    struct Node: Sendable {
        /// The centre of a ball around the places' positions.
        let centre: Vector3
        let radius: Metres
        /// The range of altitudes; nil if no place has one.
        let altitudes: ClosedRange<Metres>?
        /// The range of heights above the device of places without altitude; nil if all have an altitude.
        let heightsAboveDevice: ClosedRange<Metres>?
        let entries: Range<Int>
        /// The node of the second half; the first half is the next node. nil for a leaf.
        let second: Int?
    }

    /// The position on the sphere, in metres from its centre.
    static func position(of point: GeographicPoint) -> Vector3 { up(at: point) * EarthSphere.common }

    static func up(at point: GeographicPoint) -> Vector3 {
        let (latitude, longitude) = (point.latitude, point.longitude)
        return Vector3(latitude.cosine * longitude.cosine, latitude.cosine * longitude.sine, latitude.sine)
    }

    /// Creates an index. O(n log n).
    public init(_ places: [PointOfInterest]) {
        let entries = places.enumerated().map { index, place in
            let altitude = place.altitude.flatMap { $0.isFinite ? $0 : nil }
            let above = place.heightAboveDevice.flatMap { $0.isFinite ? $0 : nil } ?? 0
            let position = Self.position(of: place.point)
            return Entry(position: position, altitude: altitude, heightAboveDevice: above, index: index)
        }
        var builder = PlaceTreeBuilder(entries: entries)
        builder.build()
        self.entries = builder.entries
        nodes = builder.nodes
    }

    /// The number of places.
    public var count: Int { entries.count }

    /// The places within a radius, nearest first, and by index at equal distance.
    ///
    /// - Parameters:
    ///   - radius: radius over ground in metres on a sphere of 6371 km; a negative radius selects nothing.
    ///   - point: centre of the radius.
    public func places(within radius: Metres, of point: GeographicPoint) -> [NearbyPlace] {
        let centre = Self.position(of: point)
        var found: [NearbyPlace] = []
        visit(PlaceDisc(centre: centre, radius: radius)) { entry in
            found.append(NearbyPlace(index: entry.index, distance: Self.distance(from: centre, to: entry.position)))
        }
        return found.sorted { ($0.distance, $0.index) < ($1.distance, $1.index) }
    }

    /// The indices of places within a radius that may be in a cone of directions, in no particular order.
    ///
    /// The result contains every place that is in the cone on a sphere, on the ellipsoid, on a flat or a round Earth.
    /// It contains few other places: those within the margin and the Earth's curvature of the cone's edge. Beyond a
    /// radius of 500 km, where these models differ, directions are ignored. The time is proportional to the number of
    /// results.
    ///
    /// - Parameters:
    ///   - radius: radius over ground in metres on a sphere of 6371 km. On the ellipsoid the distance differs by up to
    ///     0.6 %.
    ///   - viewpoint: position and height of the observer.
    ///   - cone: directions in view.
    ///   - margin: margin around the cone. Bearings on a sphere differ from the geodesic by up to 0.193°, and a
    ///     geocentric vertical from the plumb line by 0.192°.
    ///   - slack: largest displacement of a place by a system's law in metres; at least 0.
    public func candidates(
        within radius: Metres,
        of viewpoint: Viewpoint,
        in cone: ViewCone,
        margin: Angle = Angle(degrees: 0.5),
        slack: Metres = 1
    ) -> [Int] {
        let disc = PlaceDisc(centre: Self.position(of: viewpoint.point), radius: radius)
        let widened = ViewCone(axis: cone.axis, halfAngle: cone.halfAngle + margin)
        guard let sector = PlaceSector(viewpoint: viewpoint, cone: widened, radius: radius, slack: slack) else {
            var all: [Int] = []
            visit(disc) { all.append($0.index) }
            return all
        }
        var found: [Int] = []
        visit(PlaceConeSearch(disc: disc, sector: sector)) { found.append($0.index) }
        return found
    }

    /// The distance on the sphere in metres.
    private static func distance(from start: Vector3, to end: Vector3) -> Metres {
        // Kahan's form is accurate for close and for antipodal places.
        2 * Angle(ofPoint: (start + end).length, (end - start).length).radians * EarthSphere.common
    }

    private func visit(_ search: some PlaceSearch, _ body: (Entry) -> Void) {
        guard !nodes.isEmpty else { return }
        visit(0, search, body)
    }

    private func visit(_ index: Int, _ search: some PlaceSearch, _ body: (Entry) -> Void) {
        let node = nodes[index]
        guard search.mayHold(node) else { return }
        guard let second = node.second else {
            for entry in entries[node.entries] where search.holds(entry) { body(entry) }
            return
        }
        visit(index + 1, search, body)
        visit(second, search, body)
    }
}

/// A place of an index with its distance.
public struct NearbyPlace: Sendable, Hashable {
    /// The index of the place in the array that the index was created from.
    public let index: Int
    /// The distance over ground in metres, by haversines.
    public let distance: Metres

    /// Creates a result.
    public init(index: Int, distance: Metres) {
        self.index = index
        self.distance = distance
    }
}
