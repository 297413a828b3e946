internal import RealModule

extension Geodesic {
    /// Section 4 of the paper: the cases with a closed form, then Newton's method on the azimuth at the first point.
    @inline(__always)
    func solve(_ problem: InverseProblem) -> InverseSolution {
        if problem.longitude.sine == 0 || problem.start.cosine == 0 { return meridian(problem) }
        if problem.start.sine == 0, problem.supplementRadians >= flattening * .pi { return equator(problem) }
        switch start(of: problem) {
        case .solved(let solution): return solution
        case .azimuth(let azimuth): return refine(azimuth, of: problem)
        }
    }

    /// Along a meridian, over a pole where that is on the way: the shortest on a flattened ellipsoid.
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

    /// Along the equator, which is the shortest as long as λ₁₂ ≤ (1 − f)π.
    private func equator(_ problem: InverseProblem) -> InverseSolution {
        let east = SineCosine(sine: 1, cosine: 0)
        return InverseSolution(
            distance: semiMajorAxis * problem.longitudeRadians,
            departure: east,
            arrival: east
        )
    }

    /// Newton's method for the α₁ whose geodesic meets point 2, in a bracket that is halved where a step leaves it.
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
            // How much the slope itself may change from here on, for a change of one in α₁.
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

    /// λ₁₂ of a trial less the λ₁₂ that is wanted, equation (8), in radians.
    @inline(__always)
    private func longitudeError(of trial: TrialGeodesic, in problem: InverseProblem) -> Double {
        let (wanted, found) = (problem.longitude, trial.sphericalLongitude)
        // ω₁₂ − λ₁₂, which is small.
        let excess = Double.atan2(
            y: found.sine * wanted.cosine - found.cosine * wanted.sine,
            x: found.cosine * wanted.cosine + found.sine * wanted.sine
        )
        return excess - flattening * trial.equatorSine
            * longitudeSeries.integral(over: trial.arc, epsilon: trial.epsilon)
    }

    /// dλ₁₂/dα₁ at a given β₂, equations (46) and (47).
    @inline(__always)
    private func longitudeSlope(
        of trial: TrialGeodesic,
        in problem: InverseProblem,
        roots: SIMD2<Double>
    ) -> Double {
        if trial.arrival.cosine == 0 { return -2 * axisRatio * roots[0] / problem.start.sine }
        let arc = trial.arc
        // m₁₂/b, equation (38).
        let reducedLength =
            roots[1] * arc.cosine[0] * arc.sine[1] - roots[0] * arc.sine[0] * arc.cosine[1]
            - arc.cosine[0] * arc.cosine[1] * DistanceSeries(epsilon: trial.epsilon).reduction(over: arc)
        return reducedLength * axisRatio / trial.arrival.cosine
    }

    /// Newton's method mostly needs 2 or 3 steps; where it has not come to an end by then, halving the bracket does.
    private static var newtonStepCount: Int { 20 }
    /// Each halving gives one bit of an azimuth.
    private static var largestStepCount: Int { newtonStepCount + 63 }
    /// Two units in the last place of a longitude in radians: 3 nm on the Earth, and what its series leave uncertain.
    private static var longitudeTolerance: Double { 2 * .ulpOfOne }
    /// What may be left of an azimuth's error in radians after a step of Newton's: 0.1 nm on the Earth.
    private static var azimuthTolerance: Double { 1e-17 }
}
