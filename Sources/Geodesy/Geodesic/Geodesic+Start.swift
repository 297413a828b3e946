internal import RealModule

/// How the search for an azimuth starts: with a good guess, or with nothing left to search.
enum InverseStart {
    case azimuth(SineCosine)
    case solved(InverseSolution)
}

extension Geodesic {
    /// The first guess of α₁.
    @inline(__always)
    func start(of problem: InverseProblem) -> InverseStart {
        let (start, end) = (problem.start, problem.end)
        if isShort(problem), let solution = short(problem) { return .solved(solution) }
        let sphere = SphericalTriangle(start: start, end: end, longitude: problem.longitude)
        // As far from the antipode as the geodesics that leave point 1 do not meet again.
        let reach = 6 * ellipsoid.thirdFlattening * .pi * start.cosine * start.cosine
        if sphere.arc.cosine >= 0 || sphere.arc.sine >= reach { return .azimuth(sphere.departure.normalised) }
        return .azimuth(nearlyAntipodal(problem))
    }

    /// Whether the points are so near that a sphere can stand for the ellipsoid.
    @inline(__always)
    private func isShort(_ problem: InverseProblem) -> Bool {
        problem.longitudeRadians * problem.end.cosine < shortArc
            && (problem.end.sine - problem.start.sine).magnitude + (problem.end.cosine - problem.start.cosine).magnitude
                < 2 * shortArc
    }

    /// The solution for points so near that nothing is left to refine, equations (48) to (52).
    private func short(_ problem: InverseProblem) -> InverseSolution? {
        let mean = (problem.start.cosine + problem.end.cosine) / 2
        let stretch = (1 - ellipsoid.eccentricitySquared * mean * mean).squareRoot()
        let longitude = SineCosine(radians: problem.longitudeRadians / stretch)
        let sphere = SphericalTriangle(start: problem.start, end: problem.end, longitude: longitude)
        guard sphere.arc.sine < shortArc else { return nil }
        return InverseSolution(
            distance: semiMajorAxis * stretch * sphere.arc.radians,
            departure: sphere.departure,
            arrival: sphere.arrival
        )
    }

    /// The guess near the antipode, where geodesics meet on an astroid, equations (53) to (57).
    private func nearlyAntipodal(_ problem: InverseProblem) -> SineCosine {
        let (start, end) = (problem.start, problem.end)
        let squaredModulus = secondEccentricitySquared * start.sine * start.sine
        let epsilon = DistanceSeries.epsilon(squaredModulus: squaredModulus)
        // (53), with the longitude at which the antipode's envelope ends taken from (24).
        let width = flattening * start.cosine * longitudeSeries.scale(epsilon) * .pi
        let x = -problem.supplementRadians / width
        let y = (end.sine * start.cosine + end.cosine * start.sine) / (width * start.cosine)
        if y > -200 * .ulpOfOne, x > -1 - 1000 * Double.ulpOfOne.squareRoot() {
            // (57)
            let sine = min(1, -x)
            return SineCosine(sine: sine, cosine: -(1 - sine * sine).squareRoot())
        }
        let root = Astroid.root(x: x, y: y)
        // (56) says how far short of half a turn ω₁₂ is, and a sphere then says α₁.
        let shortfall = -width * x * root / (1 + root)
        let longitude = SineCosine(sine: .sin(shortfall), cosine: -.cos(shortfall))
        return SphericalTriangle(start: start, end: end, longitude: longitude).departure.normalised
    }
}
