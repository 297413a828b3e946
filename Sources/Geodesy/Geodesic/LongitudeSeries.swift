/// The integral I₃ of a geodesic as a series of order 6 in ε and n, with the polynomials in n computed once.
///
/// Equation numbers are those of Karney 2013; see ``Geodesic``. `a12` is the coefficient of ε² in A₃, `c23` that of ε³
/// in C₃₂.
struct LongitudeSeries {
    private let a1, a2, a3, a4, a5: Double
    private let c11, c12, c13, c14, c15: Double
    private let c22, c23, c24, c25: Double
    private let c33, c34, c35: Double
    private let c44, c45: Double
    private let c55: Double

    /// - Parameter n: the third flattening.
    init(thirdFlattening n: Double) {
        // (24)
        a1 = -(1.0 / 2 - n * (1.0 / 2))
        a2 = -(1.0 / 4 + n * (1.0 / 8 - n * (3.0 / 8)))
        a3 = -(1.0 / 16 + n * (3.0 / 16 + n * (1.0 / 16)))
        a4 = -(3.0 / 64 + n * (1.0 / 32))
        a5 = -3.0 / 128
        // (25)
        c11 = 1.0 / 4 - n * (1.0 / 4)
        c12 = 1.0 / 8 - n * n * (1.0 / 8)
        c13 = 3.0 / 64 + n * (3.0 / 64 - n * (1.0 / 64))
        c14 = 5.0 / 128 + n * (1.0 / 64)
        c15 = 3.0 / 128
        c22 = 1.0 / 16 + n * (-3.0 / 32 + n * (1.0 / 32))
        c23 = 3.0 / 64 + n * (-1.0 / 32 - n * (3.0 / 64))
        c24 = 3.0 / 128 + n * (1.0 / 128)
        c25 = 5.0 / 256
        c33 = 5.0 / 192 + n * (-3.0 / 64 + n * (5.0 / 192))
        c34 = 3.0 / 128 - n * (5.0 / 192)
        c35 = 7.0 / 512
        c44 = 7.0 / 512 - n * (7.0 / 256)
        c45 = 7.0 / 512
        c55 = 21.0 / 2560
    }

    /// A₃, equation (24).
    @inline(__always)
    func scale(_ epsilon: Double) -> Double {
        1 + epsilon * (a1 + epsilon * (a2 + epsilon * (a3 + epsilon * (a4 + epsilon * a5))))
    }

    /// C₃ₗ, equation (25).
    @inline(__always)
    private func terms(_ epsilon: Double) -> SineSeries {
        let square = epsilon * epsilon
        return SineSeries(
            c1: epsilon * (c11 + epsilon * (c12 + epsilon * (c13 + epsilon * (c14 + epsilon * c15)))),
            c2: square * (c22 + epsilon * (c23 + epsilon * (c24 + epsilon * c25))),
            c3: square * epsilon * (c33 + epsilon * (c34 + epsilon * c35)),
            c4: square * square * (c44 + epsilon * c45),
            c5: square * square * epsilon * c55,
            c6: 0
        )
    }

    /// I₃(σ₂) − I₃(σ₁), equation (23).
    @inline(__always)
    func integral(over arc: SphericalArc, epsilon: Double) -> Double {
        scale(epsilon) * (arc.length + terms(epsilon).difference(over: arc))
    }
}
