internal import RealModule

/// An arc of a great circle on the auxiliary sphere, by its ends' distances σ from the northward crossing of the equator.
struct SphericalArc {
    /// sin σ₁ and sin σ₂.
    var sine: SIMD2<Double>
    /// cos σ₁ and cos σ₂.
    var cosine: SIMD2<Double>
    /// σ₁₂ in radians.
    var length: Double

    /// - Parameters: any positive multiples of the sines and cosines; σ₂ − σ₁ in [0, π].
    @inline(__always)
    init(sine: SIMD2<Double>, cosine: SIMD2<Double>) {
        let scale = (sine * sine + cosine * cosine).squareRoot()
        self.sine = sine / scale
        self.cosine = cosine / scale
        // In this order the maximum of a negative zero is 0, and half a turn is π, not −π.
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
