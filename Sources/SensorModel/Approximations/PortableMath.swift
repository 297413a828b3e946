/// Sine, cosine, arc tangent, logarithm and exponential, computed with basic operations and the square root only.
///
/// IEEE 754 defines the results of these operations to the last bit, but not the results of C library functions. The
/// output of a simulation is therefore identical on every machine. The error is a few units in the last place of the
/// result, or of 1 if the result's magnitude is below 1.
package enum PortableMath {
    /// Returns the sine and cosine of 2π · `turns`. Whole turns are subtracted without rounding.
    package static func sineAndCosine(turns: Double) -> (sine: Double, cosine: Double) {
        let part = turns - turns.rounded()
        let quarter = (part * 4).rounded()
        let (sine, cosine) = nearZero((part - quarter / 4) * (2 * Double.pi))
        switch quarter {
        case 0: return (sine, cosine)
        case 1: return (cosine, -sine)
        case -1: return (-cosine, sine)
        default: return (-sine, -cosine)
        }
    }

    package static func sineAndCosine(radians: Double) -> (sine: Double, cosine: Double) {
        sineAndCosine(turns: radians * (0.5 / Double.pi))
    }

    package static func sineAndCosine(_ angle: Angle) -> (sine: Double, cosine: Double) {
        sineAndCosine(radians: angle.radians)
    }

    /// Returns sine and cosine by their Taylor series for |x| ≤ π/4, where x¹⁹/19! is below 10⁻¹⁹.
    private static func nearZero(_ x: Double) -> (sine: Double, cosine: Double) {
        let square = x * x
        var sine = 1.0
        var cosine = 1.0
        for n in stride(from: 16.0, to: 0, by: -2) {
            sine = 1 - square / (n * (n + 1)) * sine
            cosine = 1 - square / (n * (n - 1)) * cosine
        }
        return (x * sine, cosine)
    }

    /// Returns the polar angle of the point (`x`, `y`), in radians, in the range (−π, π]. The angle of the origin is 0.
    package static func arcTangent(y: Double, x: Double) -> Double {
        let length = (x * x + y * y).squareRoot()
        guard length > 0 else { return 0 }
        guard x >= 0 else { return (y < 0 ? -Double.pi : Double.pi) - arcTangent(y: y, x: -x) }
        // tan(φ/2) = y/(r + x). The loop halves the angle twice more, so that |tangent| ≤ tan(π/16).
        var tangent = y / (length + x)
        for _ in 0..<2 { tangent /= 1 + (1 + tangent * tangent).squareRoot() }
        let square = tangent * tangent
        var sum = 0.0
        for n in stride(from: 25.0, to: 0, by: -2) { sum = 1 / n - square * sum }
        return 8 * tangent * sum
    }

    /// Returns the natural logarithm of a positive, normal number. For the mantissa m, the method computes
    /// `2·artanh((m−1)/(m+1))`.
    package static func logarithm(_ value: Double) -> Double {
        var mantissa = value.significand
        var exponent = Double(value.exponent)
        if mantissa > 1.414 {
            mantissa /= 2
            exponent += 1
        }
        let ratio = (mantissa - 1) / (mantissa + 1)
        let square = ratio * ratio
        var sum = 0.0
        for n in stride(from: 23.0, to: 0, by: -2) { sum = 1 / n + square * sum }
        return 2 * ratio * sum + exponent * 0.693147180559945309417
    }

    /// Returns the exponential of `value`, which must not exceed 0. The series is evaluated at value/2ᵏ, and the sum is
    /// squared k times.
    package static func exponential(_ value: Double) -> Double {
        guard value > -745 else { return 0 }
        var (scaled, doublings) = (value, 0)
        while scaled < -0.5 {
            scaled /= 2
            doublings += 1
        }
        var sum = 1.0
        for n in stride(from: 16.0, to: 0, by: -1) { sum = 1 + scaled / n * sum }
        for _ in 0..<doublings { sum *= sum }
        return sum
    }
}
