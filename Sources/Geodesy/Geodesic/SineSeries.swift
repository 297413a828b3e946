internal import RealModule

/// The sum Σ cₗ sin 2lσ of six terms.
struct SineSeries {
    var c1, c2, c3, c4, c5, c6: Double

    /// The sums for two angles σ, by Clenshaw's recurrence.
    @inline(__always)
    func sums(sine: SIMD2<Double>, cosine: SIMD2<Double>) -> SIMD2<Double> {
        // 2 cos 2σ, in a form without cancellation.
        let x = 2 * (cosine - sine) * (cosine + sine)
        let b6 = SIMD2(repeating: c6)
        let b5 = c5 + x * b6
        let b4 = c4 + x * b5 - b6
        let b3 = c3 + x * b4 - b5
        let b2 = c2 + x * b3 - b4
        let b1 = c1 + x * b2 - b3
        return 2 * sine * cosine * b1
    }

    /// The difference of the sums at the end and at the start of an arc.
    @inline(__always)
    func difference(over arc: SphericalArc) -> Double {
        let sums = sums(sine: arc.sine, cosine: arc.cosine)
        return sums[1] - sums[0]
    }

    func sum(_ angle: SineCosine) -> Double {
        sums(sine: SIMD2(repeating: angle.sine), cosine: SIMD2(repeating: angle.cosine))[0]
    }
}

/// An arc of a great circle on the auxiliary sphere. Its ends are distances σ from the northward crossing of the
/// equator.
struct SphericalArc {
    /// sin σ₁ and sin σ₂.
    var sine: SIMD2<Double>
    /// cos σ₁ and cos σ₂.
    var cosine: SIMD2<Double>
    /// σ₁₂ in radians.
    var length: Double

    /// - Parameters: any positive multiples of the sines and cosines, with σ₂ − σ₁ in [0, π].
    @inline(__always)
    init(sine: SIMD2<Double>, cosine: SIMD2<Double>) {
        let scale = (sine * sine + cosine * cosine).squareRoot()
        self.sine = sine / scale
        self.cosine = cosine / scale
        // With this order of arguments the maximum of a negative zero is 0, and half a turn is π, not −π.
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
