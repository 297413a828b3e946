public import Geodesy
public import SensorModel

/// Pairs with the distances between them, by the reference and by each formula.
public struct MeasuredPairs: Sendable {
    public let pairs: [PointPair]
    /// The reference for each pair.
    public let references: [GeodesicReference.Geodesic]
    /// For each formula the distance of each pair; nil where it has none or gives no number.
    public let distances: [[Metres?]]
    /// For each formula the bearing of each pair in degrees; empty for a formula without bearings.
    let bearingsDegrees: [[Double?]]

    public init(_ pairs: [PointPair], formulas: [FormulaEntry]) {
        self.pairs = pairs
        references = pairs.map { GeodesicReference.geodesic(from: $0.start, to: $0.end) }
        distances = formulas.map { entry in
            pairs.map { pair in
                entry.formula.distance(from: pair.start, to: pair.end).flatMap { $0.isFinite ? $0 : nil }
            }
        }
        bearingsDegrees = formulas.map { entry in
            guard entry.givesBearing else { return [] }
            return pairs.map { entry.formula.initialBearing(from: $0.start, to: $0.end)?.degrees }
        }
    }
}

/// Two points between which a distance is asked for.
public struct PointPair: Sendable, Hashable {
    public let start: GeographicPoint
    public let end: GeographicPoint

    public init(from start: GeographicPoint, to end: GeographicPoint) {
        self.start = start
        self.end = end
    }

    /// The latitude, south or north, of the point that is nearer to its pole, in degrees.
    var highestLatitudeDegrees: Double { max(start.latitudeDegrees.magnitude, end.latitudeDegrees.magnitude) }
}
