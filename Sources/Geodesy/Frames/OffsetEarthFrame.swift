public import SensorModel

/// ECEF with its origin moved near the user, so that coordinates are small enough for single precision.
///
/// This is iBetelgeuse's Earth-fixed space (Stevense & van der Tak 2010, section 4.3.2). The axes are those of ECEF.
/// The offset is chosen once and does not follow the user.
public struct OffsetEarthFrame: Sendable, Hashable {
    /// The origin in ECEF.
    public let offset: ECEFPosition

    /// Creates a frame with the given origin.
    @inlinable public init(offset: ECEFPosition) { self.offset = offset }

    /// The frame whose origin is the Earth's centre: ECEF itself.
    public static let unmoved = OffsetEarthFrame(offset: .centre)

    /// Coordinates in metres from the offset, with an error below 1 nm.
    @inlinable public func local(_ position: ECEFPosition) -> Vector3 { position.vector - offset.vector }

    /// The ECEF position of coordinates in metres from the offset.
    @inlinable public func position(ofLocal local: Vector3) -> ECEFPosition { ECEFPosition(offset.vector + local) }
}
