internal import RealModule

/// An angle by its sine and cosine, which keep what an angle near a quarter of a turn rounds away.
struct SineCosine {
    var sine: Double
    var cosine: Double

    init(sine: Double, cosine: Double) {
        self.sine = sine
        self.cosine = cosine
    }

    init(radians: Double) {
        self.init(sine: .sin(radians), cosine: .cos(radians))
    }

    /// An angle in [−90°, 90°]; exact at 0° and ±90°.
    init(latitudeDegrees: Double) {
        let magnitude = latitudeDegrees.magnitude
        // The difference to 90° is exact from 45° on, so the larger half loses nothing either.
        let isSteep = magnitude > 45
        let small = SineCosine(radians: (isSteep ? 90 - magnitude : magnitude) * Self.radiansPerDegree)
        let sine = isSteep ? small.cosine : small.sine
        self.init(
            sine: latitudeDegrees < 0 ? -sine : sine,
            cosine: isSteep ? small.sine : small.cosine
        )
    }

    /// The angle, in (−π, π].
    var radians: Double { .atan2(y: sine, x: cosine) }

    /// The angle that points the same way with a length of one.
    var normalised: SineCosine {
        let length = (sine * sine + cosine * cosine).squareRoot()
        return SineCosine(sine: sine / length, cosine: cosine / length)
    }

    static func + (left: SineCosine, right: SineCosine) -> SineCosine {
        SineCosine(
            sine: left.sine * right.cosine + left.cosine * right.sine,
            cosine: left.cosine * right.cosine - left.sine * right.sine
        )
    }

    /// This angle, kept at a length of one, and another in radians added to it.
    func turned(by radians: Double) -> SineCosine {
        (self + SineCosine(radians: radians)).normalised
    }

    static let radiansPerDegree = Double.pi / 180
}
