import Benchmark
import FilteringWorkload

/// What a thousand samples cost in every filter and estimator, through the existentials that callers hold.
let benchmarks: @Sendable () -> Void = {
    Benchmark.defaultConfiguration = .init(
        metrics: [.wallClock, .throughput, .instructions, .mallocCountTotal],
        scalingFactor: .kilo,
        maxDuration: .milliseconds(300)
    )
    for subject in CostCase.all {
        Benchmark(subject.title) { (benchmark: Benchmark, feed: CostCase.Feed) in
            blackHole(feed(benchmark.scaledIterations.count))
        } setup: {
            try subject.warmFeed()
        }
    }
}
