public import SensorModel

/// Reads routes from files of any ``RouteFormat``, with the limits of ``PlaceReader``.
public enum RouteReader {
    /// What a file holds.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - format: nil tells it by what the file starts with.
    /// - Throws: ``InputError`` with line and column for what is malformed, for coordinates that are none, for a line
    ///   of fewer than two points, and for a file without a route. What a format allows beside routes is counted.
    public static func read(path: String, format: RouteFormat? = nil) throws(InputError) -> RouteFile {
        let format = if let format { format } else { try RouteFormat.detect(path: path) }
        let file: RouteFile
        switch format {
        case .cloudmade: file = try CloudMadeRoute.read(path: path)
        case .gpx: file = try MarkupReader.read(path: path, GPXRoutes(path: path)).file
        case .kml: file = try MarkupReader.read(path: path, KMLRoutes(path: path)).file
        case .geojson: file = try GeoJSONRoutes.read(path: path)
        case .polyline: file = try PolylineRoute.read(path: path)
        }
        guard file.routes.isEmpty else { return file }
        throw InputError(noneOf: "route", in: path, leftOut: file.leftOut, expected: "a route in \(format.words)")
    }

    /// The one route that a file holds.
    ///
    /// - Throws: as ``read(path:format:)``, and for a file with several routes.
    public static func route(ofFile path: String, format: RouteFormat? = nil) throws(InputError) -> Route {
        let file = try read(path: path, format: format)
        if file.routes.count == 1 { return file.routes[0] }
        let names = file.routes.prefix(3).map { $0.name.map { "'\($0)'" } ?? "one without a name" }
        throw InputError(
            file: path,
            found:
                "\(file.routes.count) routes (\(names.joined(separator: ", "))\(names.count < file.routes.count ? ", …" : ""))",
            expected: "one",
            remedy: "keep one of them in a file of its own"
        )
    }
}
