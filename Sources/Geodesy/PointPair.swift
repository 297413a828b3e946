internal import RealModule
internal import SensorModel

/// Two points as the closed formulas take them: in radians, in the scalar that the formula computes in.
///
/// In single precision the degrees themselves are rounded first, as a program rounds them that keeps coordinates so: by
/// up to 0.42 m in latitude and 0.85 m in longitude.
struct PointPair<Scalar: Real & BinaryFloatingPoint> {
    let startLatitude: Scalar
    let endLatitude: Scalar
    let latitudeDifference: Scalar
    /// The short way round, in [−π, π].
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

extension PointPair {
    /// The direction of a step to the east and to the north, clockwise from north, in (−180°, 180°]; 0 of no step.
    static func bearing(east: Scalar, north: Scalar) -> Angle {
        // Zeros with signs would have directions.
        if east == 0, north == 0 { return .zero }
        // In double precision: half a turn in single precision is longer than one.
        let radians = Double.atan2(y: Double(east), x: Double(north))
        return Angle(radians: radians == -Double.pi ? Double.pi : radians)
    }
}
