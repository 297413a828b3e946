import SensorModel

/// The slope of the heading error over time.
///
/// A least-squares line is fitted to the unwrapped heading errors, which are positive counter-clockwise, seen from
/// above. A constant heading difference does not change the slope.
enum HeadingDrift {
    /// The minimum span of the samples, in seconds. Over shorter spans, noise of 1° can cause a slope of several
    /// degrees per minute.
    static let shortestSpan: Seconds = 10

    static func measure(_ samples: [MeasuredRun.Sample], into metrics: inout MetricValues) {
        guard let first = samples.first, let last = samples.last, last.time - first.time >= shortestSpan else {
            return metrics.setUnmeasured(
                .headingDrift,
                because: "the compared samples span less than \(Int(shortestSpan)) s"
            )
        }
        let slope = leastSquaresSlope(times: samples.map { $0.time - first.time }, values: unwrapped(samples))
        metrics.set(.headingDrift, to: Angle(radians: slope * 60).degrees)
    }

    /// Returns the heading errors in radians, without jumps by a full turn.
    private static func unwrapped(_ samples: [MeasuredRun.Sample]) -> [Double] {
        var last = Angle.zero
        return samples.map { sample in
            last = Angle(radians: last.radians + (sample.error.signedHeadingAngle - last).wrapped.radians)
            return last.radians
        }
    }

    private static func leastSquaresSlope(times: [Seconds], values: [Double]) -> Double {
        let (time, value) = (times.compensatedMean, values.compensatedMean)
        var (products, squares) = (CompensatedSum(0), CompensatedSum(0))
        for (moment, angle) in zip(times, values) {
            products.add((moment - time) * (angle - value))
            squares.add((moment - time) * (moment - time))
        }
        return products.value / squares.value
    }
}
