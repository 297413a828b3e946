internal import RealModule
internal import SensorModel

/// Two points in radians, in the scalar type that a formula uses.
///
/// In single precision the degrees are rounded first, as in a program that stores coordinates in `Float`: by up to 0.42
/// m in latitude and 0.85 m in longitude.
struct RadianPointPair<Scalar: Real & BinaryFloatingPoint> {
    let startLatitude: Scalar
    let endLatitude: Scalar
    let latitudeDifference: Scalar
    /// The longitude difference by the shorter way, in [−π, π].
    let longitudeDifference: Scalar

    init(_ start: GeographicPoint, _ end: GeographicPoint) {
        let radiansPerDegree = Scalar.pi / 180
        let startDegrees = Scalar(start.latitudeDegrees)
        let endDegrees = Scalar(end.latitudeDegrees)
        startLatitude = startDegrees * radiansPerDegree
        endLatitude = endDegrees * radiansPerDegree
        latitudeDifference = (endDegrees - startDegrees) * radiansPerDegree
        let turn = Degrees.turn(from: Scalar(start.longitudeDegrees), to: Scalar(end.longitudeDegrees))
        longitudeDifference = turn * radiansPerDegree
    }
}

extension RadianPointPair {
    /// The direction of an offset, clockwise from north, in (−180°, 180°]; 0 for a zero offset.
    static func bearing(east: Scalar, north: Scalar) -> Angle {
        // atan2 would give negative zeros a direction.
        if east == 0, north == 0 { return .zero }
        // In double precision, because π in single precision is greater than π.
        let radians = Double.atan2(y: Double(east), x: Double(north))
        return Angle(radians: radians == -Double.pi ? Double.pi : radians)
    }
}
