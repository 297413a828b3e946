import Geodesy
public import SensorModel

/// A spatial index that finds places within a radius and in the camera's view.
///
/// The index is a ball tree (Omohundro 1989) over the places' positions on a sphere, as vectors in space. With such
/// vectors, neither poles nor the date line are special cases. Each ball is split at the median along its longest axis.
/// Construction takes O(n log n) time. A query takes O(log n) time plus a constant for each result. The index needs
/// about 60 bytes for each place.
///
/// ```swift
/// let index = PlaceIndex(places)
/// let nearest = index.places(within: 500, of: user).first
/// ```
public struct PlaceIndex: Sendable {
    /// The places, ordered so that the places of each node are consecutive.
    let entries: [Entry]
    /// The tree's nodes in preorder, with the root first; empty if there are no places.
    let nodes: [Node]

    struct Entry: Sendable {
        /// The place's position on a sphere, in metres from the sphere's centre.
        let position: Vector3
        let altitude: Metres?
        /// The height above the device in metres; used only if the place has no altitude.
        let heightAboveDevice: Metres
        let index: Int
    }

    struct Node: Sendable {
        /// The centre of a ball that contains the positions of the node's places.
        let centre: Vector3
        let radius: Metres
        /// The range of the places' altitudes; `nil` if no place has an altitude.
        let altitudes: ClosedRange<Metres>?
        /// The height range, relative to the device, of places without altitude; `nil` if all places have an altitude.
        let heightsAboveDevice: ClosedRange<Metres>?
        let entries: Range<Int>
        /// The index of the child with the second half of the places; `nil` for a leaf. The child with the first half
        /// is the next node in `nodes`.
        var second: Int?
    }

    /// Returns a point's position on the sphere, in metres from the sphere's centre.
    static func position(of point: GeographicPoint) -> Vector3 { up(at: point) * EarthSphere.common }

    static func up(at point: GeographicPoint) -> Vector3 {
        let (latitude, longitude) = (point.latitude, point.longitude)
        return Vector3(latitude.cosine * longitude.cosine, latitude.cosine * longitude.sine, latitude.sine)
    }

    /// Creates an index of places. O(n log n).
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

    /// The number of places in the index.
    public var count: Int { entries.count }

    /// Returns the places within a radius, nearest first. Places at equal distance are ordered by index.
    ///
    /// - Parameters:
    ///   - radius: the radius over ground in metres on a sphere of radius 6371 km; a negative radius selects nothing.
    ///   - point: the centre of the circle.
    public func places(within radius: Metres, of point: GeographicPoint) -> [NearbyPlace] {
        let centre = Self.position(of: point)
        var found: [NearbyPlace] = []
        visit(PlaceDisc(centre: centre, radius: radius)) { entry in
            found.append(NearbyPlace(index: entry.index, distance: Self.distance(from: centre, to: entry.position)))
        }
        return found.sorted { ($0.distance, $0.index) < ($1.distance, $1.index) }
    }

    /// Returns the indices of places that are within a radius and may be in view, in no particular order.
    ///
    /// Three models of the Earth are considered: a sphere, the ellipsoid, and a flat Earth. The result contains every
    /// place whose direction is in the cone in at least one of these models. The result also contains a few places
    /// outside the cone. The angle between such a place and the edge of the cone is at most `margin` plus radius/2R,
    /// where R is the Earth's radius. For a radius above 500 km, the models differ too much, and directions are
    /// ignored. The time is proportional to the number of results.
    ///
    /// - Parameters:
    ///   - radius: the radius over ground in metres on a sphere of radius 6371 km. Distances on the ellipsoid differ by
    ///     up to 0.6 %.
    ///   - viewpoint: the position and height of the observer.
    ///   - cone: the directions in view.
    ///   - margin: the angle by which the cone is widened. Bearings on a sphere differ from geodesic bearings by up to
    ///     0.193°. The geocentric vertical differs from the plumb line by up to 0.192°.
    ///   - slack: the maximum error of the places' positions in metres, at least 0. A system may compute directions
    ///     from positions with errors up to this size.
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

    /// Returns the distance on the sphere, in metres.
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

/// A place within the queried radius, with its distance.
public struct NearbyPlace: Sendable, Hashable {
    /// The index of the place in the array from which the ``PlaceIndex`` was created.
    public let index: Int
    /// The great-circle distance over ground in metres.
    public let distance: Metres
}

/// Selects the places within a radius over ground.
struct PlaceDisc: PlaceSearch {
    /// The circle's centre on the sphere, in metres from the sphere's centre.
    private let centre: Vector3
    /// The straight-line distance from the centre to the circle in metres; `nil` for a negative radius.
    private let chord: Metres?

    init(centre: Vector3, radius: Metres) {
        self.centre = centre
        let halfAngle = min(radius / (2 * EarthSphere.common), .pi / 2)
        chord = radius >= 0 ? 2 * EarthSphere.common * Angle(radians: halfAngle).sine : nil
    }

    func mayHold(_ node: PlaceIndex.Node) -> Bool {
        guard let chord else { return false }
        // One metre covers all rounding.
        let reach = chord + node.radius + 1
        return (node.centre - centre).lengthSquared <= reach * reach
    }

    func holds(_ entry: PlaceIndex.Entry) -> Bool {
        guard let chord else { return false }
        return (entry.position - centre).lengthSquared <= chord * chord
    }
}

/// A condition that selects places of a ``PlaceIndex``.
protocol PlaceSearch {
    /// Returns whether the search has to visit the node. If the result is `false`, no place of the node meets the
    /// condition.
    func mayHold(_ node: PlaceIndex.Node) -> Bool
    func holds(_ entry: PlaceIndex.Entry) -> Bool
}

/// Selects the places in both a disc and a sector.
struct PlaceConeSearch: PlaceSearch {
    let disc: PlaceDisc
    let sector: PlaceSector

    func mayHold(_ node: PlaceIndex.Node) -> Bool { disc.mayHold(node) && sector.mayHold(node) }
    func holds(_ entry: PlaceIndex.Entry) -> Bool { disc.holds(entry) && sector.holds(entry) }
}

/// Selects the places whose direction from a viewpoint is in a cone, for every ``PlaceDirectionLaw`` that a system may
/// use.
///
/// Directions are computed for a flat Earth, with bearings on a sphere. The cone must include a margin for the
/// differences from the other laws.
struct PlaceSector: PlaceSearch {
    private let observer: Vector3
    private let height: Metres
    private let east: Vector3
    private let north: Vector3
    private let axis: Vector3
    private let sine: Double
    private let cosine: Double
    private let slack: Metres

    /// The maximum radius in metres. Up to this radius, the widened cone covers the difference between a flat and a
    /// round Earth.
    private static let largestRadius: Metres = 500_000

    /// Creates a sector. Returns `nil` if directions cannot exclude places: if the cone covers a hemisphere or more, or
    /// if the radius exceeds ``largestRadius``.
    init?(viewpoint: Viewpoint, cone: ViewCone, radius: Metres, slack: Metres) {
        precondition(slack >= 0, "the slack must not be negative")
        // At distance d, the Earth's curvature lowers the ground by the angle d/2R.
        let fall = Angle(radians: max(radius, 0) / (2 * EarthSphere.common))
        let halfAngle = cone.halfAngle + fall
        guard radius <= Self.largestRadius, halfAngle.radians < .pi / 2 else { return nil }
        let (longitude, up) = (viewpoint.point.longitude, PlaceIndex.up(at: viewpoint.point))
        east = Vector3(-longitude.sine, longitude.cosine, 0)
        north = up.cross(east)
        observer = PlaceIndex.position(of: viewpoint.point)
        height = viewpoint.altitude
        axis = cone.axis
        sine = halfAngle.sine
        cosine = halfAngle.cosine
        self.slack = slack
    }

    func mayHold(_ node: PlaceIndex.Node) -> Bool {
        var (lowest, highest) = node.altitudes.map { ($0.lowerBound, $0.upperBound) } ?? (.infinity, -.infinity)
        if let heights = node.heightsAboveDevice {
            lowest = min(lowest, height + heights.lowerBound)
            highest = max(highest, height + heights.upperBound)
        }
        let halfHeight = (highest - lowest) / 2
        let radius = (node.radius * node.radius + halfHeight * halfHeight).squareRoot()
        return reaches(local(node.centre, altitude: lowest + halfHeight), radius: radius + slack)
    }

    func holds(_ entry: PlaceIndex.Entry) -> Bool {
        reaches(local(entry.position, altitude: entry.altitude ?? height + entry.heightAboveDevice), radius: slack)
    }

    /// Returns a position relative to the observer: east, north and up, in metres. The projection never increases the
    /// distance between two places.
    private func local(_ position: Vector3, altitude: Metres) -> Vector3 {
        let offset = position - observer
        return Vector3(east.dot(offset), north.dot(offset), altitude - height)
    }

    /// Returns `true` if a ball may intersect the cone.
    private func reaches(_ centre: Vector3, radius: Metres) -> Bool {
        let along = centre.dot(axis)
        let across = (centre - axis * along).length
        // The cone's surface, extended beyond its tip, is never farther from the ball than the cone itself.
        return across * cosine - along * sine <= radius
    }
}

/// Builds the tree of a ``PlaceIndex``.
struct PlaceTreeBuilder {
    private(set) var entries: [PlaceIndex.Entry]
    private(set) var nodes: [PlaceIndex.Node] = []

    /// The maximum number of places in a leaf. Below this size, testing every place is as fast as splitting further.
    private static let leafSize = 16

    mutating func build() {
        guard !entries.isEmpty else { return }
        addNode(over: 0..<entries.count)
    }

    private mutating func addNode(over range: Range<Int>) {
        let number = nodes.count
        let (node, widest) = summary(of: range)
        nodes.append(node)
        guard range.count > Self.leafSize else { return }
        let middle = range.lowerBound + range.count / 2
        select(middle, in: range, along: widest)
        addNode(over: range.lowerBound..<middle)
        nodes[number].second = nodes.count
        addNode(over: middle..<range.upperBound)
    }

    /// Returns a leaf with the places of a range, and the index of the axis along which their positions differ most.
    private func summary(of range: Range<Int>) -> (PlaceIndex.Node, widest: Int) {
        var low = entries[range.lowerBound].position
        var high = low
        var altitudes: ClosedRange<Metres>?
        var heights: ClosedRange<Metres>?
        for entry in entries[range] {
            let position = entry.position
            low = Vector3(min(low.x, position.x), min(low.y, position.y), min(low.z, position.z))
            high = Vector3(max(high.x, position.x), max(high.y, position.y), max(high.z, position.z))
            if let altitude = entry.altitude {
                altitudes = Self.widened(altitudes, to: altitude)
            } else {
                heights = Self.widened(heights, to: entry.heightAboveDevice)
            }
        }
        let centre = (low + high) * 0.5
        let radius = entries[range].reduce(0) { max($0, ($1.position - centre).length) }
        let size = high - low
        let widest = size.x >= max(size.y, size.z) ? 0 : size.y >= size.z ? 1 : 2
        let node = PlaceIndex.Node(
            centre: centre,
            radius: radius,
            altitudes: altitudes,
            heightsAboveDevice: heights,
            entries: range
        )
        return (node, widest)
    }

    private static func widened(_ range: ClosedRange<Metres>?, to value: Metres) -> ClosedRange<Metres> {
        guard let range else { return value...value }
        return min(range.lowerBound, value)...max(range.upperBound, value)
    }

    /// Reorders a range by the coordinate on an axis. Then no place before `middle` has a larger coordinate than the
    /// place at `middle`, and no place after `middle` has a smaller one.
    ///
    /// Hoare 1961, doi:10.1145/366622.366647.
    private mutating func select(_ middle: Int, in range: Range<Int>, along axis: Int) {
        var (low, high) = (range.lowerBound, range.upperBound - 1)
        while low < high {
            let pivot = entries[low + (high - low) / 2].position[axis]
            var (left, right) = (low, high)
            while left <= right {
                while entries[left].position[axis] < pivot { left += 1 }
                while entries[right].position[axis] > pivot { right -= 1 }
                if left <= right {
                    entries.swapAt(left, right)
                    left += 1
                    right -= 1
                }
            }
            if middle <= right {
                high = right
            } else if middle >= left {
                low = left
            } else {
                return
            }
        }
    }
}
