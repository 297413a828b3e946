public import SensorModel

/// Where the pairs of a comparison come from.
public enum DistanceSource: Sendable, Hashable {
    case random(RandomPairs)
    /// A file with two points in each row.
    case pairs(file: String)
    /// A file with a point in each row, to which it is measured from one point.
    case from(GeographicPoint, file: String)
    /// A file with a point in each row, along which it is measured.
    case along(file: String)
}
