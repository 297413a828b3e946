public import SensorModel

/// Reads routes from files of any ``RouteFormat``, with the limits of ``PlaceReader``.
///
/// ```swift
/// let route = try RouteReader.route(ofFile: "walk.gpx")
/// print(route.vertices.count, route.instructions.map(\.text))
/// ```
public enum RouteReader {
    /// Reads a file.
    ///
    /// - Parameters:
    ///   - path: the path of the file.
    ///   - format: the format; nil detects it from the beginning of the file.
    /// - Throws: ``InputError`` with line and column when the file is malformed, coordinates are invalid, a route has
    ///   fewer than two points, or the file has no routes. Valid elements that are not part of a route are counted in
    ///   ``RouteFile/leftOut``.
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

    /// Reads the only route of a file.
    ///
    /// - Throws: ``InputError`` as ``read(path:format:)``, and when the file has several routes.
    public static func route(ofFile path: String, format: RouteFormat? = nil) throws(InputError) -> Route {
        let file = try read(path: path, format: format)
        if file.routes.count == 1 { return file.routes[0] }
        let names = file.routes.prefix(3).map { $0.name.map { "'\($0)'" } ?? "unnamed" }
        throw InputError(
            file: path,
            found:
                "\(file.routes.count) routes (\(names.joined(separator: ", "))\(names.count < file.routes.count ? ", …" : ""))",
            expected: "one",
            remedy: "write one of them to a separate file"
        )
    }
}
