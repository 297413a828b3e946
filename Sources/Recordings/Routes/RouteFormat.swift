/// The format of a file of routes.
public enum RouteFormat: String, Sendable, Hashable, CaseIterable {
    /// CloudMade's response in JSON: `route_summary`, `route_geometry`, `route_instructions` (Bertram 2012, listing 2.3).
    case cloudmade
    /// Routes and tracks of the GPS Exchange Format 1.1.
    case gpx
    /// `LineString` and `MultiLineString` of GeoJSON (RFC 7946).
    case geojson
    /// `LineString` and `gx:Track` of Keyhole Markup Language (OGC 12-007r2).
    case kml
    /// Google's encoded polyline, five decimals of a degree.
    case polyline

    /// A description of the format for error messages.
    var words: String {
        switch self {
        case .cloudmade: "CloudMade's JSON, with route_geometry"
        case .gpx: "GPX with a route or a track"
        case .geojson: "GeoJSON with a LineString"
        case .kml: "KML with a LineString"
        case .polyline: "an encoded polyline of precision 5"
        }
    }

    /// Detects the format of a file from its beginning; its name is ignored.
    ///
    /// - Throws: ``InputError`` when the file has another format, or is a pipe, which cannot be read twice.
    public static func detect(path: String) throws(InputError) -> RouteFormat {
        let opening = try FileSignature(path: path)
        switch opening.kind {
        case .json:
            let text = try JSONText(path: path)
            return text.root.members["route_geometry"] == nil ? .geojson : .cloudmade
        case .markup("gpx"): return .gpx
        case .markup("kml"): return .kml
        case .text where PolylineRoute.mayBe(opening.head): return .polyline
        case .markup(let root): throw unknown(path, found: "XML that starts with the element <\(root)>")
        case .text: throw unknown(path, found: "text in an unknown format")
        }
    }

    private static func unknown(_ path: String, found: String) -> InputError {
        let names = allCases.map(\.rawValue).joined(separator: "|")
        return InputError(
            file: path,
            found: found,
            expected: "a file of routes",
            remedy: "check the file, or select \(names) with --input-format"
        )
    }
}
