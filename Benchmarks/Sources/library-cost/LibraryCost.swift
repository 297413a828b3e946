import FilteringWorkload
import Foundation
import Measuring
import Pipelines
import SensorModel

/// Prints the cost per sample of pipelines that C calls through the library, compared with the same loop in Swift.
///
/// `library-cost LIBRARY [PAIRS [SPEC …]]`: LIBRARY is C/pipeline.c as a shared library. In each pair, both languages
/// process the same samples in memory, one after the other. Times are processor times and include the creation of the
/// pipeline.
@main
enum LibraryCost {
    /// The loop of C/pipeline.c.
    private typealias Run =
        @convention(c) (
            _ spec: UnsafePointer<CChar>, _ count: Int, _ rows: UnsafePointer<Double>,
            _ orientations: UnsafeMutablePointer<Double>
        ) -> Int

    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        let pairs = arguments.dropFirst().first.map { Int($0) ?? 0 } ?? 101
        guard let path = arguments.first, pairs >= 7 else {
            throw Failure(description: "library-cost LIBRARY [PAIRS [SPEC …]]: PAIRS is at least 7")
        }
        guard let library = dlopen(path, RTLD_NOW | RTLD_LOCAL), let symbol = dlsym(library, "pipeline_run") else {
            throw Failure(description: "\(path): the library is missing; `make bench` builds it from C/pipeline.c")
        }
        let run = unsafeBitCast(symbol, to: Run.self)
        let named = Array(arguments.dropFirst(2))
        let frames = CostCase.frames
        print("\(frames.count) samples, both languages in turn, median of \(pairs) pairs")
        print(row("pipeline", "Swift ns", "C ns", "ratio"))
        for spec in named.isEmpty ? ["complementary", "madgwick", "vqf", "vqf+oneEuro"] : named {
            let cost = try measure(spec, over: frames, through: run, pairs: pairs)
            print(row(spec, decimal(cost.swift, 1), decimal(cost.c, 1), decimal(cost.ratio, 3)))
        }
    }

    private static func measure(
        _ spec: String,
        over frames: [SensorFrame],
        through run: Run,
        pairs: Int
    ) throws -> (swift: Double, c: Double, ratio: Double) {
        let specification = try PipelineSpecification(parsing: spec)
        let rows = frames.flatMap { frame in
            [frame.time] + [frame.gyroscope, frame.accelerometer, frame.magnetometer].flatMap(numbers)
        }
        var ours = [UnitQuaternion?](repeating: nil, count: frames.count)
        var theirs = [Double](repeating: .nan, count: 4 * frames.count)
        var (swift, c): ([Double], [Double]) = ([], [])
        // The first pair is a warm-up.
        for pair in 0...pairs {
            let mine = ProcessorTime.thread.nanoseconds {
                var pipeline = Pipeline(specification, rates: [:], declination: nil)
                for index in frames.indices { ours[index] = pipeline.process(frames[index]) }
            }
            var count = 0
            let other = ProcessorTime.thread.nanoseconds { count = run(spec, frames.count, rows, &theirs) }
            guard count > frames.count / 2 else { throw Failure(description: "\(spec): the library answered \(count)") }
            guard pair > 0 else { continue }
            swift.append(mine / Double(frames.count))
            c.append(other / Double(frames.count))
        }
        for (index, orientation) in ours.enumerated() {
            let other = theirs[(4 * index)..<(4 * index + 4)]
            let own = orientation.map { [$0.w, $0.x, $0.y, $0.z] } ?? other.map { _ in Double.nan }
            guard zip(own, other).allSatisfy({ $0 == $1 || ($0.isNaN && $1.isNaN) }) else {
                throw Failure(description: "\(spec): sample \(index) differs: \(own) in Swift, \(Array(other)) in C")
            }
        }
        return (swift.median, c.median, zip(swift, c).map { $1 / $0 }.median)
    }

    private static func numbers(_ value: Vector3?) -> [Double] {
        value.map { [$0.x, $0.y, $0.z] } ?? [.nan, .nan, .nan]
    }

    private static func row(_ name: String, _ numbers: String...) -> String {
        name.padding(toLength: 14, withPad: " ", startingAt: 0)
            + numbers.map { String(repeating: " ", count: max(1, 12 - $0.count)) + $0 }.joined()
    }
}
