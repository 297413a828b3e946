import RealModule

/// The result of the first step of an inverse problem: an initial guess of the azimuth, or the solution itself.
enum InverseStart {
    case azimuth(SineCosine)
    case solved(InverseSolution)
}

extension Geodesic {
    /// Returns an initial guess of α₁, or the solution for close points.
    @inline(__always)
    func start(of problem: InverseProblem) -> InverseStart {
        let (start, end) = (problem.start, problem.end)
        if isShort(problem), let solution = short(problem) { return .solved(solution) }
        let sphere = SphericalTriangle(start: start, end: end, longitude: problem.longitude)
        // The angular distance from the antipode within which geodesics from point 1 intersect again.
        let reach = 6 * ellipsoid.thirdFlattening * .pi * start.cosine * start.cosine
        if sphere.arc.cosine >= 0 || sphere.arc.sine >= reach { return .azimuth(sphere.departure.normalised) }
        return .azimuth(nearlyAntipodal(problem))
    }

    /// Returns `true` if the points are close enough to replace the ellipsoid by a sphere.
    @inline(__always)
    private func isShort(_ problem: InverseProblem) -> Bool {
        problem.longitudeRadians * problem.end.cosine < shortArc
            && (problem.end.sine - problem.start.sine).magnitude + (problem.end.cosine - problem.start.cosine).magnitude
                < 2 * shortArc
    }

    /// Returns the solution for close points by equations (48) to (52), which need no iteration, or `nil` if the points
    /// are too far apart.
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

    /// Returns the initial guess of α₁ near the antipode, where geodesics are tangent to an astroid, equations (53) to
    /// (57).
    private func nearlyAntipodal(_ problem: InverseProblem) -> SineCosine {
        let (start, end) = (problem.start, problem.end)
        let squaredModulus = secondEccentricitySquared * start.sine * start.sine
        let epsilon = DistanceSeries.epsilon(squaredModulus: squaredModulus)
        // Equation 53, with the size of the astroid from equation 24.
        let width = flattening * start.cosine * longitudeSeries.scale(epsilon) * .pi
        let x = -problem.supplementRadians / width
        let y = (end.sine * start.cosine + end.cosine * start.sine) / (width * start.cosine)
        if y > -200 * .ulpOfOne, x > -1 - 1000 * Double.ulpOfOne.squareRoot() {
            // Equation 57
            let sine = min(1, -x)
            return SineCosine(sine: sine, cosine: -(1 - sine * sine).squareRoot())
        }
        let root = Astroid.root(x: x, y: y)
        // Equation 56 gives the difference between ω₁₂ and 180°. A spherical triangle with this ω₁₂ gives α₁.
        let shortfall = -width * x * root / (1 + root)
        let longitude = SineCosine(sine: .sin(shortfall), cosine: -.cos(shortfall))
        return SphericalTriangle(start: start, end: end, longitude: longitude).departure.normalised
    }
}

/// The curve that the geodesics from a point touch close to the point's antipode, in the coordinates of equation (53).
enum Astroid {
    /// Returns the positive root of μ⁴ + 2μ³ + (1 − x² − y²)μ² − 2y²μ − y² = 0, equation (55), or 0 if y is 0 and the
    /// point is inside the astroid.
    static func root(x: Double, y: Double) -> Double {
        let (p, q) = (x * x, y * y)
        let r = (p + q - 1) / 6
        guard q > 0 || r > 0 else { return 0 }
        let u = resolvent(s: p * q / 4, r: r)
        let v = (u * u + q).squareRoot()
        // The sum u + v, in a form without cancellation.
        let sum = u < 0 ? q / (v - u) : u + v
        let w = (sum - q) / (2 * v)
        return sum / ((sum + w * w).squareRoot() + w)
    }

    /// Returns the largest root of the resolvent cubic u³ − 3ru² = 2s.
    private static func resolvent(s: Double, r: Double) -> Double {
        let cube = r * r * r
        let discriminant = s * (s + 2 * cube)
        guard discriminant >= 0 else {
            // There are three real roots; this one is the largest.
            let angle = Double.atan2(y: (-discriminant).squareRoot(), x: -(s + cube))
            return r + 2 * r * .cos(angle / 3)
        }
        // The sign of the square root is chosen to avoid cancellation.
        let sum = s + cube
        let t = Double.root(sum + (sum < 0 ? -1 : 1) * discriminant.squareRoot(), 3)
        return r + t + (t == 0 ? 0 : r * r / t)
    }
}

/// The great circle between two points of the auxiliary sphere.
struct SphericalTriangle {
    /// The azimuths α₁ and α₂ at the two points. Sine and cosine of each are multiplied by sin σ₁₂, where σ₁₂ is the
    /// arc length.
    let departure: SineCosine
    let arrival: SineCosine
    /// The arc length σ₁₂.
    let arc: SineCosine

    /// Creates the great circle between two reduced latitudes with the longitude difference ω₁₂.
    @inline(__always)
    init(start: SineCosine, end: SineCosine, longitude: SineCosine) {
        // Equations 49 and 50, with cos ω₁₂ written as 1 − (1 − cos ω₁₂), so that short arcs lose no digits.
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
        // Equation 51
        arc = SineCosine(
            sine: (departure.sine * departure.sine + departure.cosine * departure.cosine).squareRoot(),
            cosine: start.sine * end.sine + start.cosine * end.cosine * longitude.cosine
        )
    }
}
