internal import RealModule
public import SensorModel

/// The length of the great circle between reduced latitudes, with a first-order correction for the flattening.
///
/// The formula approximates the geodesic without iteration. Sources: Lambert 1942; Thomas 1970, who named it
/// Andoyer–Lambert.
///
/// ```swift
/// let metres = AndoyerLambert().distance(from: start, to: end)
/// ```
public struct AndoyerLambert: DistanceFormula {
    /// The ellipsoid of the Earth.
    public var ellipsoid: Ellipsoid

    /// Creates the formula.
    public init(ellipsoid: Ellipsoid = .wgs84) {
        self.ellipsoid = ellipsoid
    }

    /// The minimum of sin σ near the antipode, where σ is the arc between the two points. Points with a smaller sine
    /// are treated as antipodal. The minimum corresponds to 6 nm on the Earth, which is the resolution of a `Double`.
    private static var oppositeSine: Double { 1e-15 }

    /// Returns the distance between two points in metres. O(1).
    ///
    /// - Returns: The distance; `nil` for antipodal points, where the correction is undefined.
    public func distance(from start: GeographicPoint, to end: GeographicPoint) -> Metres? {
        let axisRatio = 1 - ellipsoid.flattening
        let first = InverseProblem.reducedLatitude(start.latitudeDegrees, axisRatio: axisRatio)
        let last = InverseProblem.reducedLatitude(end.latitudeDegrees, axisRatio: axisRatio)
        let turn = Degrees.turn(from: start.longitudeDegrees, to: end.longitudeDegrees)
        let longitude = SineCosine(radians: turn * SineCosine.radiansPerDegree)
        let across = last.cosine * longitude.sine
        let along = first.cosine * last.sine - first.sine * last.cosine * longitude.cosine
        let sine = (across * across + along * along).squareRoot()
        let cosine = first.sine * last.sine + first.cosine * last.cosine * longitude.cosine
        if cosine < 0, sine < Self.oppositeSine { return nil }
        guard sine > 0 else { return 0 }
        let sigma = Double.atan2(y: sine, x: cosine)
        // P is half the sum of the reduced latitudes, and Q is half their difference. `sum` is 2 sin P cos Q, and
        // `difference` is 2 cos P sin Q.
        let (sum, difference) = (first.sine + last.sine, last.sine - first.sine)
        // X = (σ − sin σ) sin²P cos²Q / cos²(σ/2), Y = (σ + sin σ) cos²P sin²Q / sin²(σ/2)
        let square = sine * sine
        let (doubleCosineSquare, doubleSineSquare) =
            cosine > 0 ? (1 + cosine, square / (1 + cosine)) : (square / (1 - cosine), 1 - cosine)
        let x = (sigma - sine) * sum * sum / (2 * doubleCosineSquare)
        let y = (sigma + sine) * difference * difference / (2 * doubleSineSquare)
        // s = a (σ − f (X + Y)/2)
        return ellipsoid.semiMajorAxis * (sigma - ellipsoid.flattening / 2 * (x + y))
    }
}

extension FormulaEntry {
    static let andoyerLambert = FormulaEntry(
        name: "andoyerLambert",
        summary: "Great circle, corrected for the flattening to first order.",
        source: "Lambert 1942; Thomas 1970",
        validity: "up to 10,000 km; the error grows without bound towards the antipode",
        accuracy: StatedAccuracy(relativeError: 1.5e-6, absoluteError: 1e-6, longestDistance: 10_000_000),
        cost: "3 sines, 3 cosines, 1 arctangent, 3 square roots",
        givesBearing: false,
        formula: AndoyerLambert()
    )
}
