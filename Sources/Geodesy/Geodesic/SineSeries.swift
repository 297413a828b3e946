/// A sum Σ cₗ sin 2lσ of six terms.
struct SineSeries {
    var c1, c2, c3, c4, c5, c6: Double

    /// The sum for two angles σ at a time, by Clenshaw's recurrence.
    @inline(__always)
    func sums(sine: SIMD2<Double>, cosine: SIMD2<Double>) -> SIMD2<Double> {
        // 2 cos 2σ, without the rounding of a 1 that is taken away.
        let x = 2 * (cosine - sine) * (cosine + sine)
        let b6 = SIMD2(repeating: c6)
        let b5 = c5 + x * b6
        let b4 = c4 + x * b5 - b6
        let b3 = c3 + x * b4 - b5
        let b2 = c2 + x * b3 - b4
        let b1 = c1 + x * b2 - b3
        return 2 * sine * cosine * b1
    }

    /// The sum at the end of an arc less that at its start.
    @inline(__always)
    func difference(over arc: SphericalArc) -> Double {
        let sums = sums(sine: arc.sine, cosine: arc.cosine)
        return sums[1] - sums[0]
    }

    func sum(_ angle: SineCosine) -> Double {
        sums(sine: SIMD2(repeating: angle.sine), cosine: SIMD2(repeating: angle.cosine))[0]
    }
}
