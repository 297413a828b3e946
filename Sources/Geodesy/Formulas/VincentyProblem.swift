internal import RealModule
internal import SensorModel

/// The input of Vincenty's equations: reduced latitudes and the longitude difference.
struct VincentyProblem {
    let start: SineCosine
    let end: SineCosine
    /// L in radians by the shorter way, in [−π, π].
    let longitude: Double

    @inline(__always)
    init(from start: GeographicPoint, to end: GeographicPoint, flattening: Double) {
        self.start = InverseProblem.reducedLatitude(start.latitudeDegrees, axisRatio: 1 - flattening)
        self.end = InverseProblem.reducedLatitude(end.latitudeDegrees, axisRatio: 1 - flattening)
        longitude =
            Degrees.turn(from: start.longitudeDegrees, to: end.longitudeDegrees) * SineCosine.radiansPerDegree
    }

    /// α₁ and α₂, equations (20) and (21).
    func azimuths(longitude: SineCosine) -> (initial: Angle, final: Angle) {
        let initial = SineCosine(
            sine: end.cosine * longitude.sine,
            cosine: start.cosine * end.sine - start.sine * end.cosine * longitude.cosine
        )
        let final = SineCosine(
            sine: start.cosine * longitude.sine,
            cosine: start.cosine * end.sine * longitude.cosine - start.sine * end.cosine
        )
        return (initial.angle, final.angle)
    }
}

/// The great circle on the auxiliary sphere in one iteration.
struct VincentyArc {
    /// λ.
    let longitude: SineCosine
    let sineSigma: Double
    let cosineSigma: Double
    let sigma: Double
    let sineAlpha: Double
    let cosineSquaredAlpha: Double
    /// cos 2σₘ.
    let cosineMiddle: Double

    @inline(__always)
    init(_ problem: VincentyProblem, longitude: SineCosine) {
        let (start, end) = (problem.start, problem.end)
        self.longitude = longitude
        // (14)
        let across = end.cosine * longitude.sine
        let along = start.cosine * end.sine - start.sine * end.cosine * longitude.cosine
        sineSigma = (across * across + along * along).squareRoot()
        // (15)
        let sines = start.sine * end.sine
        cosineSigma = sines + start.cosine * end.cosine * longitude.cosine
        // (16)
        sigma = .atan2(y: sineSigma, x: cosineSigma)
        // (17). For σ = 0 any α is valid, and from pole to pole it is 0.
        sineAlpha = sineSigma > 0 ? start.cosine * across / sineSigma : 0
        cosineSquaredAlpha = 1 - sineAlpha * sineAlpha
        // (18); on the equator its factor is 0.
        cosineMiddle = cosineSquaredAlpha > 0 ? cosineSigma - 2 * sines / cosineSquaredAlpha : 0
    }

    /// λ − L, equation (11).
    @inline(__always)
    func excess(flattening f: Double) -> Double {
        // (10)
        let c = f / 16 * cosineSquaredAlpha * (4 + f * (4 - 3 * cosineSquaredAlpha))
        let inner = cosineMiddle + c * cosineSigma * (2 * cosineMiddle * cosineMiddle - 1)
        return (1 - c) * f * sineAlpha * (sigma + c * sineSigma * inner)
    }
}
