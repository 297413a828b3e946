internal import Geodesy
internal import SensorModel

/// The places within a radius over ground.
struct PlaceDisc: PlaceSearch {
    /// On the index's sphere.
    private let centre: Vector3
    /// The straight line's length at the radius; nil for a radius that finds nothing.
    private let chord: Metres?

    init(centre: Vector3, radius: Metres) {
        self.centre = centre
        let halfAngle = min(radius / (2 * EarthSphere.common), .pi / 2)
        chord = radius >= 0 ? 2 * EarthSphere.common * Angle(radians: halfAngle).sine : nil
    }

    func mayHold(_ node: PlaceIndex.Node) -> Bool {
        guard let chord else { return false }
        // A metre more than rounding can lose.
        let reach = chord + node.radius + 1
        return (node.centre - centre).lengthSquared <= reach * reach
    }

    func holds(_ entry: PlaceIndex.Entry) -> Bool {
        guard let chord else { return false }
        return (entry.position - centre).lengthSquared <= chord * chord
    }
}
