internal import RealModule

/// Trigonometry of angles in degrees.
enum Degrees {
    /// Exact at every multiple of 90°, where an angle in radians is not: cos 90° is 0, sin 180° is 0.
    ///
    /// - Parameter degrees: at most some turns.
    @inline(__always)
    static func sineAndCosine<Scalar: Real & BinaryFloatingPoint>(
        of degrees: Scalar
    ) -> (sine: Scalar, cosine: Scalar) {
        if Scalar.self == Double.self {
            let angle = SineCosine(degrees: Double(degrees))
            return (Scalar(angle.sine), Scalar(angle.cosine))
        }
        let quarters = (degrees / 90).rounded()
        // In [−45°, 45°], and without rounding: it is shorter than the angle and a multiple of the angle's last place.
        let radians = (degrees - 90 * quarters) * (Scalar.pi / 180)
        let (sine, cosine) = (Scalar.sin(radians), Scalar.cos(radians))
        return switch Int(quarters) & 3 {
        case 0: (sine, cosine)
        case 1: (cosine, -sine)
        case 2: (-sine, -cosine)
        default: (-cosine, sine)
        }
    }

    /// From one longitude to another the short way round, in [−180°, 180°].
    ///
    /// Both are within half a turn of zero, so that one turn at most is to be taken off.
    @inline(__always)
    static func turn<Scalar: BinaryFloatingPoint>(from start: Scalar, to end: Scalar) -> Scalar {
        let turn = end - start
        return turn > 180 ? turn - 360 : turn < -180 ? turn + 360 : turn
    }
}
