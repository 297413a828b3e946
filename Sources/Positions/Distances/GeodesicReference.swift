internal import CProj
import Recordings
public import SensorModel

/// Geodesics on WGS84, computed by the library PROJ, as the reference for distance formulas.
///
/// The error is about 15 nanometres. PROJ contains the C library of the algorithm's author (Karney 2013,
/// doi:10.1007/s00190-012-0578-z).
public enum GeodesicReference {
    /// The shortest path between two points.
    public struct Geodesic: Sendable, Hashable {
        /// The length of the path in metres.
        public let distance: Metres
        /// The azimuth of the path at the first point, in degrees clockwise from north, in [−180, 180].
        public let initialBearingDegrees: Double
    }

    /// The loaded functions of PROJ, and the ellipsoid WGS84.
    private struct Library {
        let geodesics: sextant_geodesics
        let ellipsoid: geod_geodesic

        init() throws(InputError) {
            var geodesics = sextant_geodesics()
            if let reason = sextant_geodesics_load(&geodesics) {
                throw InputError(
                    file: "PROJ",
                    message: "cannot load the library for reference distances: \(String(cString: reason))",
                    advice: "install libproj25 or libproj-dev (on macOS: proj)",
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
        guard case .success(let library) = loaded else { preconditionFailure("PROJ is missing; call load() first") }
        return library
    }

    /// Loads PROJ. Call this method before any geodesic is computed. Otherwise, a missing PROJ stops the program.
    ///
    /// - Throws: `InputError` if PROJ cannot be loaded. The error names the package to install.
    public static func load() throws(InputError) { _ = try loaded.get() }

    /// Solves the inverse problem: returns the length and initial azimuth of the geodesic between two points.
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

    /// Solves the direct problem: returns the end of the geodesic with the given start, initial azimuth and length.
    ///
    /// The azimuth is in degrees clockwise from north. Returns `nil` if the end is not finite.
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
