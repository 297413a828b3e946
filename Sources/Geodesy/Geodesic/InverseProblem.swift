internal import SensorModel

/// Two points, swapped and mirrored so that φ₁ ≤ 0, φ₁ ≤ φ₂ ≤ −φ₁ and 0 ≤ λ₁₂ ≤ π, equation (44). Here, φ₁ and φ₂ are
/// the latitudes, and λ₁₂ is the longitude difference.
///
/// The swap and the reflections are stored, so that azimuths can be transformed back.
struct InverseProblem {
    /// The reduced latitudes β₁ and β₂.
    let start: SineCosine
    let end: SineCosine
    /// The longitude difference λ₁₂.
    let longitude: SineCosine
    /// The longitude difference λ₁₂ in radians.
    let longitudeRadians: Double
    /// The supplement π − λ₁₂ in radians, corrected for the rounding error of λ₁₂.
    let supplementRadians: Double

    private let isSwapped: Bool
    private let isMirroredNorth: Bool
    private let isMirroredEast: Bool

    @inline(__always)
    init(from start: GeographicPoint, to end: GeographicPoint, axisRatio: Double) {
        let difference = LongitudeDifference(from: start.longitudeDegrees, to: end.longitudeDegrees)
        longitude = difference.sineCosine
        longitudeRadians = difference.radians
        supplementRadians = difference.supplementRadians
        isSwapped = start.latitudeDegrees.magnitude < end.latitudeDegrees.magnitude
        let larger = isSwapped ? end.latitudeDegrees : start.latitudeDegrees
        let smaller = isSwapped ? start.latitudeDegrees : end.latitudeDegrees
        let isNorthern = larger >= 0
        isMirroredNorth = isNorthern
        isMirroredEast = difference.isWestward
        self.start = Self.reducedLatitude(isNorthern ? -larger : larger, axisRatio: axisRatio)
        self.end = Self.reducedLatitude(isNorthern ? -smaller : smaller, axisRatio: axisRatio)
    }

    /// Returns the reduced latitude β with tan β = (1 − f) tan φ, equation (6).
    @inline(__always)
    static func reducedLatitude(_ degrees: Double, axisRatio: Double) -> SineCosine {
        let latitude = SineCosine(latitudeDegrees: degrees)
        return SineCosine(sine: axisRatio * latitude.sine, cosine: latitude.cosine).normalised
    }

    /// Returns √(1 + k² sin²σ) = √(1 + e′² sin²β) for each of the two points. Here, β is the point's reduced latitude,
    /// and e′ is the second eccentricity.
    @inline(__always)
    func roots(_ secondEccentricitySquared: Double) -> SIMD2<Double> {
        let sines = SIMD2(start.sine, end.sine)
        return (1 + secondEccentricitySquared * sines * sines).squareRoot()
    }

    /// Returns the azimuths of a solution, transformed back to the original points before the swap and the reflections.
    func azimuths(of solution: InverseSolution) -> (departure: Angle, arrival: Angle) {
        let departure = isSwapped ? solution.arrival : solution.departure
        let arrival = isSwapped ? solution.departure : solution.arrival
        // Swapping the points reverses the direction. Each reflection changes one sign.
        let east: Double = isMirroredEast ? -1 : 1
        let north: Double = isSwapped == isMirroredNorth ? 1 : -1
        func angle(_ azimuth: SineCosine) -> Angle {
            SineCosine(sine: east * azimuth.sine, cosine: north * azimuth.cosine).angle
        }
        return (angle(departure), angle(arrival))
    }
}

/// The solution of an ``InverseProblem``: the distance in metres, and the azimuths at both points. The azimuths refer
/// to the points after the swap and the reflections; see `azimuths(of:)`.
struct InverseSolution {
    let distance: Double
    let departure: SineCosine
    let arrival: SineCosine
}

/// The exact difference of two longitudes, as a magnitude in [0°, 180°] and a direction.
struct LongitudeDifference {
    /// The magnitude of the difference in degrees, rounded to a `Double`. The sum of `degrees` and `rest` is exact.
    private let degrees: Double
    private let rest: Double
    let isWestward: Bool

    /// Creates the difference between two longitudes in degrees, both in (−180°, 180°].
    @inline(__always)
    init(from start: Double, to end: Double) {
        let (turned, error) = Self.exactSum(end, -start)
        let degrees: Double
        if turned > 180 || (turned == 180 && error > 0) {
            degrees = turned - 360
        } else if turned < -180 || (turned == -180 && error < 0) {
            degrees = turned + 360
        } else {
            degrees = turned
        }
        let (sum, rest) = Self.exactSum(degrees, error)
        isWestward = sum < 0
        self.degrees = isWestward ? -sum : sum
        self.rest = isWestward ? -rest : rest
    }

    /// Returns a sum and its rounding error (Knuth: The Art of Computer Programming 2, theorem 4.2.2 B).
    @inline(__always)
    private static func exactSum(_ left: Double, _ right: Double) -> (sum: Double, rest: Double) {
        let sum = left + right
        let taken = sum - left
        return (sum, (left - (sum - taken)) + (right - taken))
    }

    @inline(__always) var radians: Double { (degrees + rest) * SineCosine.radiansPerDegree }

    /// The supplement of the longitude difference (180° minus the magnitude), in radians.
    @inline(__always) var supplementRadians: Double { ((180 - degrees) - rest) * SineCosine.radiansPerDegree }

    /// The sine and cosine of the magnitude of the longitude difference, exact at 0°, 90° and 180°.
    @inline(__always) var sineCosine: SineCosine {
        // Each subtraction is exact for the range of degrees in which it is used.
        let isSteep = degrees > 45 && degrees <= 135
        let reduced = degrees <= 45 ? degrees + rest : isSteep ? (90 - degrees) - rest : (180 - degrees) - rest
        let small = SineCosine(octant: reduced * SineCosine.radiansPerDegree)
        if isSteep { return SineCosine(sine: small.cosine, cosine: small.sine) }
        return SineCosine(sine: small.sine, cosine: degrees <= 45 ? small.cosine : -small.cosine)
    }
}
