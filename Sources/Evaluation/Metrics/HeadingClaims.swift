import Pipelines
import RealModule
import Recordings
import SensorModel

/// The comparison of heading errors with the accuracy that is claimed for the heading.
///
/// A claim is the standard deviation of the heading that the estimator reports. If the estimator reports none and the
/// pipeline uses the compass, the claim is the accuracy that the compass reports. For the pipeline `deviceAttitude`,
/// the claim is the accuracy of the device's attitude. The headings are not aligned before the comparison.
struct HeadingClaims: Sendable {
    /// The minimum time between two stored claims of an estimator, in seconds.
    private static let interval: Seconds = 0.1

    private var times: [Seconds] = []
    private var claims: [Angle] = []

    /// Creates an empty list of claims.
    init() {}

    var isEmpty: Bool { times.isEmpty }

    /// Adds the standard deviation that an estimator claims for its heading, at most every 0.1 s.
    mutating func append(_ claim: @autoclosure () -> Angle?, at time: Seconds) {
        guard time >= (times.last ?? -.infinity) + Self.interval, let claim = claim() else { return }
        times.append(time)
        claims.append(claim)
    }

    /// Reads the accuracies that the device reported for its attitude or its heading, whichever the pipeline uses.
    /// Returns `nil` if the pipeline uses neither, or if the recording lacks the attitude accuracies or the headings.
    init?(_ specification: PipelineSpecification?, _ recording: Recording) {
        guard let specification else { return nil }
        if specification.isDeviceAttitude {
            guard let accuracy = recording.attitudeAccuracy else { return nil }
            (times, claims) = (accuracy.times, accuracy.values)
        } else if specification.requiredSensors.contains(.heading), let heading = recording.heading {
            let known = heading.values.indices.filter { heading.values[$0].accuracy != nil }
            (times, claims) = (known.map { heading.times[$0] }, heading.values.compactMap(\.accuracy))
        } else {
            return nil
        }
    }

    static let reasonWithout =
        "the estimator states no accuracy, and the device gives no accuracy of a heading that the pipeline uses"

    /// Sets the metrics of claimed accuracy. Each heading error is compared with the last accuracy that was claimed up
    /// to the time of this error.
    ///
    /// - Parameters:
    ///   - samples: the errors, oldest first.
    ///   - withIntervals: whether metrics have 95 % intervals.
    ///   - metrics: the metric values that receive the results.
    func measure(_ samples: [MeasuredRun.Sample], withIntervals: Bool, into metrics: inout MetricValues) {
        let ratios = ratios(samples)
        guard !ratios.isEmpty, let first = samples.first, let last = samples.last else {
            return metrics.setUnmeasured(
                MetricCatalogue.ofClaimedHeading,
                because: "no accuracy is claimed before the last error"
            )
        }
        let span = last.time - first.time
        let block = Double(ratios.count) * AccuracyEvaluation.blockDuration / span
        let hasBlock = withIntervals && span >= AccuracyEvaluation.blockDuration
        let length = hasBlock ? max(1, Int(saturating: block)) : nil
        metrics.set(.headingClaimed68, shareOf: ratios.map { $0 <= 1 }, blockLength: length)
        metrics.set(.headingClaimed95, shareOf: ratios.map { $0 <= Self.ratio95 }, blockLength: length)
        var order = OrderStatistics(ratios)
        metrics.set(.headingClaimedFactor, to: order.quantile(0.68))
    }

    /// Returns the most recent claim at or before each of several ascending times; `nil` before the first claim.
    func latest(at moments: [Seconds]) -> [Angle?] {
        var next = 0
        return moments.map { moment in
            while next < times.count, times[next] <= moment { next += 1 }
            return next > 0 ? claims[next - 1] : nil
        }
    }

    /// Returns the ratio of each heading error to the most recent accuracy that was claimed at or before the time of
    /// the error. Errors are omitted if that accuracy is missing or 0.
    private func ratios(_ samples: [MeasuredRun.Sample]) -> [Double] {
        zip(samples, latest(at: samples.map(\.time))).compactMap { sample, claim -> Double? in
            guard let claim, claim.radians > 0 else { return nil }
            return sample.error.headingAngle.radians / claim.radians
        }
    }

    /// Returns the probability, for each error, that a normally distributed error of the claimed accuracy is smaller.
    /// Errors without a claim are omitted.
    func levels(_ samples: [MeasuredRun.Sample]) -> [Double] {
        ratios(samples).map { Double.erf($0 * Self.deviations68 / 2.0.squareRoot()) }
    }

    /// The bound that 68 % of normally distributed errors do not exceed, in standard deviations.
    private static let deviations68 = 0.994_457_883_209_753
    /// The ratio of the bounds for 95 % and 68 % of normally distributed errors.
    private static let ratio95 = 1.970_886_869_752_587_2
}

extension MetricValues {
    /// Sets a metric to the percentage of flags that are true, with its 95 % interval.
    ///
    /// - Parameters:
    ///   - metric: the metric.
    ///   - flags: at least one flag, in the order of time.
    ///   - blockLength: the number of consecutive flags in a bootstrap block; `nil` to omit the interval.
    mutating func set(_ metric: Metric, shareOf flags: [Bool], blockLength: Int?) {
        let shares = flags.map { $0 ? 100.0 : 0 }
        let interval = blockLength.flatMap { BootstrapInterval(ofMeanOf: shares, blockLength: $0, isSigned: false) }
        set(
            metric,
            to: shares.reduce(0, +) / Double(shares.count),
            interval: interval.map { BootstrapInterval(lower: max(0, $0.lower), upper: min(100, $0.upper)) }
        )
    }
}

extension MetricCatalogue {
    /// The metrics that compare heading errors with the claimed accuracy.
    static let ofClaimedHeading: [Metric] = [.headingClaimed68, .headingClaimed95, .headingClaimedFactor]
}

extension Metric {
    /// The share of heading errors within the claimed accuracy.
    public static let headingClaimed68 = MetricGroup.accuracy.metric(
        "heading_claimed_68_percent",
        "Share of heading errors within the claimed accuracy; 68 % if the claim is true.",
        polarity: .neutral
    )

    /// The share of heading errors within 1.97 times the claimed accuracy.
    public static let headingClaimed95 = MetricGroup.accuracy.metric(
        "heading_claimed_95_percent",
        "Share of heading errors within 1.97 times the claimed accuracy; 95 % if the claim is true.",
        polarity: .neutral
    )

    /// The factor by which claimed heading accuracies must be multiplied to contain 68 % of the errors.
    public static let headingClaimedFactor = MetricGroup.accuracy.metric(
        "heading_claimed_factor",
        "Factor by which claimed heading accuracies must be multiplied to contain 68 % of the errors.",
        polarity: .neutral
    )
}
