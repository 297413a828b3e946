internal import Geodesy
internal import SensorModel

/// Selects the places whose direction from a viewpoint is in a cone, by any law of directions.
///
/// It uses a flat Earth and the bearing on a sphere. The cone must be wide enough for the differences to other laws.
struct PlaceSector: PlaceSearch {
    private let observer: Vector3
    private let height: Metres
    private let east: Vector3
    private let north: Vector3
    private let axis: Vector3
    private let sine: Double
    private let cosine: Double
    private let slack: Metres

    /// The largest radius in metres at which a flat Earth with a margin covers the round one.
    private static let largestRadius: Metres = 500_000

    /// Returns nil when directions are not useful: for a cone of half of all directions or more, and for large radii.
    init?(viewpoint: Viewpoint, cone: ViewCone, radius: Metres, slack: Metres) {
        precondition(slack >= 0, "the slack must not be negative")
        // The ground is below the horizon by d/2R.
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

    /// East, north and up. The projection never increases the distance of two places.
    private func local(_ position: Vector3, altitude: Metres) -> Vector3 {
        let offset = position - observer
        return Vector3(east.dot(offset), north.dot(offset), altitude - height)
    }

    /// Whether a ball intersects the cone.
    private func reaches(_ centre: Vector3, radius: Metres) -> Bool {
        let along = centre.dot(axis)
        let across = (centre - axis * along).length
        // A lower bound of the distance: that from the cone's surface, extended beyond its tip.
        return across * cosine - along * sine <= radius
    }
}
