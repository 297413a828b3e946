import SensorModel

/// A random process of mean 0 and standard deviation 1 that has a derivative: a second-order Gauss–Markov process, critically
/// damped. Its correlation over h is (1 + βh) exp(−βh).
///
/// Gelb 1974: shaping filter of the second-order Markov process.
struct SmoothProcess: Sendable {
    private(set) var value = 0.0
    /// In units of β.
    private var derivative = 0.0
    private var isStarted = false

    /// β in units of 1/length, where the length is what the correlation falls to 1/e in: (1 + β) exp(−β) = 1/e.
    static let beta = 2.146_193_220_620_583

    /// - Parameters:
    ///   - step: in units of that length, 0 or more.
    ///   - drawn: two normal deviates.
    mutating func advance(by step: Double, _ drawn: (Double, Double)) {
        guard isStarted else {
            (value, derivative, isStarted) = (drawn.0, drawn.1, true)
            return
        }
        let h = Self.beta * step
        let decay = PortableMath.exponential(-h)
        // Φ = e^−h [[1 + h, h], [−h, 1 − h]]
        let (old, rate) = (value, derivative)
        value = decay * ((1 + h) * old + h * rate)
        derivative = decay * ((1 - h) * rate - h * old)
        // Q = 1 − Φ Φᵀ = L Lᵀ
        let (l11, l21, l22) = Self.root(h, decay * decay)
        value += l11 * drawn.0
        derivative += l21 * drawn.0 + l22 * drawn.1
    }

    private static func root(_ h: Double, _ square: Double) -> (Double, Double, Double) {
        // To first order, where the difference of numbers close to 1 would be rounding.
        guard h > 1e-3 else { return ((4 * h * h * h / 3).squareRoot(), (3 * h).squareRoot(), h.squareRoot()) }
        let q11 = 1 - square * ((1 + h) * (1 + h) + h * h)
        let q12 = 2 * h * h * square
        let q22 = 1 - square * (h * h + (1 - h) * (1 - h))
        let l11 = q11.squareRoot()
        let l21 = q12 / l11
        return (l11, l21, max(0, q22 - l21 * l21).squareRoot())
    }
}
