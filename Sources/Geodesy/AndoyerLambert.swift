internal import RealModule
public import SensorModel

/// The great circle between reduced latitudes with the flattening's correction of first order: closed, and near a geodesic.
///
/// Lambert 1942; Thomas 1970, who names it Andoyer–Lambert.
public struct AndoyerLambert: DistanceFormula {
    public var ellipsoid: Ellipsoid

    public init(ellipsoid: Ellipsoid = .wgs84) {
        self.ellipsoid = ellipsoid
    }

    /// Points whose sine of σ is smaller are opposite each other, as far as a double can tell: 6 nm on the Earth.
    private static var oppositeSine: Double { 1e-15 }

    /// - Returns: nil for points opposite each other, where the correction is not defined.
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
        // With P and Q half the sum and half the difference of the reduced latitudes: 2 sin P cos Q and 2 cos P sin Q.
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
        summary: "The great circle corrected for the flattening, to first order.",
        source: "Lambert 1942; Thomas 1970",
        validity: "up to 10,000 km; worse and worse towards the opposite point",
        accuracy: StatedAccuracy(relativeError: 1.5e-6, absoluteError: 1e-6, longestDistance: 10_000_000),
        cost: "3 sines, 3 cosines, 1 arctangent, 3 square roots",
        givesBearing: false,
        formula: AndoyerLambert()
    )
}
