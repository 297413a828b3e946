public import SensorModel

/// Reads points of interest from files of any ``PlaceFormat``.
///
/// XML and CSV files are read in a stream; a JSON file is held in memory, with at most `JSONText.mostBytes`. XML elements
/// nest at most 64 levels deep. A document type is an error, so that no entity is resolved.
///
/// ```swift
/// let file = try PlaceReader.read(path: "places.kml")
/// for place in file.places { print(place.name, place.point.latitudeDegrees, place.point.longitudeDegrees) }
/// ```
public enum PlaceReader {
    /// Reads a file.
    ///
    /// - Parameters:
    ///   - path: the path of the file.
    ///   - format: the format; nil detects it from the beginning of the file.
    /// - Throws: ``InputError`` with line and column when the file is malformed, coordinates are invalid, or the file has
    ///   no places. Valid elements that are not places are counted in ``PlaceFile/leftOut``.
    public static func read(path: String, format: PlaceFormat? = nil) throws(InputError) -> PlaceFile {
        let format = if let format { format } else { try PlaceFormat.detect(path: path) }
        let file: PlaceFile
        switch format {
        case .area: file = try MarkupReader.read(path: path, AreaPlaces(path: path)).file
        case .gddf: file = try MarkupReader.read(path: path, DimensionPlaces(path: path)).file()
        case .kml: file = try MarkupReader.read(path: path, KMLPlaces(path: path)).file
        case .gpx: file = try MarkupReader.read(path: path, GPXPlaces(path: path)).file
        case .geojson: file = try GeoJSONPlaces.read(path: path)
        case .csv: file = try DelimitedPlaces.read(path: path)
        }
        guard file.places.isEmpty else { return file }
        let expected = "at least one point of interest in \(format.words)"
        throw InputError(noneOf: "place", in: path, leftOut: file.leftOut, expected: expected)
    }

    /// Reads only the places of a file, in its order; see ``read(path:format:)``.
    public static func places(
        ofFile path: String,
        format: PlaceFormat? = nil
    ) throws(InputError) -> [PointOfInterest] {
        try read(path: path, format: format).places
    }
}
