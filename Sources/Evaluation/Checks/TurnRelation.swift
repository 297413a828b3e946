import Recordings
package import SensorModel

/// A test of whether a vector is constant in the Earth frame while the device rotates: dv/dt = −ω × v for the vector v
/// and the rotation rate ω.
///
/// Gravity and the magnetic field obey this relation. Accelerations of the device disturb the relation, but nearly
/// cancel in averages over some tenths of a second.
package struct TurnRelation {
    /// The measurements of one interval: the change of the vector v, and the sums Σ ω_i v_j Δt with the rotation rate
    /// ω.
    private struct Span {
        let change: Vector3
        let products: [[Double]]
    }

    /// The agreement of v and ω for one assignment of the axes.
    package struct Fit {
        /// The sum, over all intervals, of the dot product of the predicted and the observed change of v. The
        /// prediction assumes rates in rad/s.
        var both = 0.0
        /// The sum of the squared predicted changes.
        var predicted = 0.0
        /// The sum of the squared observed changes of the vector.
        var changed = 0.0
        /// The number of intervals.
        var count = 0

        private var isKnown: Bool { predicted > 0 && changed > 0 }

        /// The correlation, from −1 to 1, between the observed changes of the vector v and the predicted changes −∫ω ×
        /// v dt.
        package var correlation: Double { isKnown ? both / (predicted * changed).squareRoot() : 0 }

        /// The factor that converts the values of the rate's columns to rad/s.
        package var factor: Double { isKnown ? both / predicted : 0 }

        /// The standard error of ``factor``.
        var factorError: Double {
            guard isKnown else { return .infinity }
            return (max(changed / predicted - factor * factor, 0) / Double(3 * count)).squareRoot()
        }
    }

    /// The median length of the tested vectors.
    private let length: Double
    /// The intervals into which the series is divided, for each duration in ``lengths``.
    private let scales: [[Span]]
    /// The two durations of intervals, each with the time over which the vector is averaged at both ends, in seconds.
    /// Long intervals average out accelerations; short intervals follow fast rotation.
    private static let lengths = [(span: 0.6, smoothing: 0.1), (span: 0.15, smoothing: 0.015)]
    private static let minimumSpanCount = 20
    private static let maximumSampleCount = 20_000
    /// The minimum sampling interval in seconds. Samples at a higher rate are decimated.
    private static let finestInterval = 0.01

    /// Divides the series into intervals. Returns `nil` if there are too few intervals.
    package init?(vector: VectorSeries, rate: VectorSeries) {
        let duration = (rate.times.last ?? 0) - (rate.times.first ?? 0)
        guard rate.times.count > 50, duration > 0 else { return nil }
        let stride = max(1, Int(Self.finestInterval * Double(rate.times.count) / duration))
        let chosen = Array(Swift.stride(from: 0, to: rate.times.count, by: stride).prefix(Self.maximumSampleCount))
        let (times, rates) = (chosen.map { rate.times[$0] }, chosen.map { rate.values[$0] })
        let values = vector.values(at: times)
        length = vector.lengths?.median ?? 0
        scales = Self.lengths.map { Self.spans(times, rates, values, span: $0.span, smoothing: $0.smoothing) }
            .filter { $0.count >= Self.minimumSpanCount }
        if scales.isEmpty { return nil }
    }

    private static func spans(
        _ times: [Double],
        _ rates: [Vector3],
        _ values: [Vector3?],
        span: Double,
        smoothing: Double
    ) -> [Span] {
        let count = times.count
        var spans: [Span] = []
        var start = 0
        while start < count {
            var end = start
            var products = Matrix3.zero
            var isWhole = values[start] != nil
            while isWhole, end + 1 < count, times[end] - times[start] < span {
                guard let here = values[end], values[end + 1] != nil, times[end + 1] - times[end] < 0.5 else {
                    isWhole = false
                    break
                }
                let step = times[end + 1] - times[end]
                products = products + Matrix3(outer: rates[end], here) * step
                end += 1
            }
            if isWhole, times[end] - times[start] >= span {
                let first = smoothed(values, times, around: start, smoothing)
                let rows = [products.x, products.y, products.z].map { [$0.x, $0.y, $0.z] }
                spans.append(Span(change: smoothed(values, times, around: end, smoothing) - first, products: rows))
            }
            start = max(end, start + 1)
        }
        return spans
    }

    /// Returns the mean of the values whose times differ from a sample's time by at most `smoothing` seconds.
    private static func smoothed(
        _ values: [Vector3?],
        _ times: [Double],
        around index: Int,
        _ smoothing: Double
    ) -> Vector3 {
        var (sum, count) = (Vector3.zero, 0)
        var neighbour = index
        while neighbour >= 0, times[index] - times[neighbour] <= smoothing {
            if let value = values[neighbour] { (sum, count) = (sum + value, count + 1) }
            neighbour -= 1
        }
        neighbour = index + 1
        while neighbour < times.count, times[neighbour] - times[index] <= smoothing {
            if let value = values[neighbour] { (sum, count) = (sum + value, count + 1) }
            neighbour += 1
        }
        return sum * (1 / Double(max(count, 1)))
    }

    /// Returns the agreement of the vector and the rate. The columns of the rate are first reordered and multiplied by
    /// signs.
    package func fit(_ map: AxisMap = .identity) -> Fit {
        let fits = scales.map { Self.fit($0, map) }
        return fits.max { $0.correlation < $1.correlation } ?? Fit()
    }

    /// Returns a Boolean value that indicates whether the vector shows that the rate has these axes.
    package func shows(_ map: AxisMap) -> Bool {
        let correlation = fit(map).correlation
        return correlation >= Self.clear && correlation >= fit().correlation
    }

    private static let clear = 0.5

    private static func fit(_ spans: [Span], _ map: AxisMap) -> Fit {
        let (sources, signs) = (map.sources, map.signs)
        var fit = Fit(count: spans.count)
        for span in spans {
            func product(_ rate: Int, _ vector: Int) -> Double { signs[rate] * span.products[sources[rate]][vector] }
            let turn = Vector3(
                product(2, 1) - product(1, 2),
                product(0, 2) - product(2, 0),
                product(1, 0) - product(0, 1)
            )
            fit.both += turn.dot(span.change)
            fit.predicted += turn.lengthSquared
            fit.changed += span.change.lengthSquared
        }
        return fit
    }

    /// A Boolean value that indicates whether the vector turns by less than a third of the predicted angle. The
    /// prediction assumes that the rates are in rad/s.
    ///
    /// The predicted rate must be at least 0.5 rad/s, which excludes the noise and bias of a gyroscope at rest.
    package var isSmallerThanRadians: Bool {
        let fit = Self.fit(scales[0], .identity)
        let smallest = 0.5 * Self.lengths[0].span * length
        return fit.predicted > smallest * smallest * Double(fit.count) && 9 * fit.changed < fit.predicted
    }

    /// A Boolean value that indicates whether the vector turns by more than 5.7 times the angle that rates in deg/s
    /// predict. The measured ratio must exceed this limit by four standard errors. Noise of the rates cannot cause a
    /// large ratio, because such noise reduces the ratio.
    package var isLargerThanDegrees: Bool {
        let fit = fit()
        return fit.factor - 4 * fit.factorError > 0.1
    }

    /// An assignment of the rate's columns to the device's axes.
    package struct Assignment {
        package let axes: AxisMap
        package let correlation: Double
        /// The second highest correlation among all 48 assignments.
        package let second: Double

        /// The assignment with the second highest correlation.
        package let nextAxes: AxisMap

        /// The assignment as right-handed `axes` of a layout, such as `[-y, x, z]`, and the sign of the values.
        package var setting: (axes: String, sign: Int) { Self.setting(axes) }

        package var next: (axes: String, sign: Int) { Self.setting(nextAxes) }

        package static func setting(_ map: AxisMap) -> (axes: String, sign: Int) {
            let isEven = [[0, 1, 2], [1, 2, 0], [2, 0, 1]].contains(map.sources)
            let sign = map.signs.reduce(isEven ? 1 : -1, *) < 0 ? -1.0 : 1
            let axes = zip(map.sources, map.signs).map { ($1 * sign < 0 ? "-" : "") + ["x", "y", "z"][$0] }
            return ("[\(axes.joined(separator: ", "))]", Int(sign))
        }
    }

    /// The assignment with the highest correlation among all 48 assignments.
    package var best: Assignment {
        let all = AxisMap.all.map { (axes: $0, correlation: fit($0).correlation) }
            .sorted { $0.correlation > $1.correlation }
        return Assignment(
            axes: all[0].axes,
            correlation: all[0].correlation,
            second: all[1].correlation,
            nextAxes: all[1].axes
        )
    }
}

/// The vectors of a sensor, with their times in seconds.
package struct VectorSeries {
    package let times: [Double]
    package let values: [Vector3]

    package init(times: [Double], values: [Vector3]) { (self.times, self.values) = (times, values) }
}

extension VectorSeries {
    /// The median length of the vectors, and the spread of their lengths; `nil` if there are fewer than 5 vectors.
    ///
    /// The spread is the range of the middle 80 % of lengths, divided by the median.
    package var lengths: (median: Double, spread: Double)? {
        let lengths = values.map(\.length).sorted()
        guard lengths.count >= 5 else { return nil }
        let median = ErrorStatistics.quantile(0.5, ofSorted: lengths)
        let width = ErrorStatistics.quantile(0.9, ofSorted: lengths) - ErrorStatistics.quantile(0.1, ofSorted: lengths)
        return (median, median > 0 ? width / median : .infinity)
    }

    /// The median length of the vectors after averaging over each second; `nil` if there are fewer than 5 averages.
    /// Fast motion has little influence on this length.
    package var meanLength: Double? {
        var lengths: [Double] = []
        var (sum, count, start) = (Vector3.zero, 0.0, times.first ?? 0)
        for (time, value) in zip(times, values) {
            if time - start >= 1 {
                if count > 3 { lengths.append((sum * (1 / count)).length) }
                (sum, count, start) = (.zero, 0, time)
            }
            (sum, count) = (sum + value, count + 1)
        }
        return lengths.count >= 5 ? ErrorStatistics.median(of: lengths) : nil
    }

    /// The mean vector; zero for an empty series.
    package var mean: Vector3 {
        guard !values.isEmpty else { return .zero }
        return values.reduce(Vector3.zero) { $0 + $1 } * (1 / Double(values.count))
    }

    /// Returns the vectors at other times by linear interpolation. A vector is `nil` outside the series and in gaps of
    /// 0.5 s or more.
    package func values(at wanted: [Double]) -> [Vector3?] {
        var index = 0
        return wanted.map { time in
            while index + 2 < times.count, times[index + 1] < time { index += 1 }
            guard index + 1 < times.count, times[index] <= time, time <= times[index + 1] else { return nil }
            let gap = times[index + 1] - times[index]
            guard gap > 0, gap < 0.5 else { return nil }
            let share = (time - times[index]) / gap
            return values[index] * (1 - share) + values[index + 1] * share
        }
    }
}

extension VectorSeries {
    /// Creates a series of the finite vectors of a stream.
    init(finite stream: SensorStream<Vector3>) {
        let kept = zip(stream.times, stream.values).filter(\.1.isFinite)
        self.init(times: kept.map(\.0), values: kept.map(\.1))
    }
}
