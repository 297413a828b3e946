import Evaluation
import Pipelines
import RealModule
import Recordings
import SensorModel
import SensorSimulation
import TestSupport
import Testing

/// The shares of simulated sets whose 95 % intervals contain the true value, through the code of `evaluate` and of
/// `compare`.
struct IntervalCoverageTests {
    /// A recording with errors of three independent axes, each an autoregression with a time constant.
    private static func recording(
        duration: Seconds,
        timeConstant: Seconds,
        deviation: Double,
        _ generator: inout SplitMix64
    ) -> Recording {
        let rate = 10.0
        let memory = Double.exp(-1 / (rate * timeConstant))
        var noise = NormalSource(SplitMix64(seed: generator.next()))
        var errors = (0..<3).map { _ in noise.next() }
        return Synthetic.attitude(
            duration: duration,
            rate: rate,
            truth: { _ in .identity },
            error: { _, truth in
                for axis in 0..<3 {
                    errors[axis] = memory * errors[axis] + (1 - memory * memory).squareRoot() * noise.next()
                }
                let scale = Angle(degrees: deviation).radians
                return UnitQuaternion(rotationVector: Vector3(errors[0], errors[1], errors[2]) * scale) * truth
            }
        )
    }

    private static func evaluated(_ duration: Seconds, _ timeConstant: Seconds) throws -> IntervalCoverage {
        var options = EvaluationOptions()
        options.metrics = [.totalRMSE]
        let pipelines = [try PipelineSpecification(parsing: "deviceAttitude")]
        let name = "evaluate, \(Int(duration)) s, errors with a time constant of \(timeConstant) s"
        return try IntervalCoverage(name, truth: 3.0.squareRoot()) { generator in
            let recording = recording(duration: duration, timeConstant: timeConstant, deviation: 1, &generator)
            let outcome = try RecordingEvaluation.evaluate(recording, pipelines: pipelines, options: options).first
            return outcome?.run.metrics.intervals[.totalRMSE].map { ($0.lower, $0.upper) }
        }
    }

    @Test(arguments: [(30.0, 1.0), (60, 2)] + (IntervalCoverage.longSets == nil ? [] : longRecordings))
    func `Intervals of evaluate contain the true RMSE of autocorrelated errors in 93 to 97 % of recordings`(
        duration: Seconds,
        timeConstant: Seconds
    ) throws {
        let coverage = try Self.evaluated(duration, timeConstant)
        #expect(IntervalCoverage.accepted.contains(coverage.share), "\(coverage.share)")
    }

    private static let longRecordings: [(Seconds, Seconds)] = [
        (15, 0.5), (30, 0.5), (30, 2), (60, 0.5), (60, 1), (60, 5), (120, 1), (120, 2), (120, 5), (300, 2), (300, 4),
        (600, 8),
    ]

    @Test func `Errors that stay correlated for a third of the recording have no interval`() {
        let drift = (0..<600).map { Double($0) / 100 }
        #expect(BootstrapInterval(ofMeanOf: drift, blockLength: 50, isSigned: false) == nil)
    }

    @Test(arguments: [0.5, 0.75, 0.95])
    func `Intervals of quantiles of autocorrelated errors contain the true quantile in 93 to 97 % of recordings`(
        fraction: Double
    ) throws {
        // The length of a vector with two normal components follows a Rayleigh distribution.
        let truth = (-2 * Double.log(1 - fraction)).squareRoot()
        let coverage = IntervalCoverage("quantile \(fraction)", truth: truth) { generator in
            var noise = NormalSource(SplitMix64(seed: generator.next()))
            let memory = Double.exp(-0.1)
            var error = (noise.next(), noise.next())
            let lengths = (0..<3_000).map { _ in
                let scale = (1 - memory * memory).squareRoot()
                error = (memory * error.0 + scale * noise.next(), memory * error.1 + scale * noise.next())
                return Double.hypot(error.0, error.1)
            }
            return BootstrapInterval.ofQuantiles([fraction], of: lengths, blockLength: 10)[0].map {
                ($0.lower, $0.upper)
            }
        }
        #expect(coverage.count > IntervalCoverage.sets * 9 / 10)
        #expect(IntervalCoverage.accepted.contains(coverage.share), "\(coverage.share)")
    }

    @Test func `A quantile with fewer than ten independent values beyond it has no interval`() {
        let values = (0..<150).map { Double($0 * 37 % 150) }
        let intervals = BootstrapInterval.ofQuantiles([0.95, 0.9], of: values, blockLength: 5)
        #expect(intervals[0] == nil)
        #expect(intervals[1] != nil)
    }

    /// The relative change that `compare` reports for seeds of a scenario, whose figures are log-normal with this
    /// standard deviation of the logarithm.
    private static func compared(_ seeds: Int, spread: Double) throws -> IntervalCoverage {
        let rules = ComparisonRules(metrics: [.totalRMSE])
        return IntervalCoverage("compare, \(seeds) seeds, log-normal \(spread)", truth: 0.1) { generator in
            var noise = NormalSource(SplitMix64(seed: generator.next()))
            func results(from first: Int, factor: Double) -> EvaluationResults {
                ComparedSpecimens.results(
                    (first..<first + seeds).map { seed in
                        let figure = factor * Double.exp(spread * noise.next())
                        return ComparedSpecimens.run("pan/seed-\(seed)", "vqf", [.totalRMSE: figure], sha256: "")
                    }
                )
            }
            let comparison = ResultsComparison(
                results(from: 1, factor: 1),
                results(from: 1_001, factor: 1.1),
                rules: rules
            )
            guard let evidence = comparison.metrics.first?.evidence else { return nil }
            return (evidence.lowerChange ?? -.infinity, evidence.upperChange ?? .infinity)
        }
    }

    @Test(arguments: [(5, 0.5)] + (IntervalCoverage.longSets == nil ? [] : manySeeds))
    func `Intervals of compare contain the true change in 93 to 97 % of comparisons`(seeds: Int, spread: Double) throws
    {
        let coverage = try Self.compared(seeds, spread: spread)
        #expect(coverage.count == IntervalCoverage.sets)
        #expect(IntervalCoverage.accepted.contains(coverage.share), "\(coverage.share)")
    }

    private static let manySeeds = [(5, 0.1), (5, 0.8), (8, 0.1), (8, 0.5), (8, 0.8), (20, 0.5), (116, 0.5)]

    /// The mean differences of tuning and of trajectories, which may have either sign.
    @Test(arguments: [5, 8] + (IntervalCoverage.longSets == nil ? [] : [3, 4, 20, 116]))
    func `Intervals of mean differences contain the true one in 93 to 97 % of sets`(count: Int) {
        let coverage = IntervalCoverage("difference of two pipelines, \(count) recordings", truth: 0) { generator in
            var noise = NormalSource(SplitMix64(seed: generator.next()))
            // A recording is easy or hard for both, and each pipeline has its own part.
            let differences = (0..<count).map { _ in
                let level = Double.exp(0.5 * noise.next())
                return level * (Double.exp(0.1 * noise.next()) - Double.exp(0.1 * noise.next()))
            }
            return BootstrapInterval(ofMeanOf: differences, isSigned: true).map { ($0.lower, $0.upper) }
        }
        #expect(coverage.count == IntervalCoverage.sets)
        #expect(IntervalCoverage.accepted.contains(coverage.share), "\(coverage.share)")
    }

    @Test(arguments: [8] + (IntervalCoverage.longSets == nil ? [] : [5, 20, 116]))
    func `Intervals of quotients contain the true one in 93 to 97 % of sets`(count: Int) {
        let coverage = IntervalCoverage("quotient of two pipelines, \(count) recordings", truth: 1.25) { generator in
            var noise = NormalSource(SplitMix64(seed: generator.next()))
            let levels = (0..<count).map { _ in Double.exp(0.5 * noise.next()) }
            let values = levels.map { 1.25 * $0 * Double.exp(0.2 * noise.next()) }
            let divisors = levels.map { $0 * Double.exp(0.2 * noise.next()) }
            return BootstrapInterval(ofQuotientOf: values, over: divisors).map { ($0.lower, $0.upper) }
        }
        #expect(coverage.count == IntervalCoverage.sets)
        #expect(IntervalCoverage.accepted.contains(coverage.share), "\(coverage.share)")
    }
}
