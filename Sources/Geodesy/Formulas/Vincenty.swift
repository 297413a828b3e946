import RealModule
public import SensorModel

/// The length of the geodesic, computed with nested series and an iteration for the longitude. The iteration fails for
/// some nearly antipodal points.
///
/// Vincenty 1975, doi:10.1179/sre.1975.23.176.88. Equation numbers in the code refer to this paper.
///
/// ```swift
/// switch Vincenty().inverse(from: start, to: end) {
/// case .converged(let distance, let initialAzimuth, _, _): print(distance, initialAzimuth.degrees)
/// case .failed(let reason, let iterations): print(reason, iterations)
/// }
/// ```
public struct Vincenty: DistanceFormula {
    /// The ellipsoid of the Earth.
    public var ellipsoid: Ellipsoid
    /// The maximum number of iterations, at least 1. Without convergence by then, the formula fails. If the iteration
    /// converges, it rarely needs more than 10 steps.
    public var iterationLimit: Int

    /// The tolerance of the iteration in radians; 6 µm on the Earth. The iteration ends when the longitude changes by
    /// less than the tolerance.
    static let settledChange = 1e-12

    /// Creates the formula.
    public init(ellipsoid: Ellipsoid = .wgs84, iterationLimit: Int = 100) {
        precondition(iterationLimit >= 1, "the iteration limit must be at least 1")
        self.ellipsoid = ellipsoid
        self.iterationLimit = iterationLimit
    }

    /// Returns the distance between two points in metres, or `nil` if the iteration fails.
    public func distance(from start: GeographicPoint, to end: GeographicPoint) -> Metres? {
        let problem = VincentyProblem(from: start, to: end, flattening: ellipsoid.flattening)
        guard case .settled(let arc) = solve(problem).result else { return nil }
        return distance(along: arc)
    }

    /// Returns the azimuth of the geodesic at the start, or `nil` if the iteration fails.
    public func initialBearing(from start: GeographicPoint, to end: GeographicPoint) -> Angle? {
        guard case .converged(_, let azimuth, _, _) = inverse(from: start, to: end) else { return nil }
        return azimuth
    }

    /// Returns the distance and both azimuths, or the reason of a failure. Both cases include the number of iterations.
    ///
    /// For identical points, both azimuths are 0.
    public func inverse(from start: GeographicPoint, to end: GeographicPoint) -> VincentyOutcome {
        let problem = VincentyProblem(from: start, to: end, flattening: ellipsoid.flattening)
        let (result, iterations) = solve(problem)
        switch result {
        case .failed(let reason): return .failed(reason: reason, iterations: iterations)
        case .settled(let arc):
            let (initial, final) = problem.azimuths(longitude: arc.longitude)
            return .converged(
                distance: distance(along: arc),
                initialAzimuth: initial,
                finalAzimuth: final,
                iterations: iterations
            )
        }
    }

    private enum Result {
        case settled(VincentyArc)
        case failed(VincentyOutcome.Reason)
    }

    @inline(__always)
    private func solve(_ problem: VincentyProblem) -> (result: Result, iterations: Int) {
        // Equation 13
        var longitude = SineCosine(radians: problem.longitude)
        var radians = problem.longitude
        for iteration in 1...iterationLimit {
            let arc = VincentyArc(problem, longitude: longitude)
            let next = problem.longitude + arc.excess(flattening: ellipsoid.flattening)
            if next.magnitude > .pi { return (.failed(.beyondHalfTurn), iteration) }
            let change = next - radians
            if change.magnitude < Self.settledChange { return (.settled(arc), iteration) }
            radians = next
            longitude = SineCosine(radians: radians)
        }
        return (.failed(.iterationLimit), iterationLimit)
    }

    @inline(__always)
    private func distance(along arc: VincentyArc) -> Metres {
        let u2 = arc.cosineSquaredAlpha * ellipsoid.secondEccentricitySquared
        // Equation 3
        let a = 1 + u2 / 16384 * (4096 + u2 * (-768 + u2 * (320 - 175 * u2)))
        // Equation 4
        let b = u2 / 1024 * (256 + u2 * (-128 + u2 * (74 - 47 * u2)))
        let (m, square) = (arc.cosineMiddle, arc.cosineMiddle * arc.cosineMiddle)
        // Equation 6
        let inner =
            arc.cosineSigma * (2 * square - 1)
            - b / 6 * m * (4 * arc.sineSigma * arc.sineSigma - 3) * (4 * square - 3)
        let correction = b * arc.sineSigma * (m + b / 4 * inner)
        // Equation 19
        return ellipsoid.semiMinorAxis * a * (arc.sigma - correction)
    }
}

extension FormulaEntry {
    static let vincenty = FormulaEntry(
        name: "vincenty",
        summary: "Geodesic to 0.1 mm by iteration; fails for some nearly antipodal points.",
        source: "Vincenty 1975, doi:10.1179/sre.1975.23.176.88",
        validity: "everywhere except within about half a degree of the antipode, where the iteration may fail",
        accuracy: StatedAccuracy(relativeError: 0, absoluteError: 1e-4),
        cost: "2 arctangents, 2 sines, 2 cosines; iterates, usually 3 or 4 times: 1 sine, cosine, arctangent each",
        givesBearing: true,
        formula: Vincenty()
    )
}

/// The result of Vincenty's iteration: a geodesic, or the cause of a failure.
public enum VincentyOutcome: Sendable, Hashable {
    /// The iteration converged. The distance is in metres. Azimuths are clockwise from north in (−180°, 180°], both in
    /// the direction of travel.
    case converged(distance: Metres, initialAzimuth: Angle, finalAzimuth: Angle, iterations: Int)
    /// The iteration failed.
    case failed(reason: Reason, iterations: Int)

    /// The cause of a failure.
    public enum Reason: Sendable, Hashable {
        /// The longitude on the auxiliary sphere exceeded 180°: the points are nearly antipodal.
        case beyondHalfTurn
        /// The maximum number of iterations was reached before the longitude converged.
        case iterationLimit
    }

    /// The number of iterations.
    public var iterations: Int {
        switch self {
        case .converged(_, _, _, let iterations), .failed(_, let iterations): iterations
        }
    }
}

/// The input of Vincenty's equations: reduced latitudes and the longitude difference.
struct VincentyProblem {
    let start: SineCosine
    let end: SineCosine
    /// The longitude difference L in radians along the shorter arc, in [−π, π].
    let longitude: Double

    @inline(__always)
    init(from start: GeographicPoint, to end: GeographicPoint, flattening: Double) {
        self.start = InverseProblem.reducedLatitude(start.latitudeDegrees, axisRatio: 1 - flattening)
        self.end = InverseProblem.reducedLatitude(end.latitudeDegrees, axisRatio: 1 - flattening)
        longitude =
            Degrees.turn(from: start.longitudeDegrees, to: end.longitudeDegrees) * SineCosine.radiansPerDegree
    }

    /// Returns the azimuths α₁ and α₂, equations (20) and (21).
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

/// The great circle on the auxiliary sphere, as computed in one iteration.
struct VincentyArc {
    /// The longitude difference λ on the auxiliary sphere.
    let longitude: SineCosine
    let sineSigma: Double
    let cosineSigma: Double
    let sigma: Double
    let sineAlpha: Double
    let cosineSquaredAlpha: Double
    /// The cosine cos 2σₘ, where σₘ is the angular distance from the equator to the midpoint of the arc.
    let cosineMiddle: Double

    @inline(__always)
    init(_ problem: VincentyProblem, longitude: SineCosine) {
        let (start, end) = (problem.start, problem.end)
        self.longitude = longitude
        // Equation 14
        let across = end.cosine * longitude.sine
        let along = start.cosine * end.sine - start.sine * end.cosine * longitude.cosine
        sineSigma = (across * across + along * along).squareRoot()
        // Equation 15
        let sines = start.sine * end.sine
        cosineSigma = sines + start.cosine * end.cosine * longitude.cosine
        // Equation 16
        sigma = .atan2(y: sineSigma, x: cosineSigma)
        // Equation 17. For σ = 0, any α is valid. From pole to pole, α is 0.
        sineAlpha = sineSigma > 0 ? start.cosine * across / sineSigma : 0
        cosineSquaredAlpha = 1 - sineAlpha * sineAlpha
        // Equation 18. On the equator, where cos²α is 0, the terms with cos 2σₘ vanish.
        cosineMiddle = cosineSquaredAlpha > 0 ? cosineSigma - 2 * sines / cosineSquaredAlpha : 0
    }

    /// Returns λ − L, where λ and L are the longitude differences on the auxiliary sphere and on the ellipsoid,
    /// equation (11).
    @inline(__always)
    func excess(flattening f: Double) -> Double {
        // Equation 10
        let c = f / 16 * cosineSquaredAlpha * (4 + f * (4 - 3 * cosineSquaredAlpha))
        let inner = cosineMiddle + c * cosineSigma * (2 * cosineMiddle * cosineMiddle - 1)
        return (1 - c) * f * sineAlpha * (sigma + c * sineSigma * inner)
    }
}
