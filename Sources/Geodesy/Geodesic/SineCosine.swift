internal import RealModule
internal import SensorModel

/// An angle, stored as its sine and cosine. Near 90°, the cosine is more accurate than an angle in radians.
struct SineCosine {
    var sine: Double
    var cosine: Double
}

extension SineCosine {
    /// Creates an angle from radians. Computing sine and cosine together takes less time than one call of the C
    /// library.
    @inline(__always)
    init(radians: Double) {
        // Longitudes are at most a few full circles. Larger angles would need more bits of π.
        guard radians.magnitude < 64 else {
            self.init(sine: .sin(radians), cosine: .cos(radians))
            return
        }
        // Adding and subtracting 1.5·2⁵² rounds to an integer.
        let quarters = (radians * (2 / Double.pi) + 0x1.8p52) - 0x1.8p52
        // π/2 is split into leading digits and remainder, so that the subtraction is accurate.
        let small = SineCosine(octant: (radians - quarters * 0x1.921fb54p0) - quarters * 0x1.10b4611a62633p-30)
        self.init(small, quadrant: Int(quarters))
    }

    /// Creates an angle of at most a few full circles from degrees; exact at every multiple of 90°.
    @inline(__always)
    init(degrees: Double) {
        let quarters = (degrees / 90 + 0x1.8p52) - 0x1.8p52
        // The subtraction is exact: the difference is smaller than `degrees`, and a multiple of the unit in its last
        // place.
        let small = SineCosine(octant: (degrees - 90 * quarters) * Self.radiansPerDegree)
        self.init(small, quadrant: Int(quarters))
    }

    /// Creates the angle `small` + `quadrant` · 90°.
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

    /// Creates an angle from radians in [−π/4, π/4], with an error of at most one unit in the last place.
    ///
    /// The polynomials interpolate sine and cosine at Chebyshev nodes, with an error below 2⁻⁵⁵.
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
        // The difference 1 − z/2, to which the next line adds the rounding error.
        let half = z / 2
        let head = 1 - half
        self.init(
            sine: radians + radians * (z * sineTail),
            cosine: head + (((1 - head) - half) + z * z * cosineTail)
        )
    }

    /// Creates an angle from degrees in [−90°, 90°]; exact at 0° and ±90°.
    init(latitudeDegrees: Double) {
        let magnitude = latitudeDegrees.magnitude
        // Above 45°, the subtraction from 90° is exact, so that high latitudes lose no digits.
        let isSteep = magnitude > 45
        let small = SineCosine(octant: (isSteep ? 90 - magnitude : magnitude) * Self.radiansPerDegree)
        let sine = isSteep ? small.cosine : small.sine
        self.init(
            sine: latitudeDegrees < 0 ? -sine : sine,
            cosine: isSteep ? small.sine : small.cosine
        )
    }

    /// The angle in radians, in [−π, π].
    var radians: Double { .atan2(y: sine, x: cosine) }

    /// The angle, in (−180°, 180°].
    var angle: Angle {
        let radians = radians
        return Angle(radians: radians == -.pi ? .pi : radians)
    }

    /// This angle with sine and cosine scaled by a common factor, so that their squares add up to 1.
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

    /// Returns the sum of this angle and another angle, which is given in radians. The sine and cosine of the sum are
    /// scaled so that the sum of their squares is 1.
    func turned(by radians: Double) -> SineCosine {
        (self + SineCosine(radians: radians)).normalised
    }

    static let radiansPerDegree = Double.pi / 180
}
