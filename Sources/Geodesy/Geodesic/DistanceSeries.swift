import RealModule

/// The integrals I₁ and I₂ along a geodesic, as series of order 6 in ε. The parameter ε depends on the flattening and
/// on the geodesic's azimuth at the equator.
///
/// Equation numbers refer to Karney 2013; see ``Geodesic``.
struct DistanceSeries {
    /// The expansion parameter ε, in [0, n], where n is the third flattening.
    let epsilon: Double

    /// Returns ε = (√(1+k²) − 1)/(√(1+k²) + 1), equation (16), in a form without cancellation. The parameter is k².
    @inline(__always)
    static func epsilon(squaredModulus: Double) -> Double {
        squaredModulus / (2 * (1 + (1 + squaredModulus).squareRoot()) + squaredModulus)
    }

    /// The factor A₁ of the distance integral I₁, equation (17) of Karney 2013.
    @inline(__always) var a1: Double {
        let square = epsilon * epsilon
        return (1 + square * (1.0 / 4 + square * (1.0 / 64 + square * (1.0 / 256)))) / (1 - epsilon)
    }

    /// The coefficients C₁ₗ of the distance integral I₁, equation (18) of Karney 2013.
    @inline(__always) var c1: SineSeries {
        let square = epsilon * epsilon
        let fourth = square * square
        return SineSeries(
            c1: epsilon * (-1.0 / 2 + square * (3.0 / 16 - square * (1.0 / 32))),
            c2: square * (-1.0 / 16 + square * (1.0 / 32 - square * (9.0 / 2048))),
            c3: epsilon * square * (-1.0 / 48 + square * (3.0 / 256)),
            c4: fourth * (-5.0 / 512 + square * (3.0 / 512)),
            c5: epsilon * fourth * (-7.0 / 1280),
            c6: square * fourth * (-7.0 / 2048)
        )
    }

    /// The coefficients C₁′ₗ of the series that inverts the distance integral I₁, equation (21) of Karney 2013.
    var inverseC1: SineSeries {
        let square = epsilon * epsilon
        let fourth = square * square
        return SineSeries(
            c1: epsilon * (1.0 / 2 + square * (-9.0 / 32 + square * (205.0 / 1536))),
            c2: square * (5.0 / 16 + square * (-37.0 / 96 + square * (1335.0 / 4096))),
            c3: epsilon * square * (29.0 / 96 - square * (75.0 / 128)),
            c4: fourth * (539.0 / 1536 - square * (2391.0 / 2560)),
            c5: epsilon * fourth * (3467.0 / 7680),
            c6: square * fourth * (38081.0 / 61440)
        )
    }

    /// The factor A₂ of the integral I₂, equation (42) of Karney 2013.
    @inline(__always) var a2: Double {
        let square = epsilon * epsilon
        return (1 + square * (1.0 / 4 + square * (9.0 / 64 + square * (25.0 / 256)))) * (1 - epsilon)
    }

    /// The coefficients C₂ₗ of the integral I₂, equation (43) of Karney 2013.
    @inline(__always) var c2: SineSeries {
        let square = epsilon * epsilon
        let fourth = square * square
        return SineSeries(
            c1: epsilon * (1.0 / 2 + square * (1.0 / 16 + square * (1.0 / 32))),
            c2: square * (3.0 / 16 + square * (1.0 / 32 + square * (35.0 / 2048))),
            c3: epsilon * square * (5.0 / 48 + square * (5.0 / 256)),
            c4: fourth * (35.0 / 512 + square * (7.0 / 512)),
            c5: epsilon * fourth * (63.0 / 1280),
            c6: square * fourth * (77.0 / 2048)
        )
    }

    /// Returns I₁(σ₂) − I₁(σ₁), equation (15): the distance divided by the semi-minor axis b.
    @inline(__always)
    func distance(over arc: SphericalArc) -> Double {
        a1 * (arc.length + c1.difference(over: arc))
    }

    /// Returns J(σ₂) − J(σ₁) with J = I₁ − I₂, equations (40) and (41). The reduced length is computed from this
    /// difference.
    @inline(__always)
    func reduction(over arc: SphericalArc) -> Double {
        let (a1, c1, a2, c2) = (a1, c1, a2, c2)
        let series = SineSeries(
            c1: a1 * c1.c1 - a2 * c2.c1,
            c2: a1 * c1.c2 - a2 * c2.c2,
            c3: a1 * c1.c3 - a2 * c2.c3,
            c4: a1 * c1.c4 - a2 * c2.c4,
            c5: a1 * c1.c5 - a2 * c2.c5,
            c6: a1 * c1.c6 - a2 * c2.c6
        )
        return (a1 - a2) * arc.length + series.difference(over: arc)
    }
}

/// The series Σ cₗ sin 2lσ with six terms.
struct SineSeries {
    var c1, c2, c3, c4, c5, c6: Double

    /// Returns the sum of the series for each of two angles σ, by Clenshaw's recurrence.
    @inline(__always)
    func sums(sine: SIMD2<Double>, cosine: SIMD2<Double>) -> SIMD2<Double> {
        // The factor 2 cos 2σ, in a form without cancellation.
        let x = 2 * (cosine - sine) * (cosine + sine)
        let b6 = SIMD2(repeating: c6)
        let b5 = c5 + x * b6
        let b4 = c4 + x * b5 - b6
        let b3 = c3 + x * b4 - b5
        let b2 = c2 + x * b3 - b4
        let b1 = c1 + x * b2 - b3
        return 2 * sine * cosine * b1
    }

    /// Returns the series at the end of an arc minus the series at its start.
    @inline(__always)
    func difference(over arc: SphericalArc) -> Double {
        let sums = sums(sine: arc.sine, cosine: arc.cosine)
        return sums[1] - sums[0]
    }

    func sum(_ angle: SineCosine) -> Double {
        sums(sine: SIMD2(repeating: angle.sine), cosine: SIMD2(repeating: angle.cosine))[0]
    }
}

/// An arc of a great circle on the auxiliary sphere. The angular distances σ₁ and σ₂ of the ends are measured from the
/// northward crossing of the equator.
struct SphericalArc {
    /// The sines sin σ₁ and sin σ₂.
    var sine: SIMD2<Double>
    /// The cosines cos σ₁ and cos σ₂.
    var cosine: SIMD2<Double>
    /// The length σ₁₂ = σ₂ − σ₁ in radians.
    var length: Double

    /// Creates the arc from unnormalised sines and cosines.
    ///
    /// - Parameters:
    ///   - sine: sin σ₁ and sin σ₂, each multiplied by a positive number.
    ///   - cosine: cos σ₁ and cos σ₂, multiplied by the same numbers. σ₂ − σ₁ is in [0, π].
    @inline(__always)
    init(sine: SIMD2<Double>, cosine: SIMD2<Double>) {
        let scale = (sine * sine + cosine * cosine).squareRoot()
        self.sine = sine / scale
        self.cosine = cosine / scale
        // The order of the arguments of `max` converts −0 to 0, so that an arc of 180° is π, not −π.
        length = .atan2(
            y: max(self.cosine[0] * self.sine[1] - self.sine[0] * self.cosine[1], 0),
            x: self.cosine[0] * self.cosine[1] + self.sine[0] * self.sine[1]
        )
    }

    init(start: SineCosine, length: Double) {
        let end = start + SineCosine(radians: length)
        sine = SIMD2(start.sine, end.sine)
        cosine = SIMD2(start.cosine, end.cosine)
        self.length = length
    }
}
