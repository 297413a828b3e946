public import SensorModel

/// The value at the newest sample of a polynomial fitted to the last n samples.
///
/// Savitzky & Golay 1964, doi:10.1021/ac60214a047, at the window's end, so that it is causal; for even intervals the
/// weights are those of their method. Here the fit is one in time, over the measured intervals. It is computed with
/// polynomials that are orthogonal on the window (Forsythe 1957, doi:10.1137/0105007), which keeps high orders
/// accurate.
///
/// Headings are fitted unwrapped around the newest one. Orientations are fitted in the tangent space at the newest one,
/// as rotation vectors in its device axes: samples have to lie within half a turn of it.
///
/// The first sample is the first output; while there are no more than p samples, the order is lowered. Latency on
/// polynomials up to degree p: none. O(n p) time per sample, O(n) memory.
public struct SavitzkyGolay<Value: MovableValue>: Filter {
    public typealias Parameters = SavitzkyGolayParameters

    /// A sample and how long after the one before it came.
    private struct Sample: Sendable {
        let value: Value
        let interval: Seconds
    }

    /// A sample's part in the fit.
    private struct Point: Sendable {
        /// Time before the newest sample, in lengths of the window: from −1 to 0.
        let offset: Double
        /// What the fit so far leaves of the way from the newest sample to this one.
        var residual: Value.Step
        /// The orthogonal polynomials of the last degree and of the one below, here.
        var polynomial = 1.0
        var lower = 0.0
    }

    /// Below this sum of squares, of at most one per sample, a polynomial is rounding: the times lie in too few
    /// clusters for it.
    private static var smallestNorm: Double { 1e-24 }

    public let parameters: Parameters
    public var intake = Intake<Value>()
    private var window: SlidingWindow<Sample>
    private var points: [Point] = []

    public init(_ parameters: Parameters = Parameters()) {
        self.parameters = parameters
        self.window = SlidingWindow(capacity: parameters.window)
        self.points.reserveCapacity(parameters.window)
    }

    public var maximumGap: Seconds { parameters.maximumGap }

    public mutating func start(with value: Value) -> Value {
        window.removeAll()
        window.append(Sample(value: value, interval: 0))
        return value
    }

    public mutating func advance(to value: Value, over interval: Seconds) -> Value {
        window.append(Sample(value: value, interval: interval))
        placePoints(around: value)
        let fitted = value.moved(by: fit())
        return fitted.isUsable ? fitted : start(with: value)
    }

    // Callers hold filters as existentials, and would otherwise run the code for any value.
    @specialized(where Value == Double)
    @specialized(where Value == Heading)
    @specialized(where Value == Vector3)
    @specialized(where Value == UnitQuaternion)
    public mutating func accept(_ value: Value, at time: Seconds) -> Value? { admit(value, at: time) }

    public mutating func reset() {
        self = SavitzkyGolay(parameters)
    }

    /// The window as points in time and space around the newest sample, newest first.
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

    /// The fitted polynomial at the newest sample's time: Σ_k c_k P_k(0), c_k = Σ_i P_k(u_i) d_i / Σ_i P_k(u_i)².
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

    /// c_k, taken out of what is left to fit.
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

    /// Goes on to the next degree; gives the sum of its squares.
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

extension FilterEntry {
    static let savitzkyGolay = FilterEntry(
        name: "savitzkyGolay",
        summary: "End point of a polynomial fitted to the last samples.",
        source: "Savitzky & Golay 1964, doi:10.1021/ac60214a047",
        parameters: SavitzkyGolayParameters.descriptors,
        resolve: SavitzkyGolayParameters.resolve,
        scalar: { SavitzkyGolay(SavitzkyGolayParameters($0)) },
        heading: { SavitzkyGolay(SavitzkyGolayParameters($0)) },
        vector: { SavitzkyGolay(SavitzkyGolayParameters($0)) },
        quaternion: { SavitzkyGolay(SavitzkyGolayParameters($0)) }
    )
}
