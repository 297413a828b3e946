internal import Geodesy
internal import SensorModel

/// Selects the places within a radius over ground.
struct PlaceDisc: PlaceSearch {
    /// The centre on the index's sphere.
    private let centre: Vector3
    /// The chord of the radius in metres; nil for a negative radius.
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

/// A query of a ``PlaceIndex``.
protocol PlaceSearch {
    /// False only where none of a node's places is an answer.
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
