public import SensorModel

/// A filter that fits a polynomial to the last n samples and evaluates the polynomial at the newest sample.
///
/// The method is from Savitzky & Golay 1964, doi:10.1021/ac60214a047. Here, the polynomial is evaluated at the end of
/// the window, so that the filter is causal. The fit uses the time stamps; for evenly spaced samples, the weights equal
/// the weights of the publication's method. Polynomials that are orthogonal on the window make the fit accurate for
/// high degrees (Forsythe 1957, doi:10.1137/0105007).
///
/// Headings are fitted after unwrapping around the newest heading. Orientations are fitted as rotation vectors from the
/// newest orientation, in its device axes. All orientations must be within 180° of the newest orientation.
///
/// The first sample is the first output. The polynomial has the degree p, or a lower degree if there are at most p
/// samples. The filter reproduces polynomials up to degree p without latency. O(n p) time per sample, O(n) memory.
///
/// ```swift
/// var filter = SavitzkyGolay<Double>(SavitzkyGolayParameters(window: 11, order: 2))
/// let smoothed = filter.update(9.81, at: 0.01)
/// ```
public struct SavitzkyGolay<Value: MovableValue>: DeclaredFilter {
    /// The parameters of the filter.
    public typealias Parameters = SavitzkyGolayParameters

    /// A sample, and the interval since the previous one.
    private struct Sample: Sendable {
        let value: Value
        let interval: Seconds
    }

    /// A sample in the fit, relative to the newest sample.
    private struct Point: Sendable {
        /// The time relative to the newest sample, divided by the duration of the window: from −1 to 0.
        let offset: Double
        /// The displacement from the newest sample to this sample, minus the polynomial fitted so far.
        var residual: Value.Step
        /// The value of the orthogonal polynomial P_k at the time of this sample; `lower` is the value of P_{k−1}.
        var polynomial = 1.0
        var lower = 0.0
    }

    /// The threshold for the sum of squares of an orthogonal polynomial. A smaller sum may consist of rounding errors.
    /// The fit then ends at a lower degree, for example if the time stamps form only a few clusters.
    private static var smallestNorm: Double { 1e-24 }

    /// The parameters, fixed for the life of the filter.
    public let parameters: Parameters
    /// The last output and its time, and the counts of skipped samples.
    public var intake = Intake<Value>()
    private var window: SlidingWindow<Sample>
    private var points: [Point] = []

    /// Creates a filter in the initial state.
    public init(_ parameters: Parameters = Parameters()) {
        self.parameters = parameters
        self.window = SlidingWindow(capacity: parameters.window)
        self.points.reserveCapacity(parameters.window)
    }

    /// Discards the state, starts with `value` and returns `value`.
    public mutating func start(with value: Value) -> Value {
        window.removeAll()
        window.append(Sample(value: value, interval: 0))
        return value
    }

    /// Appends the sample and returns the value of the fitted polynomial at the sample's time.
    public mutating func advance(to value: Value, over interval: Seconds) -> Value {
        window.append(Sample(value: value, interval: interval))
        placePoints(around: value)
        let fitted = value.moved(by: fit())
        return fitted.isUsable ? fitted : start(with: value)
    }

    // Specialised for callers that use `any Filter`; see `Filter.accept`.
    /// Processes a sample and returns the output, or `nil` if the sample is skipped.
    @specialized(where Value == Double)
    @specialized(where Value == Heading)
    @specialized(where Value == Vector3)
    @specialized(where Value == UnitQuaternion)
    public mutating func accept(_ value: Value, at time: Seconds) -> Value? { admit(value, at: time) }

    /// Converts the window to points relative to the newest sample, newest first.
    private mutating func placePoints(around newest: Value) {
        var span = 0.0
        for index in window.indices.dropFirst() { span += window[index].interval }
        points.removeAll(keepingCapacity: true)
        var time = 0.0
        var neighbour = Value.Step.zero
        for index in window.indices.reversed() {
            let sample = window[index]
            neighbour = Value.unwrapped(newest.displacement(to: sample.value), near: neighbour)
            points.append(Point(offset: span > 0 ? time / span : 0, residual: neighbour))
            time -= sample.interval
        }
    }

    /// Returns the fitted displacement at the newest sample, Σ_k c_k P_k(0) with c_k = Σ_i P_k(u_i) d_i / Σ_i
    /// P_k(u_i)². The P_k are orthogonal polynomials, and d_i is the displacement of the sample at the relative time
    /// u_i.
    private mutating func fit() -> Value.Step {
        var norm = Double(points.count)
        var lowerNorm = Double.infinity
        // P_k and P_{k−1} at offset 0.
        var (newest, newestLower) = (1.0, 0.0)
        var fitted = project(norm: norm)
        for _ in 0..<min(parameters.order, points.count - 1) {
            // P_{k+1}(u) = (u − a_k) P_k(u) − b_k P_{k−1}(u), a_k = Σ u P_k²/Σ P_k², b_k = Σ P_k²/Σ P_{k−1}²
            let (shift, ratio) = (meanOffset(norm: norm), norm / lowerNorm)
            lowerNorm = norm
            norm = raiseDegree(shift: shift, ratio: ratio)
            guard norm > Self.smallestNorm else { break }
            (newest, newestLower) = (-shift * newest - ratio * newestLower, newest)
            fitted = fitted + project(norm: norm) * newest
        }
        return fitted
    }

    /// Computes the coefficient c_k of the current orthogonal polynomial P_k, subtracts c_k P_k from the residuals, and
    /// returns c_k.
    private mutating func project(norm: Double) -> Value.Step {
        var sum = Value.Step.zero
        for point in points { sum = sum + point.residual * point.polynomial }
        let coefficient = sum * (1 / norm)
        for index in points.indices {
            points[index].residual = points[index].residual - coefficient * points[index].polynomial
        }
        return coefficient
    }

    private func meanOffset(norm: Double) -> Double {
        var sum = 0.0
        for point in points { sum += point.offset * point.polynomial * point.polynomial }
        return sum / norm
    }

    /// Replaces the values of the orthogonal polynomials P_{k−1} and P_k by the values of P_k and P_{k+1}. Returns the
    /// sum of the squares of P_{k+1}.
    private mutating func raiseDegree(shift: Double, ratio: Double) -> Double {
        var norm = 0.0
        for index in points.indices {
            let point = points[index]
            let next = (point.offset - shift) * point.polynomial - ratio * point.lower
            points[index].lower = point.polynomial
            points[index].polynomial = next
            norm += next * next
        }
        return norm
    }
}

/// The parameters of ``SavitzkyGolay``.
public struct SavitzkyGolayParameters: FilterParameters, Hashable {
    /// The number of samples n > p in the fit. With a smaller window, the output follows changes faster, but contains
    /// more noise. With a larger window, the output is steadier, but overshoots after a change of motion.
    public var window: Int
    /// The degree p ≥ 0 of the polynomial. With degree 0, the filter is the moving average, which lags. With degree 1,
    /// the filter follows constant velocities without lag, and with degree 2, also constant accelerations. With a
    /// larger degree, the output contains more noise.
    public var order: Int
    /// The maximum interval between two samples in seconds. A longer interval restarts the filter.
    public var maximumGap: Seconds

    /// Creates parameters, by default for a parabola fitted to seven samples.
    ///
    /// - Precondition: `order` is from 0 to ``largestOrder``, and `window` > `order`.
    public init(window: Int = 7, order: Int = 2, maximumGap: Seconds = 1) {
        precondition((0...Self.largestOrder).contains(order), "the order must be from 0 to \(Self.largestOrder)")
        precondition(window > order, "the window must have more samples than the order")
        self.window = window
        self.order = order
        self.maximumGap = maximumGap
    }

    /// The largest degree. Polynomials of a higher degree would follow the noise in every window of useful length.
    public static let largestOrder = 9

    package static let defaults = Self()
    package static let declarations: [ParameterDeclaration<Self>] = [
        .count("window", \.window, "Samples to fit; more is steadier, but overshoots longer."),
        .count(
            "order",
            \.order,
            in: .polynomialOrder,
            "Degree of the polynomial, less than window; larger values follow changes, but are noisier."
        ),
        .maximumGap(\.maximumGap),
    ]

    /// Checks that the window has more samples than the degree of the polynomial.
    static func resolve(_ values: inout ParameterValues) throws(InputError) {
        let (window, order) = (values.requiredCount("window"), values.requiredCount("order"))
        guard window > order else {
            throw InputError(
                message: "window=\(window) must be larger than order=\(order)",
                advice: "increase window, or reduce order"
            )
        }
    }
}

extension SavitzkyGolay: LinearFilter {
    /// Returns the transfer function H = Σ w_k z⁻ᵏ. The value of the fitted polynomial at the newest sample is the sum
    /// of the samples with the weights w_k. O(n p).
    public func transferFunction(at rate: Hertz) -> TransferFunction? {
        TransferFunction(numerator: weights, rate: rate)
    }

    /// The weights w_k of the samples in the output, newest sample first: Σ_m P_m(0) P_m(u_k)/Σ_i P_m(u_i)², summed
    /// over the degrees m. The polynomials P_m are orthogonal on the window (Forsythe 1957, doi:10.1137/0105007). u_k
    /// is the relative time of sample k.
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

extension FilterEntry {
    static let savitzkyGolay = FilterEntry(
        name: "savitzkyGolay",
        summary: "Value at the newest sample of a polynomial that is fitted to the last samples.",
        source: "Savitzky & Golay 1964, doi:10.1021/ac60214a047",
        parameters: SavitzkyGolayParameters.descriptors,
        resolve: SavitzkyGolayParameters.resolve,
        scalar: { SavitzkyGolay(SavitzkyGolayParameters($0)) },
        heading: { SavitzkyGolay(SavitzkyGolayParameters($0)) },
        vector: { SavitzkyGolay(SavitzkyGolayParameters($0)) },
        quaternion: { SavitzkyGolay(SavitzkyGolayParameters($0)) }
    )
}
