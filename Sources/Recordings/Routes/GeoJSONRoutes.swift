import SensorModel

/// The lines of a GeoJSON file: each `LineString` is a route, and each `MultiLineString` is one route with joined lines.
enum GeoJSONRoutes {
    static func read(path: String) throws(InputError) -> RouteFile {
        let source = try GeoJSONFile(path: path)
        var file = RouteFile(format: .geojson)
        try source.forEachFeature { feature throws(InputError) in
            guard let geometry = feature.geometry else {
                file.leaveOut("features without a geometry")
                return
            }
            let name = feature.words(.name) ?? feature.identifier
            try GeoJSONFile.forEachGeometry(in: geometry) { type, coordinates throws(InputError) in
                switch type {
                case "LineString", "MultiLineString":
                    file.routes.append(try route(coordinates, isMultiple: type == "MultiLineString", name, feature))
                case "Polygon", "MultiPolygon": file.leaveOut("polygons")
                default: file.leaveOut("points")
                }
            }
        }
        return file
    }

    private static func route(
        _ coordinates: JSONValue,
        isMultiple: Bool,
        _ name: String?,
        _ feature: GeoJSONFile.Feature
    ) throws(InputError) -> Route {
        var vertices: [Route.Vertex] = []
        if isMultiple {
            try coordinates.forEachElement { line throws(InputError) in
                guard line.kind == .array else { throw line.error(expected: "a line: [[longitude, latitude], …]") }
                vertices += try GeoJSONFile.positions(line)
            }
        } else {
            vertices = try GeoJSONFile.positions(coordinates)
        }
        guard vertices.count >= 2 else { throw coordinates.tooFew(vertices.count) }
        return Route(name: name, vertices: vertices)
    }
}

extension JSONValue {
    /// The error for a route with fewer than two points.
    func tooFew(_ count: Int) -> InputError {
        error(
            found: "a route of \(count) point\(count == 1 ? "" : "s")",
            expected: "two or more",
            remedy: "check that the file was written to its end, or remove the route"
        )
    }
}
