/// Fifteen degrees of latitude, north and south of the equator alike.
///
/// A pair is sorted in by the point that is nearer to its pole.
public struct LatitudeBand: Sendable, Hashable {
    public let lowerDegrees: Double
    public let upperDegrees: Double

    private static let height = 15.0

    /// From the equator to the poles.
    public static let all = (0..<6).map {
        LatitudeBand(lowerDegrees: Double($0) * height, upperDegrees: Double($0 + 1) * height)
    }

    /// The place in ``all`` of the band that a latitude belongs to, south or north; a limit belongs to the band below.
    public static func index(of degrees: Double) -> Int {
        all.firstIndex { degrees.magnitude <= $0.upperDegrees } ?? all.count - 1
    }
}
