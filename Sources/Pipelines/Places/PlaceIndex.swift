internal import Geodesy
public import SensorModel

/// Finds the places within a radius and in view among any number of them.
///
/// A tree of balls over the places as points of a sphere in space, which has neither poles nor a date line: Omohundro
/// 1989; the tree here is cut at the median of the ball's widest side. It is made in O(n log n); a question costs O(log
/// n) and a time per place that is found. About 60 bytes a place.
public struct PlaceIndex: Sendable {
    /// In the order of the tree: a node's places stand together.
    let entries: [Entry]
    /// In preorder, the root first; empty where there are no places.
    let nodes: [Node]

    struct Entry: Sendable {
        /// On the sphere, in metres from its centre.
        let position: Vector3
        let altitude: Metres?
        /// Of a place without an altitude.
        let heightAboveDevice: Metres
        let index: Int
    }

    struct Node: Sendable {
        /// The middle of a ball around its places' positions.
        let centre: Vector3
        let radius: Metres
        /// Of the places that have an altitude; nil where none has.
        let altitudes: ClosedRange<Metres>?
        /// Above the device, of the places without an altitude; nil where all have one.
        let heightsAboveDevice: ClosedRange<Metres>?
        let entries: Range<Int>
        /// The node of its second half; its first half is the next node. nil for a leaf.
        let second: Int?
    }

    /// On the sphere, in metres from its centre.
    static func position(of point: GeographicPoint) -> Vector3 { up(at: point) * EarthSphere.common }

    static func up(at point: GeographicPoint) -> Vector3 {
        let (latitude, longitude) = (point.latitude, point.longitude)
        return Vector3(latitude.cosine * longitude.cosine, latitude.cosine * longitude.sine, latitude.sine)
    }

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

    /// The places within a radius, nearest first; those at one distance in the order of their indices.
    ///
    /// - Parameters:
    ///   - radius: over ground on a sphere of 6371 km; below 0 finds nothing.
    ///   - point: where the radius starts.
    public func places(within radius: Metres, of point: GeographicPoint) -> [NearbyPlace] {
        let centre = Self.position(of: point)
        var found: [NearbyPlace] = []
        visit(PlaceDisc(centre: centre, radius: radius)) { entry in
            found.append(NearbyPlace(index: entry.index, distance: Self.distance(from: centre, to: entry.position)))
        }
        return found.sorted { ($0.distance, $0.index) < ($1.distance, $1.index) }
    }

    /// The indices of the places within a radius which a cone of directions may hold, in no particular order.
    ///
    /// Every place is among them that is seen in the cone on a sphere, on the ellipsoid, on a flat or a round Earth, and few
    /// others: those within the margin and the Earth's curvature of its edge. The time that this takes grows with their
    /// number. Beyond a radius of 500 km, where the laws go apart, directions do not count.
    ///
    /// - Parameters:
    ///   - radius: over ground on a sphere of 6371 km. On the ellipsoid the same distance is up to 0.6 % more or less.
    ///   - viewpoint: its height is that of places without altitude.
    ///   - cone: what is in view.
    ///   - margin: around the cone. Bearings on a sphere are off the geodesic's by up to 0.193°, and a geocentric vertical
    ///     off the plumb line by 0.192°.
    ///   - slack: by how many metres a law may displace a place; at least 0.
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

    /// On the sphere.
    private static func distance(from start: Vector3, to end: Vector3) -> Metres {
        // Kahan's form, which keeps its digits for neighbours and for opposite places.
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
