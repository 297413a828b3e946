public import RealModule

/// Functions of the C library, called once for each lane: they give the bits that they give for one number.
extension LaneNumber {
    /// The angle of the point (x, y) from the x axis, in radians.
    @usableFromInline @_transparent package static func arcTangent(y: Self, x: Self) -> Self {
        y.mapLanes(with: x) { Double.atan2(y: $0, x: $1) }
    }

    /// The sine of an angle in radians.
    @usableFromInline @_transparent package var sine: Self { mapLanes { Double.sin($0) } }

    /// The cosine of an angle in radians.
    @usableFromInline @_transparent package var cosine: Self { mapLanes { Double.cos($0) } }

    /// The tangent of an angle in radians.
    @usableFromInline @_transparent package var tangent: Self { mapLanes { Double.tan($0) } }

    /// The same direction in (−π, π], of an angle in radians, as ``Angle/wrapped``.
    @usableFromInline @_transparent package var wrappedRadians: Self {
        guard ((self .> Self(repeating: -.pi)) .& (self .<= Self(repeating: .pi))).inAllLanes else {
            return wrappedRadiansByRemainder
        }
        return self
    }

    @inlinable @inline(never) var wrappedRadiansByRemainder: Self {
        mapLanes { Angle(radians: $0).wrapped.radians }
    }
}
