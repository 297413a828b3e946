import Evaluation
import RealModule
import SensorModel
import Testing

/// The effect of noise with a known distribution on a comparison: two pipelines and three metrics over four seeds of
/// two scenarios, which share a seed's noise, and four walks.
struct FalseAlarmTests {
    private static let repetitions = 200
    /// The number of false alarms in 200 repetitions at an error of 5 % that is exceeded with a probability of 0.1 %:
    /// `scipy.stats.binom.isf(0.001, 200, 0.05)`.
    private static let maximumAlarms = 21

    /// Figures with 5 % noise, partly common to the metrics of a run. Recordings are easy or hard.
    private static func results(
        _ generator: inout SplitMix64,
        made: String,
        factor: Double
    ) -> EvaluationResults {
        let first = made == "old" ? 1 : 101
        let seeds = ["pan", "look-up"].flatMap { scenario in
            (first..<first + 4).map { (name: "\(scenario)/seed-\($0)", sha256: "", level: 2.0) }
        }
        let recordings = seeds + (0..<4).map { (name: "walk-\($0)", sha256: made, level: 1.0 + 7 * Double($0)) }
        let shared = (0..<4).map { _ in gaussian(&generator) }
        let runs = recordings.enumerated().flatMap { index, recording in
            ["triad", "vqf"].map { pipeline -> EvaluationRun in
                let common = index < seeds.count ? shared[index % 4] : gaussian(&generator)
                var figures: [Metric: Double] = [:]
                for metric in [Metric.totalRMSE, .headingRMSE, .stillRMS] {
                    let noise = 0.05 * (0.6 * common + 0.8 * gaussian(&generator))
                    let change = pipeline == "vqf" && metric == .totalRMSE ? factor : 1
                    figures[metric] = change * recording.level * Double.exp(noise)
                }
                return ComparedSpecimens.run(recording.name, pipeline, figures, sha256: recording.sha256)
            }
        }
        return ComparedSpecimens.results(runs)
    }

    private static func comparisons(_ repetitions: Int, factor: Double) -> [ResultsComparison] {
        (0..<repetitions).map { repetition in
            var generator = SplitMix64(seed: UInt64(repetition))
            let old = results(&generator, made: "old", factor: 1)
            let new = results(&generator, made: "new", factor: factor)
            return ResultsComparison(
                old,
                new,
                rules: ComparisonRules(metrics: [.totalRMSE, .headingRMSE, .stillRMS])
            )
        }
    }

    @Test func `Noise alone is called a regression no more often than the error level allows`() {
        let comparisons = Self.comparisons(Self.repetitions, factor: 1)
        #expect(comparisons.allSatisfy { $0.metrics.count == 6 && $0.count(.cannotTell) == 0 })
        let alarms = comparisons.count { $0.count(.worse) > 0 }
        #expect(alarms <= Self.maximumAlarms, "\(alarms) of \(Self.repetitions)")
        // A test without any finding would pass, too. Some chance differences look like improvements or losses.
        #expect(comparisons.contains { $0.count(.worse) + $0.count(.better) > 0 })
    }

    @Test func `A change of four times the noise is detected`() {
        // The change is 18 %, seven standard errors of 2.5 %.
        let comparisons = Self.comparisons(20, factor: 1.2)
        let found = comparisons.count { comparison in
            comparison.metrics.contains {
                $0.pipeline == "vqf" && $0.metric == .totalRMSE && $0.verdict == .worse
            }
        }
        #expect(found >= 19, "\(found) of 20")
    }

    /// Approximately normal noise: the sum of twelve uniform numbers less six.
    private static func gaussian(_ generator: inout SplitMix64) -> Double {
        (0..<12).reduce(-6.0) { sum, _ in sum + generator.nextFraction() }
    }
}
