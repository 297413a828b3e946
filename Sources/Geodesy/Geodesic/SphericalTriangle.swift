/// The great circle between two points of the auxiliary sphere.
struct SphericalTriangle {
    /// α₁ and α₂, times sin σ₁₂.
    let departure: SineCosine
    let arrival: SineCosine
    /// σ₁₂.
    let arc: SineCosine

    /// - Parameter longitude: ω₁₂.
    @inline(__always)
    init(start: SineCosine, end: SineCosine, longitude: SineCosine) {
        // (49) and (50) with cos ω₁₂ written as 1 − (1 − cos ω₁₂), so that short arcs lose no digits.
        let lack =
            longitude.cosine >= 0
            ? longitude.sine * longitude.sine / (1 + longitude.cosine) : 1 - longitude.cosine
        let rise = start.cosine * end.sine - start.sine * end.cosine
        departure = SineCosine(
            sine: end.cosine * longitude.sine,
            cosine: rise + start.sine * end.cosine * lack
        )
        arrival = SineCosine(
            sine: start.cosine * longitude.sine,
            cosine: rise - start.cosine * end.sine * lack
        )
        // (51)
        arc = SineCosine(
            sine: (departure.sine * departure.sine + departure.cosine * departure.cosine).squareRoot(),
            cosine: start.sine * end.sine + start.cosine * end.cosine * longitude.cosine
        )
    }
}
