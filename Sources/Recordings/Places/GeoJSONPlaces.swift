import SensorModel

/// The points of a GeoJSON file: one place for each `Point`, and for each position of a `MultiPoint`.
enum GeoJSONPlaces {
    static func read(path: String) throws(InputError) -> PlaceFile {
        let source = try GeoJSONFile(path: path)
        var file = PlaceFile(format: .geojson, name: source.name)
        try source.forEachFeature { feature throws(InputError) in try add(feature, to: &file) }
        return file
    }

    private static func add(_ feature: GeoJSONFile.Feature, to file: inout PlaceFile) throws(InputError) {
        guard let geometry = feature.geometry else {
            file.leaveOut("features without a geometry")
            return
        }
        let altitude = altitude(of: feature, &file)
        let (name, category) = (feature.words(.name), feature.words(.category))
        let information = feature.words(.information)
        try GeoJSONFile.forEachGeometry(in: geometry) { type, coordinates throws(InputError) in
            let vertices: [Route.Vertex]
            switch type {
            case "Point": vertices = try GeoJSONFile.position(coordinates).map { [$0] } ?? []
            case "MultiPoint": vertices = try GeoJSONFile.positions(coordinates)
            case "Polygon", "MultiPolygon": return file.leaveOut("polygons")
            default: return file.leaveOut("lines")
            }
            if vertices.isEmpty { file.leaveOut("points without coordinates") }
            for vertex in vertices {
                file.places.append(
                    PointOfInterest(
                        identifier: feature.identifier,
                        name: name ?? feature.identifier ?? PlaceDraft.name(ordinal: file.places.count + 1),
                        point: vertex.point,
                        altitude: vertex.altitude ?? altitude,
                        category: category,
                        information: information
                    )
                )
            }
        }
    }

    /// The altitude among a feature's properties, which no standard defines.
    private static func altitude(of feature: GeoJSONFile.Feature, _ file: inout PlaceFile) -> Metres? {
        guard let words = feature.words(.altitude) else { return nil }
        if let altitude = NumberText.value(words) { return altitude }
        file.leaveOut("altitudes that are not numbers")
        return nil
    }
}
