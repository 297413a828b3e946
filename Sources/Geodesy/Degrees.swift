internal import RealModule

/// Trigonometry of angles in degrees.
enum Degrees {
    /// Exact at every multiple of 90°, where an angle in radians is not: cos 90° is 0, sin 180° is 0.
    @inline(__always)
    static func sineAndCosine<Scalar: Real & BinaryFloatingPoint>(
        of degrees: Scalar
    ) -> (sine: Scalar, cosine: Scalar) {
        // In [−45°, 45°], without rounding.
        let remainder = degrees.remainder(dividingBy: 90)
        let radians = remainder * (Scalar.pi / 180)
        let (sine, cosine) = (Scalar.sin(radians), Scalar.cos(radians))
        // The number of quarter turns, in −2…2.
        let quarters = ((degrees - remainder) / 90).remainder(dividingBy: 4)
        if quarters == 0 { return (sine, cosine) }
        if quarters == 1 { return (cosine, -sine) }
        if quarters == -1 { return (-cosine, sine) }
        return (-sine, -cosine)
    }
}
