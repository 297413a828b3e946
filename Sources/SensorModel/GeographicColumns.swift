/// Points on the Earth's surface as columns: all latitudes, all longitudes.
///
/// For formulas that take many pairs at a time. As in ``GeographicPoint``, longitudes are wrapped into (−180°, 180°].
public struct GeographicColumns: Sendable, Hashable {
    /// North positive, each in [−90, 90].
    public let latitudesDegrees: [Double]
    /// East positive, each in (−180, 180]; as many as there are latitudes.
    public let longitudesDegrees: [Double]

    public init(_ points: some Collection<GeographicPoint>) {
        latitudesDegrees = points.map(\.latitudeDegrees)
        longitudesDegrees = points.map(\.longitudeDegrees)
    }

    /// - Parameters:
    ///   - latitudesDegrees: each in [−90, 90].
    ///   - longitudesDegrees: finite numbers, any number of turns, as many as there are latitudes.
    /// - Returns: nil where the columns differ in length, or a pair of numbers is no point.
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

    public var count: Int { latitudesDegrees.count }

    public subscript(place: Int) -> GeographicPoint {
        GeographicPoint(knownLatitudeDegrees: latitudesDegrees[place], longitudeDegrees: longitudesDegrees[place])
    }
}
