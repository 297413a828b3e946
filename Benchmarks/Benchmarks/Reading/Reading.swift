import Benchmark
import Foundation
import ReadingWorkload

/// 200 MB with fifteen numeric columns, seeded.
nonisolated(unsafe) private var file: SyntheticFile?

let benchmarks: @Sendable () -> Void = {
    Benchmark.defaultConfiguration = .init(
        metrics: [.wallClock, .throughput, .peakMemoryResident],
        maxDuration: .seconds(10),
        maxIterations: 10
    )
    Benchmark.startupHook = {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("sextant-\(UUID().uuidString).csv")
        file = try SyntheticFile(path: url.path, rowCount: 1_300_000)
    }
    Benchmark.shutdownHook = {
        guard let path = file?.path else { return }
        try FileManager.default.removeItem(atPath: path)
    }
    Benchmark("libcsv alone, empty callbacks") { _ in
        guard let path = file?.path else { return }
        blackHole(try ReadingMethod.libcsvAlone(path))
    }
    Benchmark("file to columns") { _ in
        guard let path = file?.path else { return }
        blackHole(try ReadingMethod.columns(path))
    }
    Benchmark("streaming in blocks") { _ in
        guard let path = file?.path else { return }
        blackHole(try ReadingMethod.streaming(path))
    }
}
