internal import CProj
public import Recordings
public import SensorModel

/// Geodesics on WGS84 as PROJ computes them: the independent reference for distances, to about 15 nanometres.
///
/// Karney 2013, doi:10.1007/s00190-012-0578-z; the C library of its author that comes with PROJ.
public enum GeodesicReference {
    /// The shortest way between two points.
    public struct Geodesic: Sendable, Hashable {
        /// Its length.
        public let distance: Metres
        /// Where it leaves the first point, in degrees clockwise from north, in [−180, 180].
        public let initialBearingDegrees: Double
    }

    /// PROJ, and the ellipsoid as it takes it.
    private struct Library {
        let geodesics: sextant_geodesics
        let ellipsoid: geod_geodesic

        init() throws(InputError) {
            var geodesics = sextant_geodesics()
            if let reason = sextant_geodesics_load(&geodesics) {
                throw InputError(
                    file: "PROJ",
                    found: "no way to load it (\(String(cString: reason)))",
                    expected: "its shared library, the reference for distances",
                    remedy: "install libproj25 or libproj-dev, on macOS proj",
                    isEnvironment: true
                )
            }
            var ellipsoid = geod_geodesic()
            geodesics.`init`(&ellipsoid, 6_378_137, 1 / 298.257_223_563)
            self.geodesics = geodesics
            self.ellipsoid = ellipsoid
        }
    }

    private static let loaded = Result { () throws(InputError) in try Library() }

    private static var library: Library {
        guard case .success(let library) = loaded else { preconditionFailure("load() says that PROJ is missing") }
        return library
    }

    /// Loads PROJ, which nothing else does before a geodesic is asked for; then a missing one ends the program.
    ///
    /// - Throws: `InputError` with what to install.
    public static func load() throws(InputError) { _ = try loaded.get() }

    /// The inverse problem: how far it is, and where to.
    public static func geodesic(from start: GeographicPoint, to end: GeographicPoint) -> Geodesic {
        var distance = 0.0
        var bearing = 0.0
        let library = library
        withUnsafePointer(to: library.ellipsoid) { ellipsoid in
            library.geodesics.inverse(
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
        let library = library
        withUnsafePointer(to: library.ellipsoid) { ellipsoid in
            library.geodesics.direct(
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
