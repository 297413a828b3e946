internal import RealModule
public import SensorModel

/// East, North, Up at a place: the frame in which a device is oriented and features are seen.
///
/// x points east, y north, z up, in metres from the origin. Coordinates are right to 10 nm below heights of 1000 km.
/// The plane of x and y touches the ellipsoid only at the origin: the ground falls away by 78 mm at 1 km, 31 m
/// at 20 km.
///
/// At a pole, where every direction is south or north, east and north are what they are for a point next to it on the
/// meridian of the longitude given.
public struct LocalTangentFrame: Sendable, Hashable {
    public let origin: ECEFPosition
    /// ECEF to East, North, Up; its rows are the three axes in ECEF.
    public let rotation: Matrix3

    public init(
        at origin: GeodeticPosition,
        vertical: Vertical = .ellipsoidNormal,
        on ellipsoid: Ellipsoid = .wgs84
    ) {
        let latitude = Degrees.sineAndCosine(of: origin.point.latitudeDegrees)
        let longitude = Degrees.sineAndCosine(of: origin.point.longitudeDegrees)
        let (cosine, sine) = (latitude.cosine, latitude.sine)
        let normal = Vector3(cosine * longitude.cosine, cosine * longitude.sine, sine)
        let east = Vector3(-longitude.sine, longitude.cosine, 0)
        let position = ECEFPosition(origin, on: ellipsoid)
        let up =
            switch vertical {
            case .ellipsoidNormal: normal
            case .geocentric: position.vector.normalised ?? normal
            }
        self.origin = position
        self.rotation = Matrix3(rows: east, up.cross(east), up)
    }

    /// East, north and up of a position, in metres from the origin.
    public func local(_ position: ECEFPosition) -> Vector3 { rotation * (position.vector - origin.vector) }

    /// East, north and up of a position on the ellipsoid that the frame was made with.
    public func local(_ position: GeodeticPosition, on ellipsoid: Ellipsoid = .wgs84) -> Vector3 {
        local(ECEFPosition(position, on: ellipsoid))
    }

    /// The position that is so far east, north and up, in metres from the origin.
    public func position(ofLocal local: Vector3) -> ECEFPosition {
        ECEFPosition(origin.vector + rotation.transposed * local)
    }
}
