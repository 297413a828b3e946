import SensorModel

/// The features of a GeoJSON file (RFC 7946).
struct GeoJSONFile {
    struct Feature {
        var value: JSONValue
        /// The geometry, or `nil` if it is null or missing.
        var geometry: JSONValue?
        /// The properties by name. Names consist of lower-case letters and digits; other characters are removed.
        var properties: [String: JSONValue] = [:]
        var identifier: String?

        /// Returns the text of a property, or `nil` if it is missing, empty, or neither a string nor a number.
        func words(_ property: PlaceProperty) -> String? {
            property.names.lazy.compactMap { properties[$0]?.words.flatMap(PlaceDraft.words) }.first
        }
    }

    /// The name of the collection. RFC 7946 does not define this member, but many files have it.
    let name: String?
    private let root: JSONValue
    private let members: [String: JSONValue]

    /// Reads a file.
    ///
    /// - Throws: `InputError` if the file is not JSON, or its coordinate system is not WGS84.
    init(path: String) throws(InputError) {
        root = try JSONText(path: path).root
        members = root.members
        name = members["name"]?.string.flatMap(PlaceDraft.words)
        if let system = members["crs"], system.kind != .null { try Self.check(system) }
    }

    /// Passes the features to `body` in file order. A single geometry is a feature without properties.
    func forEachFeature(_ body: (Feature) throws(InputError) -> Void) throws(InputError) {
        switch members["type"]?.string {
        case "FeatureCollection":
            guard let features = members["features"], features.kind == .array else {
                throw (members["features"] ?? root).error(isNot: "a FeatureCollection with an array 'features'")
            }
            try features.forEachElement { value throws(InputError) in try body(Self.feature(value)) }
        case "Feature": try body(Self.feature(root))
        default: try body(Feature(value: root, geometry: root))
        }
    }

    private static func feature(_ value: JSONValue) throws(InputError) -> Feature {
        let members = value.members
        guard members["type"]?.string == "Feature" else {
            throw (members["type"] ?? value).error(isNot: "an object with the type 'Feature'")
        }
        var feature = Feature(value: value)
        if let geometry = members["geometry"], geometry.kind != .null { feature.geometry = geometry }
        for (name, value) in members["properties"]?.members ?? [:] {
            feature.properties[CoordinateColumns.plain(name)] = value
        }
        feature.identifier = members["id"]?.words.flatMap(PlaceDraft.words) ?? feature.words(.identifier)
        return feature
    }

    /// Checks that a coordinate system is WGS84, as RFC 7946, section 4, requires. Only files in the older GeoJSON
    /// format name a coordinate system.
    private static func check(_ system: JSONValue) throws(InputError) {
        let name = system.members["properties"]?.members["name"]
        let words = name?.string ?? ""
        guard !["CRS84", "4326", "4979", "CRS84h"].contains(where: words.hasSuffix) else { return }
        throw (name ?? system).error(
            message: "the coordinate system \((name ?? system).excerpt) is not WGS84 in degrees "
                + "(urn:ogc:def:crs:OGC::CRS84)",
            advice: "convert the coordinates to WGS84 longitude and latitude, then remove 'crs'"
        )
    }

    /// Passes the type and the coordinates of a geometry to `body`. If the geometry is a collection, `body` is called
    /// for each geometry in the collection.
    ///
    /// - Throws: `InputError` if the type is unknown or coordinates are missing.
    static func forEachGeometry(
        in geometry: JSONValue,
        _ body: (_ type: String, _ coordinates: JSONValue) throws(InputError) -> Void
    ) throws(InputError) {
        let members = geometry.members
        let type = members["type"]?.string ?? ""
        switch type {
        case "GeometryCollection":
            guard let geometries = members["geometries"], geometries.kind == .array else {
                throw geometry.error(isNot: "a GeometryCollection with an array 'geometries'")
            }
            try geometries.forEachElement { value throws(InputError) in try forEachGeometry(in: value, body) }
        case "Point", "MultiPoint", "LineString", "MultiLineString", "Polygon", "MultiPolygon":
            guard let coordinates = members["coordinates"], coordinates.kind == .array else {
                throw (members["coordinates"] ?? geometry).error(isNot: "a \(type) with an array 'coordinates'")
            }
            try body(type, coordinates)
        default:
            throw (members["type"] ?? geometry).error(
                isNot: "the type of a geometry or of a feature",
                advice: "check that the file is GeoJSON"
            )
        }
    }

    /// Parses a position: an array of longitude, latitude and optional altitude. The result is `nil` for an empty
    /// array.
    ///
    /// - Throws: `InputError` if the value is not a position.
    static func position(_ value: JSONValue) throws(InputError) -> Route.Vertex? {
        var numbers: [JSONValue] = []
        guard value.kind == .array else { throw value.error(isNot: "a position: [longitude, latitude]") }
        try value.forEachElement { element throws(InputError) in numbers.append(element) }
        if numbers.isEmpty { return nil }
        guard numbers.count >= 2, numbers.prefix(3).allSatisfy({ $0.kind == .number }) else {
            throw value.error(isNot: "a position: [longitude, latitude]")
        }
        let text = CoordinateText(latitude: numbers[1].words, longitude: numbers[0].words)
        let point = try text.point { message, advice in
            value.error(message: message, advice: advice)
        }
        guard numbers.count > 2 else { return Route.Vertex(point: point) }
        guard let altitude = numbers[2].number else { throw numbers[2].error(isNot: "a number of metres") }
        return Route.Vertex(point: point, altitude: altitude)
    }

    /// Parses an array of positions. Empty positions are skipped.
    static func positions(_ value: JSONValue) throws(InputError) -> [Route.Vertex] {
        var vertices: [Route.Vertex] = []
        try value.forEachElement { element throws(InputError) in
            if let vertex = try position(element) { vertices.append(vertex) }
        }
        return vertices
    }
}
