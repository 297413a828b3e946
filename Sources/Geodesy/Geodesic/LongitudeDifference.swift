/// How far one longitude is from another, as a magnitude in [0°, 180°] and a direction, without rounding.
struct LongitudeDifference {
    /// Degrees, and what these rounded away.
    private let degrees: Double
    private let rest: Double
    let isWestward: Bool

    /// - Parameters: in (−180°, 180°].
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

    /// A sum and what it rounded away (Knuth: The Art of Computer Programming 2, theorem 4.2.2 B).
    @inline(__always)
    private static func exactSum(_ left: Double, _ right: Double) -> (sum: Double, rest: Double) {
        let sum = left + right
        let taken = sum - left
        return (sum, (left - (sum - taken)) + (right - taken))
    }

    @inline(__always) var radians: Double { (degrees + rest) * SineCosine.radiansPerDegree }

    /// What is missing to half a turn.
    @inline(__always) var supplementRadians: Double { ((180 - degrees) - rest) * SineCosine.radiansPerDegree }

    /// Exact at 0°, 90° and 180°.
    @inline(__always) var sineCosine: SineCosine {
        // Each difference is exact where it is taken.
        let isSteep = degrees > 45 && degrees <= 135
        let reduced = degrees <= 45 ? degrees + rest : isSteep ? (90 - degrees) - rest : (180 - degrees) - rest
        let small = SineCosine(octant: reduced * SineCosine.radiansPerDegree)
        if isSteep { return SineCosine(sine: small.cosine, cosine: small.sine) }
        return SineCosine(sine: small.sine, cosine: degrees <= 45 ? small.cosine : -small.cosine)
    }
}
