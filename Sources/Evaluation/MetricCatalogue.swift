/// Every metric of a run, in the order in which reports show them.
public enum MetricCatalogue {
    public static let metrics: [Metric] =
        angleMetrics + [
            Metric(
                .headingOffset,
                .accuracy,
                unit: "deg",
                polarity: .neutral,
                "Constant heading difference taken out first, counter-clockwise from above; 0 unless asked for."
            ),
            Metric(
                .count,
                .accuracy,
                unit: "",
                polarity: .neutral,
                isCount: true,
                "How many reference samples the accuracy figures rest on."
            ),
            Metric(
                .shortTermRMS,
                .accuracy,
                unit: "deg",
                "RMS of the orientation error over short spans, each span's mean error taken out."
            ),
            Metric(
                .stillRMS,
                .jitter,
                unit: "deg",
                "RMS angle of the estimate from its own mean while the reference rests."
            ),
            Metric(
                .incrementRMS,
                .jitter,
                unit: "deg",
                "RMS difference between the estimate's and the reference's turn from one display frame to the next."
            ),
            Metric(
                .jumpCount,
                .jitter,
                unit: "",
                isCount: true,
                "Display frames in which that difference is more than one degree."
            ),
            Metric(
                .lag,
                .latency,
                unit: "ms",
                polarity: .closerToZeroIsBetter,
                "How far the estimate trails behind the reference; below 0 it is ahead."
            ),
            Metric(.computeP50, .latency, unit: "ns", "Time to compute one orientation: median over blocks."),
            Metric(.computeP99, .latency, unit: "ns", "Time to compute one orientation: 99th percentile over blocks."),
            Metric(.computeMax, .latency, unit: "ns", "Time to compute one orientation: slowest block."),
            Metric(.computeMean, .latency, unit: "ns", "Time to compute one orientation: mean."),
            Metric(.stepRise, .latency, unit: "ms", "From 10 to 90 % of a quick turn; the turn's own rise is in it."),
            Metric(
                .stepSettling,
                .latency,
                unit: "ms",
                "From the beginning of a quick turn until the estimate stays within one degree of its level."
            ),
            Metric(
                .stepOvershoot,
                .latency,
                unit: "%",
                "How far the estimate goes beyond its level after a quick turn."
            ),
        ] + screenMetrics + locationMetrics

    /// What is measured of an orientation, whatever it is for.
    public static let ofOrientation = metrics.map(\.name).filter { metric($0).group.isOfOrientation }
    /// What is measured of a described system only.
    static let ofSystems = metrics.map(\.name).filter { !metric($0).group.isOfOrientation }

    /// What a clock measured: it differs from run to run, where everything else comes out the same.
    public static let ofTime: Set<MetricName> = [.computeP50, .computeP99, .computeMax, .computeMean]

    /// The metrics of one group, in report order.
    public static func metrics(in group: MetricGroup) -> [Metric] {
        metrics.filter { $0.group == group }
    }

    /// The metrics of accuracy that a reference without a north cannot give.
    static let withNorth: [MetricName] = [
        .totalRMSE, .totalMean, .totalMedian, .totalP95, .totalMax, .headingRMSE, .headingMean, .headingMedian,
        .headingP95, .headingMax, .headingOffset,
    ]

    /// The description of one metric.
    public static func metric(_ name: MetricName) -> Metric {
        guard let metric = byName[name] else { preconditionFailure("every metric has a description: \(name.rawValue)") }
        return metric
    }

    private static let byName = Dictionary(uniqueKeysWithValues: metrics.map { ($0.name, $0) })

    private static let angleMetrics: [Metric] = [
        angle(.totalRMSE, "Root mean square of", "the whole orientation error"),
        angle(.headingRMSE, "Root mean square of", "the orientation error about the vertical"),
        angle(.inclinationRMSE, "Root mean square of", "the orientation error about a horizontal axis"),
        angle(.totalMean, "Mean of", "the whole orientation error"),
        angle(.totalMedian, "Median of", "the whole orientation error"),
        angle(.totalP95, "95th percentile of", "the whole orientation error"),
        angle(.totalMax, "Largest of", "the whole orientation error"),
        angle(.headingMean, "Mean of", "the orientation error about the vertical"),
        angle(.headingMedian, "Median of", "the orientation error about the vertical"),
        angle(.headingP95, "95th percentile of", "the orientation error about the vertical"),
        angle(.headingMax, "Largest of", "the orientation error about the vertical"),
        angle(.inclinationMean, "Mean of", "the orientation error about a horizontal axis"),
        angle(.inclinationMedian, "Median of", "the orientation error about a horizontal axis"),
        angle(.inclinationP95, "95th percentile of", "the orientation error about a horizontal axis"),
        angle(.inclinationMax, "Largest of", "the orientation error about a horizontal axis"),
    ]

    private static func angle(_ name: MetricName, _ aggregate: String, _ error: String) -> Metric {
        Metric(name, .accuracy, unit: "deg", "\(aggregate) \(error).")
    }
}
