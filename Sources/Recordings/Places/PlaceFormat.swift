/// The format of a file of points of interest.
public enum PlaceFormat: String, Sendable, Hashable, CaseIterable {
    /// AREA's XML: `locations/location` with `latitude`, `longitude`, `altitude`, `name` and `information`
    /// (Geiger 2012, listings 5.1 and 5.2).
    case area
    /// The Gamaray dimension description of iBetelgeuse and Gamaray (Stevense & van der Tak 2010, section 2.2).
    case gddf
    /// GeoJSON (RFC 7946).
    case geojson
    /// Keyhole Markup Language (OGC 12-007r2).
    case kml
    /// Waypoints of the GPS Exchange Format 1.1.
    case gpx
    /// A table with a header line: ``CoordinateColumns``.
    case csv

    /// A description of the format for error messages.
    var words: String {
        switch self {
        case .area: "AREA's XML, <locations>"
        case .gddf: "a GDDF, <dimension>"
        case .geojson: "GeoJSON"
        case .kml: "KML"
        case .gpx: "GPX"
        case .csv: "a CSV with columns lat and lon"
        }
    }

    /// The XML formats by the name of their root element.
    private static let roots: [String: PlaceFormat] = [
        "locations": .area, "dimension": .gddf, "kml": .kml, "gpx": .gpx,
    ]

    /// Detects the format of a file from its beginning; its name is ignored.
    ///
    /// - Throws: ``InputError`` when the file is XML with another root element, or is not UTF-8.
    public static func detect(path: String) throws(InputError) -> PlaceFormat {
        let opening = try FileSignature(path: path)
        let names = allCases.map(\.rawValue).joined(separator: "|")
        switch opening.kind {
        case .json: return .geojson
        case .text: return .csv
        case .markup(let root):
            if let format = roots[root] { return format }
            throw InputError(
                file: path,
                found: "XML that starts with the element <\(root)>",
                expected: "a file of places",
                remedy: "check the file, or select \(names) with --input-format"
            )
        }
    }
}
