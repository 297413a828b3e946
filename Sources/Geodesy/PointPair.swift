public import RealModule
public import SensorModel

/// Two points as the closed formulas take them: in radians, in the scalar that the formula computes in.
///
/// With `Float` the degrees themselves are rounded first, as a program rounds them that keeps coordinates in single
/// precision: by up to 0.42 m in latitude and 0.85 m in longitude.
@usableFromInline
struct PointPair<Scalar: Real & BinaryFloatingPoint> {
    @usableFromInline let startLatitude: Scalar
    @usableFromInline let endLatitude: Scalar
    @usableFromInline let latitudeDifference: Scalar
    /// The short way round, in [−π, π].
    @usableFromInline let longitudeDifference: Scalar

    @inlinable
    init(_ start: GeographicPoint, _ end: GeographicPoint) {
        let radiansPerDegree = Scalar.pi / 180
        let startDegrees = Scalar(start.latitudeDegrees)
        let endDegrees = Scalar(end.latitudeDegrees)
        startLatitude = startDegrees * radiansPerDegree
        endLatitude = endDegrees * radiansPerDegree
        latitudeDifference = (endDegrees - startDegrees) * radiansPerDegree
        // Both longitudes are within half a turn of zero, so that one turn at most is to be taken off.
        var turn = Scalar(end.longitudeDegrees) - Scalar(start.longitudeDegrees)
        if turn > 180 { turn -= 360 } else if turn < -180 { turn += 360 }
        longitudeDifference = turn * radiansPerDegree
    }
}

extension PointPair {
    /// The direction of a step to the east and to the north, clockwise from north, in (−180°, 180°].
    @inlinable
    static func bearing(east: Scalar, north: Scalar) -> Angle {
        // In double precision: half a turn in single precision is longer than one.
        let radians = Double.atan2(y: Double(east), x: Double(north))
        return Angle(radians: radians == -Double.pi ? Double.pi : radians)
    }

    /// The direction in which the great circle leaves the start, in (−180°, 180°]; 0 for a point and itself.
    ///
    /// 003_b78efe15bede3c32.txt, formula 4, with its difference of near-equal products taken apart:
    /// cos φ₁ sin φ₂ − sin φ₁ cos φ₂ cos Δλ = sin Δφ + 2 sin φ₁ cos φ₂ sin²(Δλ/2).
    @inlinable var greatCircleBearing: Angle {
        let endCosine = Scalar.cos(endLatitude)
        let half = Scalar.sin(longitudeDifference / 2)
        let north = Scalar.sin(latitudeDifference) + 2 * Scalar.sin(startLatitude) * endCosine * half * half
        return Self.bearing(east: Scalar.sin(longitudeDifference) * endCosine, north: north)
    }
}
