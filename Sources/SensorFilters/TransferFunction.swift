public import SensorModel

/// What a linear filter does to a swing, once it has settled: H(z) = Σ b_k z⁻ᵏ / Σ a_k z⁻ᵏ.
///
/// Oppenheim & Schafer 2010, chapter 5. Samples are evenly spaced. For headings and orientations it holds as far as
/// turns add up: about one axis, or for small ones.
public struct TransferFunction: Sendable, Hashable {
    /// b₀, b₁, …: the weights of the newest sample and of those before it.
    public let numerator: [Double]
    /// a₀ = 1, a₁, …: the newest output and those before it.
    public let denominator: [Double]
    /// Samples per second.
    public let rate: Hertz

    /// - Parameters:
    ///   - numerator: of the powers of z⁻¹, from 0 on.
    ///   - denominator: begins with 1.
    ///   - rate: at which samples come.
    public init(numerator: [Double], denominator: [Double] = [1], rate: Hertz) {
        precondition(denominator.first == 1 && !numerator.isEmpty, "outputs are normalised to the newest")
        precondition(rate > 0, "samples come at some rate")
        self.numerator = numerator
        self.denominator = denominator
        self.rate = rate
    }

    /// H(e^{jω}), ω = 2πf/rate: what becomes of a swing of this frequency. O(order).
    public func response(at frequency: Hertz) -> Response {
        let turn = Angle(radians: 2 * .pi * frequency / rate)
        let (above, below) = (Self.sum(numerator, turn), Self.sum(denominator, turn))
        let square = below.real * below.real + below.imaginary * below.imaginary
        return Response(
            real: (above.real * below.real + above.imaginary * below.imaginary) / square,
            imaginary: (above.imaginary * below.real - above.real * below.imaginary) / square
        )
    }

    /// Σ c_k e^{−jωk}, by Horner's rule.
    private static func sum(_ coefficients: [Double], _ turn: Angle) -> (real: Double, imaginary: Double) {
        let (cosine, sine) = (turn.cosine, turn.sine)
        return coefficients.reversed().reduce((0, 0)) { sum, coefficient in
            (sum.0 * cosine + sum.1 * sine + coefficient, sum.1 * cosine - sum.0 * sine)
        }
    }
}
