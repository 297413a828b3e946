import RealModule

extension Geodesic {
    /// Returns the solution by the method in section 4 of Karney 2013: closed forms for special cases, and Newton's
    /// method for the azimuth at point 1.
    @inline(__always)
    func solve(_ problem: InverseProblem) -> InverseSolution {
        if problem.longitude.sine == 0 || problem.start.cosine == 0 { return meridian(problem) }
        if problem.start.sine == 0, problem.supplementRadians >= flattening * .pi { return equator(problem) }
        switch start(of: problem) {
        case .solved(let solution): return solution
        case .azimuth(let azimuth): return refine(azimuth, of: problem)
        }
    }

    /// Returns the solution along a meridian, which may cross a pole. On an oblate ellipsoid, the meridian is the
    /// shortest path.
    private func meridian(_ problem: InverseProblem) -> InverseSolution {
        // α₁ = λ₁₂ and α₂ = 0, so that α₀ = 0 and ε = n.
        let arc = SphericalArc(
            sine: SIMD2(problem.start.sine, problem.end.sine),
            cosine: SIMD2(problem.longitude.cosine * problem.start.cosine, problem.end.cosine)
        )
        return InverseSolution(
            distance: semiMinorAxis * DistanceSeries(epsilon: ellipsoid.thirdFlattening).distance(over: arc),
            departure: problem.longitude,
            arrival: SineCosine(sine: 0, cosine: 1)
        )
    }

    /// Returns the solution along the equator. The equator is the shortest path if the longitude difference is at most
    /// (1 − f)π, where f is the flattening.
    private func equator(_ problem: InverseProblem) -> InverseSolution {
        let east = SineCosine(sine: 1, cosine: 0)
        return InverseSolution(
            distance: semiMajorAxis * problem.longitudeRadians,
            departure: east,
            arrival: east
        )
    }

    /// Uses Newton's method to find the azimuth α₁ that leads to point 2, and returns the solution. A step that leaves
    /// the interval known to contain α₁ is replaced by bisection.
    private func refine(_ firstGuess: SineCosine, of problem: InverseProblem) -> InverseSolution {
        let roots = problem.roots(secondEccentricitySquared)
        var bracket = AzimuthBracket()
        var trial = TrialGeodesic(leaving: firstGuess, in: problem, on: self)
        for step in 0..<Self.largestStepCount {
            let error = longitudeError(of: trial, in: problem)
            if error.magnitude < Self.longitudeTolerance || bracket.isClosed { break }
            bracket.narrow(to: trial.departure, isBeyond: error > 0)
            let slope = longitudeSlope(of: trial, in: problem, roots: roots)
            let change = -error / slope
            let next = trial.departure.turned(by: change)
            guard step < Self.newtonStepCount, slope > 0, change.magnitude < .pi, bracket.contains(next) else {
                trial = TrialGeodesic(leaving: bracket.middle, in: problem, on: self)
                continue
            }
            // A bound on the relative change of the slope per radian of α₁.
            let bend = 1 + 1 / slope + 1 / (trial.arrival.cosine * trial.arrival.cosine)
            trial = TrialGeodesic(leaving: next, in: problem, on: self)
            if change * change * bend < Self.azimuthTolerance { break }
        }
        return InverseSolution(
            distance: semiMinorAxis * DistanceSeries(epsilon: trial.epsilon).distance(over: trial.arc),
            departure: trial.departure,
            arrival: trial.arrival
        )
    }

    /// Returns the longitude difference λ₁₂ of a trial geodesic minus the difference between the two points, in
    /// radians, equation (8).
    @inline(__always)
    private func longitudeError(of trial: TrialGeodesic, in problem: InverseProblem) -> Double {
        let (wanted, found) = (problem.longitude, trial.sphericalLongitude)
        // ω₁₂ of the trial minus the required λ₁₂, a small angle.
        let excess = Double.atan2(
            y: found.sine * wanted.cosine - found.cosine * wanted.sine,
            x: found.cosine * wanted.cosine + found.sine * wanted.sine
        )
        return excess - flattening * trial.equatorSine
            * longitudeSeries.integral(over: trial.arc, epsilon: trial.epsilon)
    }

    /// Returns the derivative dλ₁₂/dα₁ of the longitude difference with respect to the initial azimuth, equations (46)
    /// and (47). The end keeps its reduced latitude β₂.
    @inline(__always)
    private func longitudeSlope(
        of trial: TrialGeodesic,
        in problem: InverseProblem,
        roots: SIMD2<Double>
    ) -> Double {
        if trial.arrival.cosine == 0 { return -2 * axisRatio * roots[0] / problem.start.sine }
        let arc = trial.arc
        // The reduced length divided by b, m₁₂/b, equation (38).
        let reducedLength =
            roots[1] * arc.cosine[0] * arc.sine[1] - roots[0] * arc.sine[0] * arc.cosine[1]
            - arc.cosine[0] * arc.cosine[1] * DistanceSeries(epsilon: trial.epsilon).reduction(over: arc)
        return reducedLength * axisRatio / trial.arrival.cosine
    }

    /// The number of steps after which bisection replaces Newton's method. Usually, 2 or 3 steps are sufficient.
    private static var newtonStepCount: Int { 20 }
    /// The maximum number of steps. After the Newton steps, at most 63 bisections follow. Each bisection adds one bit
    /// of precision to the azimuth.
    private static var largestStepCount: Int { newtonStepCount + 63 }
    /// The tolerance of the longitude in radians: two units in the last place, or 3 nm on the Earth. The series for the
    /// longitude has the same accuracy.
    private static var longitudeTolerance: Double { 2 * .ulpOfOne }
    /// The tolerance of the azimuth in radians after a Newton step: 0.1 nm on the Earth.
    private static var azimuthTolerance: Double { 1e-17 }
}

/// An interval of azimuths in [0, π] that contains the solution.
struct AzimuthBracket {
    private var low = SineCosine(sine: 0, cosine: 1)
    private var high = SineCosine(sine: 0, cosine: -1)

    mutating func narrow(to azimuth: SineCosine, isBeyond: Bool) {
        guard contains(azimuth) else { return }
        if isBeyond { high = azimuth } else { low = azimuth }
    }

    func contains(_ azimuth: SineCosine) -> Bool {
        Self.sineOfTurn(from: low, to: azimuth) > 0 && Self.sineOfTurn(from: azimuth, to: high) > 0
    }

    var middle: SineCosine {
        // The ends of the first bracket are opposite, so that their sum is zero.
        guard low.sine > 0 || high.sine > 0 else { return SineCosine(sine: 1, cosine: 0) }
        return SineCosine(sine: low.sine + high.sine, cosine: low.cosine + high.cosine).normalised
    }

    /// A Boolean value that indicates whether no `Double` azimuth remains between the ends.
    var isClosed: Bool {
        (low.sine - high.sine).magnitude + (low.cosine - high.cosine).magnitude < .ulpOfOne
    }

    private static func sineOfTurn(from start: SineCosine, to end: SineCosine) -> Double {
        end.sine * start.cosine - end.cosine * start.sine
    }
}

/// A geodesic from point 1 with a trial azimuth, up to the latitude of point 2.
struct TrialGeodesic {
    /// The azimuth α₁ at point 1.
    let departure: SineCosine
    /// The azimuth α₂ at point 2: sin α₂ and cos α₂, both multiplied by cos β₂.
    let arrival: SineCosine
    /// The sine of the azimuth α₀ at the equator.
    let equatorSine: Double
    /// The expansion parameter ε, equation (16).
    let epsilon: Double
    let arc: SphericalArc
    /// The longitude difference ω₁₂ on the auxiliary sphere: sin ω₁₂ and cos ω₁₂, both multiplied by the same positive
    /// number.
    let sphericalLongitude: SineCosine

    @inline(__always)
    init(leaving azimuth: SineCosine, in problem: InverseProblem, on geodesic: Geodesic) {
        var departure = azimuth
        // A geodesic due east on the equator reaches no other latitude. A negligible rotation of the azimuth towards
        // the pole avoids this case.
        if departure.cosine == 0, problem.start.sine == 0 { departure.cosine = -1e-100 }
        let (start, end) = (problem.start, problem.end)
        // Equation 5
        equatorSine = departure.sine * start.cosine
        let northwards = departure.cosine * start.cosine
        // cos α₂ cos β₂ from equation 45, with the difference of squares that has the smaller rounding error.
        let difference =
            start.cosine < -start.sine
            ? (end.cosine - start.cosine) * (end.cosine + start.cosine)
            : (start.sine - end.sine) * (start.sine + end.sine)
        let endNorthwards = max(0, northwards * northwards + difference).squareRoot()
        self.departure = departure
        arrival = SineCosine(sine: equatorSine, cosine: endNorthwards)
        // Equation 9, with cos²α₀ from equation 10.
        let across = departure.sine * start.sine
        let squaredModulus =
            geodesic.secondEccentricitySquared * (departure.cosine * departure.cosine + across * across)
        epsilon = DistanceSeries.epsilon(squaredModulus: squaredModulus)
        // Equation 11
        arc = SphericalArc(sine: SIMD2(start.sine, end.sine), cosine: SIMD2(northwards, endNorthwards))
        // Equation 12. Only the difference ω₂ − ω₁ in [0, π] is needed.
        let (eastwards, endEastwards) = (equatorSine * start.sine, equatorSine * end.sine)
        sphericalLongitude = SineCosine(
            sine: max(northwards * endEastwards - eastwards * endNorthwards, 0),
            cosine: northwards * endNorthwards + eastwards * endEastwards
        )
    }
}
