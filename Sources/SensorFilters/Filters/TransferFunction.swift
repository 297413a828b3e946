public import SensorModel

/// The transfer function of a linear filter in the steady state: H(z) = Σ b_k z⁻ᵏ / Σ a_k z⁻ᵏ.
///
/// Oppenheim & Schafer 2010, chapter 5. Samples must be evenly spaced. For headings and orientations, the function is
/// valid for rotations about one axis and for small rotations.
///
/// ```swift
/// let lowPass = LowPass<Double>(LowPassParameters(smoothing: .alpha(0.1)))
/// let response = lowPass.transferFunction(at: 100)?.response(at: 2)
/// ```
public struct TransferFunction: Sendable, Hashable {
    /// The weights b₀, b₁, … of the samples, newest first.
    public let numerator: [Double]
    /// The weights a₀ = 1, a₁, … of the outputs, newest first.
    public let denominator: [Double]
    /// The sampling rate in hertz.
    public let rate: Hertz

    /// Creates a transfer function with these coefficients.
    ///
    /// - Parameters:
    ///   - numerator: b₀, b₁, …; at least one coefficient.
    ///   - denominator: a₀ = 1, a₁, ….
    ///   - rate: the sampling rate in hertz, > 0.
    public init(numerator: [Double], denominator: [Double] = [1], rate: Hertz) {
        precondition(
            denominator.first == 1 && !numerator.isEmpty,
            "the numerator must not be empty, and the denominator must start with 1"
        )
        precondition(rate > 0, "the rate must be positive")
        self.numerator = numerator
        self.denominator = denominator
        self.rate = rate
    }

    /// Returns the frequency response H(e^{jω}) with ω = 2πf/rate. O(order).
    public func response(at frequency: Hertz) -> Response {
        let turn = Angle(radians: 2 * .pi * frequency / rate)
        let (above, below) = (Self.sum(numerator, turn), Self.sum(denominator, turn))
        let square = below.real * below.real + below.imaginary * below.imaginary
        return Response(
            real: (above.real * below.real + above.imaginary * below.imaginary) / square,
            imaginary: (above.imaginary * below.real - above.real * below.imaginary) / square
        )
    }

    /// Returns the sum Σ c_k e^{−jωk} of the coefficients c_k, by Horner's method. `turn` is ω.
    private static func sum(_ coefficients: [Double], _ turn: Angle) -> (real: Double, imaginary: Double) {
        let (cosine, sine) = (turn.cosine, turn.sine)
        return coefficients.reversed().reduce((0, 0)) { sum, coefficient in
            (sum.0 * cosine + sum.1 * sine + coefficient, sum.1 * cosine - sum.0 * sine)
        }
    }

    /// The frequency response at one frequency, a complex number.
    public struct Response: Sendable, Hashable {
        /// The real part.
        public let real: Double
        /// The imaginary part.
        public let imaginary: Double

        /// The amplitude of the output divided by the amplitude of the input.
        public var gain: Double { (real * real + imaginary * imaginary).squareRoot() }

        /// The phase of the output relative to the input, in (−180°, 180°]. A lag is negative.
        public var phase: Angle { Angle(ofPoint: real, imaginary) }
    }
}

/// A filter whose steady-state output is linear in evenly spaced samples.
public protocol LinearFilter: Filter {
    /// Returns the transfer function at a sampling rate, or `nil` if the filter does not reach a steady state at this
    /// rate. O(order), unless documented otherwise.
    func transferFunction(at rate: Hertz) -> TransferFunction?
}
