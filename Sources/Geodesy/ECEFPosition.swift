internal import RealModule
public import SensorModel

/// A place as geocentric Cartesian coordinates that turn with the Earth (Earth-centred, Earth-fixed).
///
/// The origin is the Earth's centre, x points to latitude 0°, longitude 0°, y to 0°, 90° east, z to the north pole.
public struct ECEFPosition: Sendable, Hashable {
    /// In metres.
    public var vector: Vector3

    @inlinable public init(_ vector: Vector3) { self.vector = vector }

    /// The Earth's centre.
    public static let centre = ECEFPosition(.zero)

    /// A geodetic position in these coordinates.
    ///
    /// Right to 3 nm up to a height of 1000 km: three units in the last place of a component. Points on the axis
    /// and on the planes of the equator, of 0° and of 90° have exact zeros.
    public init(_ position: GeodeticPosition, on ellipsoid: Ellipsoid = .wgs84) {
        let (x, y, z) = ellipsoid.cartesian(position, in: Double.self)
        self.init(Vector3(x, y, z))
    }

    /// The length of the straight line to another position, through the ground where it is in the way.
    @inlinable public func chord(to other: ECEFPosition) -> Metres { (other.vector - vector).length }
}

extension Ellipsoid {
    /// Geocentric coordinates in metres, with every step in the scalar's precision, beginning with the degrees.
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
