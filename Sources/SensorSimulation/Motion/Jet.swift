import SensorModel

/// A quantity at one moment with its first and second derivatives with respect to time.
///
/// Sums, products and functions of jets follow the rules of differentiation, so the derivatives of their compositions
/// are exact.
struct Jet: Sendable, Hashable {
    var value: Double
    /// Per second.
    var rate: Double
    /// Per second squared.
    var acceleration: Double

    init(_ value: Double, _ rate: Double = 0, _ acceleration: Double = 0) {
        self.value = value
        self.rate = rate
        self.acceleration = acceleration
    }

    static let zero = Jet(0)

    static prefix func - (jet: Jet) -> Jet { Jet(-jet.value, -jet.rate, -jet.acceleration) }
    static func + (left: Jet, right: Jet) -> Jet {
        Jet(left.value + right.value, left.rate + right.rate, left.acceleration + right.acceleration)
    }
    static func += (left: inout Jet, right: Jet) { left = left + right }
    static func * (factor: Double, jet: Jet) -> Jet {
        Jet(factor * jet.value, factor * jet.rate, factor * jet.acceleration)
    }
    static func * (left: Jet, right: Jet) -> Jet {
        Jet(
            left.value * right.value,
            left.rate * right.value + left.value * right.rate,
            left.acceleration * right.value + 2 * left.rate * right.rate + left.value * right.acceleration
        )
    }

    /// The sine and cosine of 2π times this quantity.
    var sineAndCosineOfTurns: (sine: Jet, cosine: Jet) {
        let (sine, cosine) = PortableMath.sineAndCosine(turns: value)
        let (first, second) = (2 * Double.pi * rate, 2 * Double.pi * acceleration)
        return (
            Jet(sine, cosine * first, cosine * second - sine * first * first),
            Jet(cosine, -sine * first, -sine * second - cosine * first * first)
        )
    }

    /// The sine and cosine of this quantity in radians.
    var sineAndCosine: (sine: Jet, cosine: Jet) { (0.5 / Double.pi * self).sineAndCosineOfTurns }

    /// The angle of the point (`x`, `y`): φ̇ = (x ẏ − y ẋ)/r², and φ̈ by the quotient rule.
    ///
    /// - Precondition: the point is not the origin.
    static func arcTangent(y: Jet, x: Jet) -> Jet {
        let square = x.value * x.value + y.value * y.value
        let rate = (x.value * y.rate - y.value * x.rate) / square
        let slope = 2 * (x.value * x.rate + y.value * y.rate)
        let curl = x.value * y.acceleration - y.value * x.acceleration
        return Jet(PortableMath.arcTangent(y: y.value, x: x.value), rate, (curl - rate * slope) / square)
    }

    /// `amplitude` · sin(2π (`frequency` · `time` + `phase`)).
    static func sine(
        _ amplitude: Double,
        _ frequency: Hertz,
        at time: Seconds,
        phase turns: Double = 0
    ) -> Jet {
        amplitude * Jet(frequency * time + turns, frequency).sineAndCosineOfTurns.sine
    }
}
