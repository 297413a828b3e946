internal import RealModule
public import SensorModel

/// A position in Earth-centred, Earth-fixed Cartesian coordinates.
///
/// The origin is the Earth's centre. The x axis points to latitude 0°, longitude 0°, y to latitude 0°, longitude 90°
/// east, and z to the north pole.
public struct ECEFPosition: Sendable, Hashable {
    /// The coordinates in metres.
    public var vector: Vector3

    /// Creates a position from coordinates in metres.
    @inlinable public init(_ vector: Vector3) { self.vector = vector }

    /// The Earth's centre.
    public static let centre = ECEFPosition(.zero)

    /// Converts a geodetic position.
    ///
    /// The error is below 3 nm up to a height of 1000 km: three units in the last place. Points on the axis, on the
    /// equator's plane, and on the planes of 0° and 90° have exact zeros.
    public init(_ position: GeodeticPosition, on ellipsoid: Ellipsoid = .wgs84) {
        let (x, y, z) = ellipsoid.cartesian(position, in: Double.self)
        self.init(Vector3(x, y, z))
    }

    /// The length of the straight line to another position in metres.
    @inlinable public func chord(to other: ECEFPosition) -> Metres { (other.vector - vector).length }
}

extension Ellipsoid {
    /// Geocentric coordinates in metres. Every step uses the scalar's precision, beginning with the degrees.
    @inline(__always)
    func cartesian<Scalar: Real & BinaryFloatingPoint>(
        _ position: GeodeticPosition,
        in precision: Scalar.Type
    ) -> (x: Scalar, y: Scalar, z: Scalar) {
        let latitude = Degrees.sineAndCosine(of: Scalar(position.point.latitudeDegrees))
        let longitude = Degrees.sineAndCosine(of: Scalar(position.point.longitudeDegrees))
        let (height, eccentricitySquared) = (Scalar(position.height), Scalar(self.eccentricitySquared))
        // N = a/√(1 − e² sin² φ)
        let width = (1 - eccentricitySquared * latitude.sine * latitude.sine).squareRoot()
        let normal = Scalar(semiMajorAxis) / width
        // (x, y, z) = ((N + h) cos φ cos λ, (N + h) cos φ sin λ, ((1 − e²) N + h) sin φ)
        let fromAxis = (normal + height) * latitude.cosine
        let fromEquator = ((1 - eccentricitySquared) * normal + height) * latitude.sine
        return (fromAxis * longitude.cosine, fromAxis * longitude.sine, fromEquator)
    }
}

extension ECEFPosition {
    /// Converts to latitude, longitude and height above the ellipsoid.
    ///
    /// The latitude is that of the nearest point of the surface. The result is valid everywhere, also inside the Earth.
    /// A position computed from it is within 10 nm, and in proportion beyond the distance a. Ambiguous positions have a
    /// fixed result:
    /// - on the axis, longitude 0;
    /// - on the equator's plane at less than e²a (42.7 km) from the centre, where a northern and a southern point are
    ///   equally near, the northern one. The centre is therefore the north pole at height −b.
    ///
    /// Close to the edge of that disc, latitudes lose digits of the coordinates.
    ///
    /// Newton's method on the secular equation converges from one side and needs no safeguard: Moré & Sorensen 1983,
    /// doi:10.1137/0904038. The equation is that of Vermeille 2002, doi:10.1007/s00190-002-0273-6.
    ///
    /// - Returns: nil for coordinates that are not finite.
    public func geodetic(on ellipsoid: Ellipsoid = .wgs84) -> GeodeticPosition? {
        guard vector.isFinite else { return nil }
        let axisDistance = Double.hypot(vector.x, vector.y)
        let foot = ellipsoid.footOfNormal(axisDistance: axisDistance, equatorDistance: vector.z.magnitude)
        // tan φ = tan β/(1 − f)
        let (rise, run) = (foot.reducedSine, (1 - ellipsoid.flattening) * foot.reducedCosine)
        let length = Double.hypot(rise, run)
        let (sine, cosine) = (rise / length, run / length)
        // h = r cos φ + z sin φ − a√(1 − e² sin² φ); an error of the latitude has only a second-order effect.
        let width = (1 - ellipsoid.eccentricitySquared * sine * sine).squareRoot()
        let height = axisDistance * cosine + vector.z.magnitude * sine - ellipsoid.semiMajorAxis * width
        let latitude = Angle(radians: .atan2(y: rise, x: run)).degrees
        // A negative zero would give longitude 180° on the axis.
        let longitude = axisDistance == 0 ? 0 : Angle(radians: .atan2(y: vector.y, x: vector.x)).degrees
        return GeodeticPosition(
            latitudeDegrees: vector.z < 0 ? -latitude : latitude,
            longitudeDegrees: longitude,
            height: height
        )
    }
}

extension Ellipsoid {
    /// The reduced latitude β of the surface point nearest to a point of a meridian's plane. Both distances are at
    /// least 0.
    fileprivate func footOfNormal(
        axisDistance: Metres,
        equatorDistance: Metres
    ) -> (reducedSine: Double, reducedCosine: Double) {
        let squared = eccentricitySquared
        let across = axisDistance / semiMajorAxis
        let along = equatorDistance / semiMajorAxis * (1 - flattening)
        // k ≥ 0 satisfies (across/(k + e²))² + (along/k)² = 1, whose two terms are cos² β and sin² β. Both start values
        // are lower bounds.
        var k = max(along, .hypot(across, along) - squared)
        guard k > 0 else {
            let cosine = squared > 0 ? min(1, across / squared) : 0
            return ((1 - cosine * cosine).squareRoot(), cosine)
        }
        while true {
            let (cosine, sine) = (across / (k + squared), along / k)
            let sumOfSquares = cosine * cosine + sine * sine
            let length = sumOfSquares.squareRoot()
            // A smaller difference is rounding.
            guard length - 1 > 4 * Double.ulpOfOne else { return (sine, cosine) }
            // Newton's step for 1/length = 1. The left side is concave in k, so no step passes the root.
            let slope = cosine * cosine / (k + squared) + sine * sine / k
            k += sumOfSquares * (length - 1) / slope
        }
    }
}
