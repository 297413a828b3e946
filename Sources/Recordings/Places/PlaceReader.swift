public import SensorModel

/// Reads points of interest from files of any ``PlaceFormat``.
///
/// XML and CSV are read as they stream, JSON is held: at most `JSONText.mostBytes`. Elements nest at most 64 deep,
/// document types are refused, so no entity is ever resolved.
public enum PlaceReader {
    /// What a file holds.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - format: nil tells it by what the file starts with.
    /// - Throws: ``InputError`` with line and column for what is malformed, for coordinates that are none, and for a
    ///   file without a single place. What a format allows and no place follows from is counted instead.
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

    /// The places that a file holds, in its order; as ``read(path:format:)`` without what else it says.
    public static func places(
        ofFile path: String,
        format: PlaceFormat? = nil
    ) throws(InputError) -> [PointOfInterest] {
        try read(path: path, format: format).places
    }
}
