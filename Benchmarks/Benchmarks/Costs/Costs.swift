import Benchmark
import CatalogueWorkload

/// The cost of every entry of every catalogue.
///
/// Times depend on the machine and are not checked. The number of allocations depends only on the code; the benchmark
/// `allocations` compares it with `Thresholds`.
let benchmarks: @Sendable () -> Void = {
    for subject in MeasuredCase.all {
        Benchmark(
            subject.name,
            configuration: .init(
                metrics: [.wallClock, .throughput],
                scalingFactor: subject.unitsAtOnce == 1 ? .one : .kilo,
                maxDuration: .milliseconds(100)
            )
        ) { (_: Benchmark, work: MeasuredCase.Work) in
            blackHole(try await work(subject.unitsAtOnce))
        } setup: {
            try await subject.prepare()
        }
    }
    guard AllocationCount.isMeasured else { return }
    var counted: [(subject: MeasuredCase, metric: BenchmarkMetric)] = []
    var thresholds: [BenchmarkMetric: BenchmarkThresholds] = [:]
    for subject in MeasuredCase.all {
        guard let tolerance = subject.allocationTolerance else { continue }
        let metric = BenchmarkMetric.custom(subject.name, useScalingFactor: false)
        counted.append((subject, metric))
        thresholds[metric] =
            tolerance == 0
            ? BenchmarkThresholds(absolute: [.p90: 0]) : BenchmarkThresholds(relative: [.p90: tolerance])
    }
    Benchmark(
        "allocations",
        configuration: .init(
            metrics: counted.map(\.metric),
            warmupIterations: 0,
            maxIterations: 1,
            thresholds: thresholds
        )
    ) { [counted] benchmark in
        for (subject, metric) in counted {
            if let count = try await AllocationCount.of(subject) { benchmark.measurement(metric, count) }
        }
    }
}
