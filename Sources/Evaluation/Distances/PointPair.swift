public import SensorModel

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
