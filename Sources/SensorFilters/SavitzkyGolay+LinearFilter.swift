public import SensorModel

extension SavitzkyGolay: LinearFilter {
    /// H = Σ w_k z⁻ᵏ with the weights of the fitted polynomial at the newest sample.
    public func transferFunction(at rate: Hertz) -> TransferFunction? {
        TransferFunction(numerator: weights, rate: rate)
    }

    /// w_k = Σ_m P_m(0) P_m(u_k)/Σ_i P_m(u_i)² over the degrees m, the newest sample first; P_m are orthogonal on the
    /// window (Forsythe 1957, doi:10.1137/0105007).
    private var weights: [Double] {
        let count = parameters.window
        let offsets = (0..<count).map { -Double($0) / Double(max(count - 1, 1)) }
        var (polynomial, lower) = (Array(repeating: 1.0, count: count), Array(repeating: 0.0, count: count))
        var (norm, lowerNorm) = (Double(count), Double.infinity)
        var weights = polynomial.map { $0 / norm }
        for _ in 0..<parameters.order {
            let shift = zip(offsets, polynomial).map { $0 * $1 * $1 }.reduce(0, +) / norm
            let ratio = norm / lowerNorm
            let next = (0..<count).map { (offsets[$0] - shift) * polynomial[$0] - ratio * lower[$0] }
            (lower, polynomial, lowerNorm) = (polynomial, next, norm)
            norm = next.map { $0 * $0 }.reduce(0, +)
            for index in 0..<count { weights[index] += next[0] * next[index] / norm }
        }
        return weights
    }
}
