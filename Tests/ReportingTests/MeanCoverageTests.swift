import Evaluation
import Foundation
import Reporting
import SensorModel
import SensorSimulation
import TestSupport
import Testing

/// The shares of simulated sets of recordings whose 95 % intervals contain the true mean, through the code of reports.
struct MeanCoverageTests {
    /// A distribution of an RMSE over recordings.
    enum Distribution: String, CaseIterable {
        case normal
        case logNormal03 = "log-normal 0.3"
        case logNormal05 = "log-normal 0.5"
        case logNormal08 = "log-normal 0.8"
        case exponential

        var mean: Double {
            switch self {
            case .normal: 10
            case .logNormal03: exp(0.045)
            case .logNormal05: exp(0.125)
            case .logNormal08: exp(0.32)
            case .exponential: 1
            }
        }

        /// A figure from a standard normal number and a uniform one.
        func figure(_ normal: Double, _ uniform: Double) -> Double {
            switch self {
            case .normal: 10 + 3 * normal
            case .logNormal03: exp(0.3 * normal)
            case .logNormal05: exp(0.5 * normal)
            case .logNormal08: exp(0.8 * normal)
            case .exponential: -log(1 - uniform)
            }
        }
    }

    private static func coverage(_ count: Int, _ distribution: Distribution) -> IntervalCoverage {
        IntervalCoverage("report, \(count) recordings, \(distribution.rawValue)", truth: distribution.mean) {
            generator in
            var noise = NormalSource(SplitMix64(seed: generator.next()))
            let runs = (0..<count).map { index -> EvaluationRun in
                var run = Specimens.run("r\(index)", "triad")
                run.metrics.set(.totalRMSE, to: distribution.figure(noise.next(), generator.nextFraction()))
                return run
            }
            return MetricMean(of: .totalRMSE, over: runs).interval.map { ($0.lower, $0.upper) }
        }
    }

    @Test(arguments: IntervalCoverage.longSets == nil ? [5, 8, 20] : [3, 4, 5, 6, 8, 12, 20, 39, 116])
    func `Intervals of reports contain the true mean of log-normal errors in 93 to 97 % of sets`(count: Int) {
        let coverage = Self.coverage(count, .logNormal05)
        #expect(coverage.count == IntervalCoverage.sets)
        #expect(IntervalCoverage.accepted.contains(coverage.share), "\(coverage.share)")
    }

    @Test(.enabled(if: IntervalCoverage.longSets != nil), arguments: Distribution.allCases)
    func `Intervals of reports contain the true mean of other errors in 91 to 97 % of sets`(
        _ distribution: Distribution
    ) {
        for count in [3, 4, 5, 8, 20, 116] {
            let coverage = Self.coverage(count, distribution)
            #expect((0.91...0.97).contains(coverage.share), "\(count): \(coverage.share)")
        }
    }
}
