import SensorModel

/// The orientation error over short spans, relative to the mean error of each span.
enum ShortTermError {
    static func measure(
        _ samples: [MeasuredRun.Sample],
        span: Seconds,
        into metrics: inout MetricValues
    ) {
        let angles = TimeSpans.ranges(of: samples.map(\.time), span: span).flatMap { range in
            let errors = samples[range].map(\.error)
            guard let mean = SphericalMean.mean(of: errors) else { return [Double]() }
            return errors.map { $0.angle(to: mean).radians }
        }
        guard let rootMeanSquare = angles.rootMeanSquare else {
            return metrics.setUnmeasured(
                .shortTermRMS,
                because: "no span of \(span) s has estimates and reference samples without a gap over 0.1 s"
            )
        }
        metrics.set(.shortTermRMS, to: Angle(radians: rootMeanSquare).degrees)
    }
}
