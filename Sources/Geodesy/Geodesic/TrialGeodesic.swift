/// The geodesic from point 1 of a problem with a given azimuth, up to the latitude of point 2.
struct TrialGeodesic {
    /// α₁.
    let departure: SineCosine
    /// sin α₂ and cos α₂, both multiplied by cos β₂.
    let arrival: SineCosine
    /// sin α₀.
    let equatorSine: Double
    /// ε, equation (16).
    let epsilon: Double
    let arc: SphericalArc
    /// sin ω₁₂ and cos ω₁₂, both multiplied by one positive number.
    let sphericalLongitude: SineCosine

    @inline(__always)
    init(leaving azimuth: SineCosine, in problem: InverseProblem, on geodesic: Geodesic) {
        var departure = azimuth
        // Due east on the equator, the geodesic reaches no other latitude; a negligible turn towards the pole avoids
        // this.
        if departure.cosine == 0, problem.start.sine == 0 { departure.cosine = -1e-100 }
        let (start, end) = (problem.start, problem.end)
        // (5)
        equatorSine = departure.sine * start.cosine
        let northwards = departure.cosine * start.cosine
        // cos α₂ cos β₂ from (45), with the difference of squares that has the smaller rounding error.
        let difference =
            start.cosine < -start.sine
            ? (end.cosine - start.cosine) * (end.cosine + start.cosine)
            : (start.sine - end.sine) * (start.sine + end.sine)
        let endNorthwards = max(0, northwards * northwards + difference).squareRoot()
        self.departure = departure
        arrival = SineCosine(sine: equatorSine, cosine: endNorthwards)
        // (9), with cos²α₀ from (10).
        let across = departure.sine * start.sine
        let squaredModulus =
            geodesic.secondEccentricitySquared * (departure.cosine * departure.cosine + across * across)
        epsilon = DistanceSeries.epsilon(squaredModulus: squaredModulus)
        // (11)
        arc = SphericalArc(sine: SIMD2(start.sine, end.sine), cosine: SIMD2(northwards, endNorthwards))
        // (12); only the difference ω₂ − ω₁ in [0, π] is needed.
        let (eastwards, endEastwards) = (equatorSine * start.sine, equatorSine * end.sine)
        sphericalLongitude = SineCosine(
            sine: max(northwards * endEastwards - eastwards * endNorthwards, 0),
            cosine: northwards * endNorthwards + eastwards * endEastwards
        )
    }
}
