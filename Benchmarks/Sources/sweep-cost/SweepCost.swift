import Evaluation
import Foundation
import Measuring
import Pipelines
import Recordings
import SensorSimulation

/// Prints the cost of a setting of an estimator in a sweep over a recording on one core, in SIMD lanes and scalar.
///
/// `sweep-cost [FILE [PAIRS [ESTIMATOR]]]`: a trial of BROAD in the layout `broad`, or a simulated walk without a file or
/// with "-". ESTIMATOR is `mahony` (the default) or `vqf`. It measures the RMSE of the total, heading and inclination
/// error. In each pair the lanes sweep the whole grid, and the scalar pass every 50th setting of it.
@main
enum SweepCost {
    private static let metrics: Set<MetricName> = [.totalRMSE, .headingRMSE, .inclinationRMSE]

    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        let pairs = arguments.dropFirst().first.map { Int($0) ?? 0 } ?? 7
        guard pairs > 0 else {
            throw Failure(description: "sweep-cost [FILE [PAIRS [ESTIMATOR]]]: PAIRS is at least 1")
        }
        let recording = try recording(arguments.first ?? "-")
        var options = EvaluationOptions()
        options.metrics = metrics
        let sweep = RecordingSweep(recording, options: options)
        let all = try arguments.dropFirst(2).first == "vqf" ? vqfGrid() : mahonyGrid()
        let some = stride(from: 0, to: all.count, by: 50).map { all[$0] }
        print(
            "\(recording.name): \(sweep.recording.samples) samples; \(all.count) settings in lanes, \(some.count) scalar"
        )
        let alike = try largestDifference(sweep, some)
        print("largest relative difference of a figure: \(alike)")
        var ratios: [Double] = []
        var lanes: [Double] = []
        var scalar: [Double] = []
        for pair in 0...pairs {
            let slow = try seconds { try sweep.evaluate(some, inLanes: false).count } / Double(some.count)
            let fast = try seconds { try sweep.evaluate(all).count } / Double(all.count)
            // The first pair warms up.
            guard pair > 0 else { continue }
            lanes.append(fast)
            scalar.append(slow)
            ratios.append(slow / fast)
        }
        let samples = Double(sweep.recording.samples)
        for (name, times) in [("scalar", scalar), ("lanes", lanes)] {
            let time = times.median
            print(
                name.padding(toLength: 8, withPad: " ", startingAt: 0)
                    + String(format: "%9.1f settings/s %8.1f ns/sample", 1 / time, time / samples * 1e9)
            )
        }
        let spread = String(format: "%.2f to %.2f", ratios.min() ?? 0, ratios.max() ?? 0)
        print(String(format: "ratio   %9.2f (%@ in %d pairs)", ratios.median, spread, pairs))
    }

    private static func recording(_ path: String) throws -> Recording {
        guard path == "-" else {
            return try RecordingReader(layout: try LayoutCatalogue.layout(named: "broad")).read(path: path)
        }
        let noise = try NoiseCatalogue.noise(named: "nexus5")
        return Simulation(try ScenarioCatalogue.scenario("walk"), noise: noise, seed: 1).recording()
    }

    /// 20 × 20 time constants of the full form.
    private static func vqfGrid() throws -> [PipelineSpecification] {
        try (1...20).flatMap { tauAcc in
            try (1...20).map { try PipelineSpecification(parsing: "vqf:tauAcc=\(tauAcc),tauMag=\($0)") }
        }
    }

    /// The grid of BROAD's authors.
    private static func mahonyGrid() throws -> [PipelineSpecification] {
        try (1...100).flatMap { kp in
            try (0...40).map { ki in
                let text = String(format: "mahony:kp=%.2f,ki=%.4f", Double(kp) * 0.02, Double(ki) * 0.0001)
                return try PipelineSpecification(parsing: text)
            }
        }
    }

    private static func largestDifference(
        _ sweep: RecordingSweep,
        _ specifications: [PipelineSpecification]
    ) throws -> Double {
        let runs = zip(try sweep.evaluate(specifications), try sweep.evaluate(specifications, inLanes: false))
        return runs.flatMap { lane, scalar in
            metrics.map { name in
                guard let left = lane.metrics[name], let right = scalar.metrics[name] else { return Double.infinity }
                return abs(left - right) / right
            }
        }.max() ?? .infinity
    }

    /// The processor time of this thread.
    private static func seconds(_ work: () throws -> Int) throws -> Double {
        var count = 0
        let time = try ProcessorTime.thread.nanoseconds { count = try work() }
        guard count > 0 else { throw Failure(description: "nothing ran") }
        return time * 1e-9
    }
}
