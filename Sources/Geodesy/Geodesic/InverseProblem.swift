internal import SensorModel

/// Two points turned and mirrored until φ₁ ≤ 0, φ₁ ≤ φ₂ ≤ −φ₁ and 0 ≤ λ₁₂ ≤ π, equation (44), and how to turn back.
struct InverseProblem {
    /// β₁ and β₂, the reduced latitudes.
    let start: SineCosine
    let end: SineCosine
    /// λ₁₂.
    let longitude: SineCosine
    /// λ₁₂ in radians.
    let longitudeRadians: Double
    /// π − λ₁₂ in radians, with what λ₁₂ rounds away.
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

    /// tan β = (1 − f) tan φ, equation (6).
    @inline(__always)
    static func reducedLatitude(_ degrees: Double, axisRatio: Double) -> SineCosine {
        let latitude = SineCosine(latitudeDegrees: degrees)
        return SineCosine(sine: axisRatio * latitude.sine, cosine: latitude.cosine).normalised
    }

    /// √(1 + k² sin²σ) at both points, which depends on the latitude alone.
    @inline(__always)
    func roots(_ secondEccentricitySquared: Double) -> SIMD2<Double> {
        let sines = SIMD2(start.sine, end.sine)
        return (1 + secondEccentricitySquared * sines * sines).squareRoot()
    }

    /// The azimuths of a solution, for the points as they were given.
    func azimuths(of solution: InverseSolution) -> (departure: Angle, arrival: Angle) {
        let departure = isSwapped ? solution.arrival : solution.departure
        let arrival = isSwapped ? solution.departure : solution.arrival
        // The way back has the opposite direction; its mirror images change one sign each.
        let east: Double = isMirroredEast ? -1 : 1
        let north: Double = isSwapped == isMirroredNorth ? 1 : -1
        func angle(_ azimuth: SineCosine) -> Angle {
            SineCosine(sine: east * azimuth.sine, cosine: north * azimuth.cosine).angle
        }
        return (angle(departure), angle(arrival))
    }
}

/// What ``InverseProblem`` comes to: a distance in metres, and the azimuths of its turned points.
struct InverseSolution {
    let distance: Double
    let departure: SineCosine
    let arrival: SineCosine
}
