internal import RealModule
internal import SensorModel

/// An angle by its sine and cosine, which keep what an angle near a quarter of a turn rounds away.
struct SineCosine {
    var sine: Double
    var cosine: Double

    init(sine: Double, cosine: Double) {
        self.sine = sine
        self.cosine = cosine
    }

    /// Any angle. Both functions together take less than the time of one of the C library's.
    @inline(__always)
    init(radians: Double) {
        // Longitudes are within a few turns. Larger angles would need more bits of π.
        guard radians.magnitude < 64 else {
            self.init(sine: .sin(radians), cosine: .cos(radians))
            return
        }
        // Adding and taking away 1.5·2⁵² rounds to a whole number.
        let quarters = (radians * (2 / Double.pi) + 0x1.8p52) - 0x1.8p52
        // π/2 in two parts, the second of them beyond the first one's digits.
        let small = SineCosine(octant: (radians - quarters * 0x1.921fb54p0) - quarters * 0x1.10b4611a62633p-30)
        self.init(small, quadrant: Int(quarters))
    }

    /// At most some turns; exact at every multiple of 90°.
    @inline(__always)
    init(degrees: Double) {
        let quarters = (degrees / 90 + 0x1.8p52) - 0x1.8p52
        // Without rounding: it is shorter than the angle and a multiple of the angle's last place.
        let small = SineCosine(octant: (degrees - 90 * quarters) * Self.radiansPerDegree)
        self.init(small, quadrant: Int(quarters))
    }

    /// Rotates an angle by a number of quarter turns.
    @inline(__always)
    private init(_ small: SineCosine, quadrant: Int) {
        let isSwapped = quadrant & 1 != 0
        let sine = isSwapped ? small.cosine : small.sine
        let cosine = isSwapped ? small.sine : small.cosine
        self.init(
            sine: quadrant & 2 != 0 ? -sine : sine,
            cosine: (quadrant + 1) & 2 != 0 ? -cosine : cosine
        )
    }

    /// An angle in [−π/4, π/4] in radians, to one unit in the last place.
    ///
    /// The polynomials are those that meet sine and cosine at Chebyshev's points; they are within 2⁻⁵⁵ of them.
    @inline(__always)
    init(octant radians: Double) {
        let z = radians * radians
        let sineTail =
            -0.16666666666666666
            + z
            * (0.008333333333330936
                + z
                * (-0.00019841269836740532
                    + z * (2.7557316093198404e-06 + z * (-2.5051129896450185e-08 + z * 1.5917988979397435e-10))))
        let cosineTail =
            0.041666666666666664
            + z
            * (-0.0013888888888887389
                + z
                * (2.48015872987544e-05
                    + z * (-2.755731726587808e-07 + z * (2.087614504941318e-09 - z * 1.138254464534925e-11))))
        // 1 − z/2 first, and then what it rounded away.
        let half = z / 2
        let head = 1 - half
        self.init(
            sine: radians + radians * (z * sineTail),
            cosine: head + (((1 - head) - half) + z * z * cosineTail)
        )
    }

    /// An angle in [−90°, 90°]; exact at 0° and ±90°.
    init(latitudeDegrees: Double) {
        let magnitude = latitudeDegrees.magnitude
        // The difference to 90° is exact from 45° on, so the larger half loses nothing either.
        let isSteep = magnitude > 45
        let small = SineCosine(octant: (isSteep ? 90 - magnitude : magnitude) * Self.radiansPerDegree)
        let sine = isSteep ? small.cosine : small.sine
        self.init(
            sine: latitudeDegrees < 0 ? -sine : sine,
            cosine: isSteep ? small.sine : small.cosine
        )
    }

    /// The angle, in [−π, π].
    var radians: Double { .atan2(y: sine, x: cosine) }

    /// The angle, in (−180°, 180°].
    var angle: Angle {
        let radians = radians
        return Angle(radians: radians == -.pi ? .pi : radians)
    }

    /// The angle that points the same way with a length of one.
    var normalised: SineCosine {
        let length = (sine * sine + cosine * cosine).squareRoot()
        return SineCosine(sine: sine / length, cosine: cosine / length)
    }

    static func + (left: SineCosine, right: SineCosine) -> SineCosine {
        SineCosine(
            sine: left.sine * right.cosine + left.cosine * right.sine,
            cosine: left.cosine * right.cosine - left.sine * right.sine
        )
    }

    /// This angle, kept at a length of one, and another in radians added to it.
    func turned(by radians: Double) -> SineCosine {
        (self + SineCosine(radians: radians)).normalised
    }

    static let radiansPerDegree = Double.pi / 180
}
