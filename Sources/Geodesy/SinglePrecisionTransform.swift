internal import SensorModel

/// The transformation into East, North, Up as a phone's graphics do it: a matrix and a translation in single precision.
///
/// What is lost is the rounding of coordinates and translation. In ECEF both are as long as the Earth's radius, where
/// neighbouring numbers are 0.5 m apart; in a frame with an offset they are as long as the way from the offset.
///
/// Errors of a feature's place in metres over 10 000 random pairs of device and feature, up to 20 km apart:
///
/// | coordinates | root mean square | largest |
/// |---|---|---|
/// | ECEF, in single precision from the degrees on | 0.74 | 2.2 |
/// | ECEF in double precision, rounded | 0.43 | 1.4 |
/// | from an offset at the device | 0.0006 | 0.0033 |
/// | from an offset 100 km away | 0.0067 | 0.023 |
public struct SinglePrecisionTransform: Sendable, Hashable {
    private let east: SIMD3<Float>
    private let north: SIMD3<Float>
    private let up: SIMD3<Float>
    private let translation: SIMD3<Float>

    /// - Parameters:
    ///   - frame: where the axes are from.
    ///   - origin: the frame's origin in the coordinates that are to be transformed.
    public init(_ frame: LocalTangentFrame, origin: SIMD3<Float>) {
        let (east, north, up) = (
            SIMD3<Float>(frame.rotation.x), SIMD3<Float>(frame.rotation.y), SIMD3<Float>(frame.rotation.z)
        )
        (self.east, self.north, self.up) = (east, north, up)
        // The last column of L⁻¹, −Rᵀc, in single precision like the rest.
        translation = -SIMD3(east.dot(origin), north.dot(origin), up.dot(origin))
    }

    /// The transformation of coordinates in an offset frame.
    public init(_ frame: LocalTangentFrame, from coordinates: OffsetEarthFrame) {
        self.init(frame, origin: coordinates.singlePrecisionLocal(frame.origin))
    }

    /// East, north and up in metres.
    public func local(_ position: SIMD3<Float>) -> SIMD3<Float> {
        SIMD3(east.dot(position), north.dot(position), up.dot(position)) + translation
    }
}

extension OffsetEarthFrame {
    /// Coordinates in metres from the offset: the difference in double precision, then rounded.
    public func singlePrecisionLocal(_ position: ECEFPosition) -> SIMD3<Float> { SIMD3(local(position)) }
}

extension GeodeticPosition {
    /// ECEF in metres, computed in single precision from the degrees on.
    ///
    /// Off by 0.46 m root mean square near the ground, and by up to 1.4 m in 10 000 random places.
    public func singlePrecisionECEF(on ellipsoid: Ellipsoid = .wgs84) -> SIMD3<Float> {
        let (x, y, z) = ellipsoid.cartesian(self, in: Float.self)
        return SIMD3(x, y, z)
    }
}

extension SIMD3<Float> {
    fileprivate init(_ vector: Vector3) { self.init(Float(vector.x), Float(vector.y), Float(vector.z)) }

    fileprivate func dot(_ other: Self) -> Float { (self * other).sum() }
}
