internal import RealModule

/// Trigonometry of angles in degrees.
enum Degrees {
    /// The sine and cosine of an angle, exact at every multiple of 90°, where radians are not: cos 90° is 0, sin 180°
    /// is 0.
    ///
    /// - Parameter degrees: angle of at most a few turns.
    @inline(__always)
    static func sineAndCosine<Scalar: Real & BinaryFloatingPoint>(
        of degrees: Scalar
    ) -> (sine: Scalar, cosine: Scalar) {
        if Scalar.self == Double.self {
            let angle = SineCosine(degrees: Double(degrees))
            return (Scalar(angle.sine), Scalar(angle.cosine))
        }
        let quarters = (degrees / 90).rounded()
        // In [−45°, 45°]. The subtraction is exact, because the result is a multiple of the angle's last place.
        let radians = (degrees - 90 * quarters) * (Scalar.pi / 180)
        let (sine, cosine) = (Scalar.sin(radians), Scalar.cos(radians))
        return switch Int(quarters) & 3 {
        case 0: (sine, cosine)
        case 1: (cosine, -sine)
        case 2: (-sine, -cosine)
        default: (-cosine, sine)
        }
    }

    /// The shorter way from one longitude to another, in [−180°, 180°].
    ///
    /// Both are within half a turn of zero, so at most one full turn must be subtracted.
    @inline(__always)
    static func turn<Scalar: BinaryFloatingPoint>(from start: Scalar, to end: Scalar) -> Scalar {
        let turn = end - start
        return turn > 180 ? turn - 360 : turn < -180 ? turn + 360 : turn
    }
}
