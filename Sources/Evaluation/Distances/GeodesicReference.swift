internal import CProj
public import SensorModel

/// Geodesics on WGS84 as PROJ computes them: the independent reference for distances, to about 15 nanometres.
///
/// Karney: Algorithms for geodesics. Journal of Geodesy 87, 2013, doi:10.1007/s00190-012-0578-z; the C library of its
/// author that comes with PROJ.
public enum GeodesicReference {
    /// The shortest way between two points.
    public struct Geodesic: Sendable, Hashable {
        /// Its length.
        public let distance: Metres
        /// Where it leaves the first point, in degrees clockwise from north, in [−180, 180].
        public let initialBearingDegrees: Double
    }

    private static let ellipsoid: geod_geodesic = {
        var ellipsoid = geod_geodesic()
        geod_init(&ellipsoid, 6_378_137, 1 / 298.257_223_563)
        return ellipsoid
    }()

    /// The inverse problem: how far it is, and where to.
    public static func geodesic(from start: GeographicPoint, to end: GeographicPoint) -> Geodesic {
        var distance = 0.0
        var bearing = 0.0
        withUnsafePointer(to: ellipsoid) { ellipsoid in
            geod_inverse(
                ellipsoid,
                start.latitudeDegrees,
                start.longitudeDegrees,
                end.latitudeDegrees,
                end.longitudeDegrees,
                &distance,
                &bearing,
                nil
            )
        }
        return Geodesic(distance: distance, initialBearingDegrees: bearing)
    }

    /// The direct problem: where one arrives after a distance, having left in a direction (degrees clockwise from
    /// north). Nil where that is no number.
    public static func point(from start: GeographicPoint, bearingDegrees: Double, distance: Metres) -> GeographicPoint?
    {
        var latitude = 0.0
        var longitude = 0.0
        withUnsafePointer(to: ellipsoid) { ellipsoid in
            geod_direct(
                ellipsoid,
                start.latitudeDegrees,
                start.longitudeDegrees,
                bearingDegrees,
                distance,
                &latitude,
                &longitude,
                nil
            )
        }
        return GeographicPoint(latitudeDegrees: latitude, longitudeDegrees: longitude)
    }
}
