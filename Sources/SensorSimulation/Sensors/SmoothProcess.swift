import SensorModel

/// A differentiable random process with mean 0 and standard deviation 1: a critically damped second-order Gauss–Markov
/// process (Gelb 1974). Its correlation over h is (1 + βh) exp(−βh).
package struct SmoothProcess: Sendable {
    package init() {}

    package private(set) var value = 0.0
    /// The derivative, divided by β.
    private var derivative = 0.0
    private var isStarted = false

    /// β for a correlation that falls to 1/e over a length of 1: (1 + β) exp(−β) = 1/e.
    package static let beta = 2.146_193_220_620_583

    /// - Parameters:
    ///   - step: the step in correlation lengths, 0 or more.
    ///   - drawn: two standard normal deviates.
    package mutating func advance(by step: Double, _ drawn: (Double, Double)) {
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
        // First order, where the differences of numbers close to 1 would lose their digits.
        guard h > 1e-3 else { return ((4 * h * h * h / 3).squareRoot(), (3 * h).squareRoot(), h.squareRoot()) }
        let q11 = 1 - square * ((1 + h) * (1 + h) + h * h)
        let q12 = 2 * h * h * square
        let q22 = 1 - square * (h * h + (1 - h) * (1 - h))
        let l11 = q11.squareRoot()
        let l21 = q12 / l11
        return (l11, l21, max(0, q22 - l21 * l21).squareRoot())
    }
}
