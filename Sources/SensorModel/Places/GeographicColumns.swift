/// Points on the Earth's surface in columns: all latitudes, all longitudes.
///
/// Formulas that process many pairs of points per call read this form. As in ``GeographicPoint``, longitudes are wrapped
/// into (−180°, 180°].
public struct GeographicColumns: Sendable, Hashable {
    /// The latitudes in degrees, north positive, each in [−90, 90].
    public let latitudesDegrees: [Double]
    /// The longitudes in degrees, east positive, each in (−180, 180]; one per latitude.
    public let longitudesDegrees: [Double]

    /// The columns of some points. O(n).
    public init(_ points: some Collection<GeographicPoint>) {
        latitudesDegrees = points.map(\.latitudeDegrees)
        longitudesDegrees = points.map(\.longitudeDegrees)
    }

    /// The points with these coordinates; nil if the columns differ in length or a coordinate is invalid. O(n).
    ///
    /// - Parameters:
    ///   - latitudesDegrees: latitudes in degrees, each in [−90, 90].
    ///   - longitudesDegrees: finite longitudes in degrees, in any number of turns, one per latitude.
    public init?(latitudesDegrees: [Double], longitudesDegrees: [Double]) {
        guard latitudesDegrees.count == longitudesDegrees.count else { return nil }
        var points: [GeographicPoint] = []
        points.reserveCapacity(latitudesDegrees.count)
        for (latitude, longitude) in zip(latitudesDegrees, longitudesDegrees) {
            let point = GeographicPoint(latitudeDegrees: latitude, longitudeDegrees: longitude)
            guard let point else { return nil }
            points.append(point)
        }
        self.init(points)
    }

    /// The number of points.
    public var count: Int { latitudesDegrees.count }

    /// The point at an index. O(1).
    public subscript(place: Int) -> GeographicPoint {
        GeographicPoint(knownLatitudeDegrees: latitudesDegrees[place], longitudeDegrees: longitudesDegrees[place])
    }
}
