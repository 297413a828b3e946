internal import RealModule
public import SensorModel

/// The length of the great circle, computed with the law of cosines. The result is inaccurate for small distances.
///
/// Geiger 2012, formulas 4.1 and 4.2; AREA 2013, formulas 1 and 2. Near 1, a cosine in double precision has steps of
/// 1.1·10⁻¹⁶. The smallest possible results are therefore 0, 9.5, 13.4 and 16.4 cm; in single precision, 0, 2.2, 3.1
/// and 3.8 km. A cosine that exceeds 1 because of rounding is replaced by 1. For identical points, the result is 0
/// without an evaluation of the formula.
///
/// ```swift
/// let metres = SphericalCosines().distance(from: start, to: end)
/// ```
public struct SphericalCosines: DistanceFormula {
    /// The radius of the sphere in metres.
    public var radius: Metres
    /// The floating-point type of all operations.
    public var precision: Precision

    /// Creates the formula.
    public init(radius: Metres = EarthSphere.common, precision: Precision = .double) {
        self.radius = radius
        self.precision = precision
    }

    /// Returns the distance between two points in metres. O(1).
    public func distance(from start: GeographicPoint, to end: GeographicPoint) -> Metres? {
        if start == end { return 0 }
        return switch precision {
        case .single: singlePrecisionDistance(RadianPointPair<Float>(start, end))
        case .double: distance(RadianPointPair<Double>(start, end))
        }
    }

    private func distance(_ pair: RadianPointPair<Double>) -> Metres {
        let (first, last) = (SineCosine(radians: pair.startLatitude), SineCosine(radians: pair.endLatitude))
        // cos θ = sin φ₁ sin φ₂ + cos φ₁ cos φ₂ cos Δλ  (4.1)
        let cosine = first.sine * last.sine + first.cosine * last.cosine * Double.cos(pair.longitudeDifference)
        // D = θ R  (4.2)
        return Double.acos(max(-1, min(1, cosine))) * radius
    }

    private func singlePrecisionDistance(_ pair: RadianPointPair<Float>) -> Metres {
        let cosine =
            Float.sin(pair.startLatitude) * Float.sin(pair.endLatitude)
            + Float.cos(pair.startLatitude) * Float.cos(pair.endLatitude) * Float.cos(pair.longitudeDifference)
        return Double(Float.acos(max(-1, min(1, cosine))) * Float(radius))
    }

    /// Returns the initial bearing of the great circle, computed in double precision.
    public func initialBearing(from start: GeographicPoint, to end: GeographicPoint) -> Angle? {
        GreatCircle.initialBearing(from: start, to: end)
    }
}

extension FormulaEntry {
    static let sphericalCosines = FormulaEntry(
        name: "sphericalCosines",
        summary: "Great circle by the law of cosines, inaccurate for small distances.",
        source: "Geiger 2012, formula 4.1",
        validity: "from about 100 m, with the error of a spherical Earth; shorter distances have steps of centimetres",
        accuracy: StatedAccuracy(relativeError: 0.0057, absoluteError: 0.25),
        cost: "2 sines, 3 cosines, 1 arccosine",
        givesBearing: true,
        formula: SphericalCosines()
    )

    static let sphericalCosinesFloat = FormulaEntry(
        name: "sphericalCosinesFloat",
        summary: "Great circle by the law of cosines in single precision, with errors of kilometres.",
        source: "Geiger 2012, formula 4.1",
        validity: "from about 1000 km, with the error of a spherical Earth; not for augmented reality",
        accuracy: StatedAccuracy(relativeError: 0.0058, absoluteError: 6000),
        cost: "2 sines, 3 cosines, 1 arccosine, single precision",
        givesBearing: true,
        formula: SphericalCosines(precision: .single)
    )
}
