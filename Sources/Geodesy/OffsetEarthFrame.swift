public import SensorModel

/// ECEF moved to a point near the user, so that coordinates are small and survive single precision.
///
/// iBetelgeuse's Earth-fixed space (Stevense & van der Tak 2010, section 4.3.2). The axes stay those of ECEF. The
/// offset is chosen once and kept while the user moves.
public struct OffsetEarthFrame: Sendable, Hashable {
    /// Where the frame's origin is.
    public let offset: ECEFPosition

    @inlinable public init(offset: ECEFPosition) { self.offset = offset }

    /// ECEF itself.
    public static let unmoved = OffsetEarthFrame(offset: .centre)

    /// Coordinates in metres from the offset; the difference is right to 1 nm.
    @inlinable public func local(_ position: ECEFPosition) -> Vector3 { position.vector - offset.vector }

    @inlinable public func position(ofLocal local: Vector3) -> ECEFPosition { ECEFPosition(offset.vector + local) }
}
