/// A formula for the distance between two points on the Earth's surface, exact or approximate.
///
/// Formulas have no state and are safe to use from any thread. Both points have the height 0.
public protocol DistanceFormula: Sendable {
    /// Returns the distance in metres, at least 0, or `nil` if the formula has no result, for example because its
    /// iteration does not converge.
    ///
    /// The distance from a point to itself is 0. Most formulas are symmetric except for rounding. Formulas that use one
    /// end as the origin of a plane are not symmetric.
    func distance(from start: GeographicPoint, to end: GeographicPoint) -> Metres?

    /// Returns the azimuth of the path at `start`, clockwise from north, in (−180°, 180°], or `nil` if the formula does
    /// not compute it.
    ///
    /// The azimuth between a point and itself, and between antipodes, is undefined. The documentation of each formula
    /// describes the result in these cases.
    func initialBearing(from start: GeographicPoint, to end: GeographicPoint) -> Angle?
}

extension DistanceFormula {
    /// Returns `nil`, the default for formulas that compute no azimuth.
    public func initialBearing(from start: GeographicPoint, to end: GeographicPoint) -> Angle? { nil }
}

/// A formula that has a result for every pair of points and computes the distances of many pairs in one call.
public protocol BatchDistanceFormula: DistanceFormula {
    /// Writes the distance between each start and the end with the same index into `distances`. O(n).
    ///
    /// The method resizes `distances` to the number of pairs, and allocates no memory if the size does not change. The
    /// results differ from ``DistanceFormula/distance(from:to:)`` by at most the bound in the formula's documentation.
    ///
    /// - Precondition: the number of starts equals the number of ends.
    func distances(from starts: GeographicColumns, to ends: GeographicColumns, into distances: inout [Metres])
}

extension BatchDistanceFormula {
    /// Returns the distance between each start and the end with the same index. O(n).
    ///
    /// - Precondition: the number of starts equals the number of ends.
    public func distances(from starts: GeographicColumns, to ends: GeographicColumns) -> [Metres] {
        var result: [Metres] = []
        distances(from: starts, to: ends, into: &result)
        return result
    }
}

/// Points on the Earth's surface, stored as a column of latitudes and a column of longitudes.
///
/// The columns are the input of ``BatchDistanceFormula``. As in ``GeographicPoint``, longitudes are wrapped into
/// (−180°, 180°].
public struct GeographicColumns: Sendable, Hashable {
    /// The latitudes in degrees, north positive, each in [−90, 90].
    public let latitudesDegrees: [Double]
    /// The longitudes in degrees, east positive, each in (−180, 180]; one per latitude.
    public let longitudesDegrees: [Double]

    /// Creates columns from a collection of points. O(n).
    public init(_ points: some Collection<GeographicPoint>) {
        latitudesDegrees = points.map(\.latitudeDegrees)
        longitudesDegrees = points.map(\.longitudeDegrees)
    }

    /// Creates columns from coordinates, or returns `nil` if the columns differ in length or a coordinate is invalid.
    /// O(n).
    ///
    /// - Parameters:
    ///   - latitudesDegrees: latitudes in degrees, each in [−90, 90].
    ///   - longitudesDegrees: finite longitudes in degrees, one per latitude, which are wrapped.
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
    public subscript(index: Int) -> GeographicPoint {
        GeographicPoint(knownLatitudeDegrees: latitudesDegrees[index], longitudeDegrees: longitudesDegrees[index])
    }
}

/// A point on the Earth's surface: geodetic latitude and longitude on WGS84.
///
/// Coordinates are stored in degrees. The poles, the date line and coordinates with twelve digits are exact in degrees
/// but not in radians. Longitudes are wrapped into (−180°, 180°], so that 180° and −180° are equal.
public struct GeographicPoint: Sendable, Hashable {
    /// The latitude in degrees, north positive, in [−90, 90].
    public let latitudeDegrees: Double
    /// The longitude in degrees, east positive, in (−180, 180].
    public let longitudeDegrees: Double

    /// Creates a point, or returns `nil` if the latitude exceeds ±90° or a coordinate is not finite.
    ///
    /// - Parameters:
    ///   - latitudeDegrees: the latitude in degrees, in [−90, 90].
    ///   - longitudeDegrees: the longitude in degrees; any finite number, which is wrapped.
    @inlinable
    public init?(latitudeDegrees: Double, longitudeDegrees: Double) {
        guard latitudeDegrees.magnitude <= 90, longitudeDegrees.isFinite else { return nil }
        self.latitudeDegrees = latitudeDegrees
        // The remainder of IEEE 754 is exact.
        let wrapped = longitudeDegrees.remainder(dividingBy: 360)
        self.longitudeDegrees = wrapped == -180 ? 180 : wrapped
    }

    /// Creates a point without checks. The coordinates must be valid, and the longitude must be wrapped.
    init(knownLatitudeDegrees latitude: Double, longitudeDegrees longitude: Double) {
        latitudeDegrees = latitude
        longitudeDegrees = longitude
    }

    /// The latitude, north positive.
    @inlinable public var latitude: Angle { Angle(degrees: latitudeDegrees) }
    /// The longitude, east positive.
    @inlinable public var longitude: Angle { Angle(degrees: longitudeDegrees) }
}
