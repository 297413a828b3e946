import Foundation
import Measuring
import SensorFilters
import SensorModel

/// Prints the cost per sample of estimators, compared with C and with the authors' C++.
///
/// `estimator-cost LIBRARY [RECORDING [PAIRS]]`: LIBRARY is C/estimators.c as a shared library, with
/// C/vqf_authors.cpp if the authors' source is available. RECORDING is a trial of BROAD, or "-" for a simulated
/// motion. In each pair, both languages process the same samples in memory, one after the other. Times are processor
/// times.
@main
enum EstimatorCost {
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        let pairs = arguments.dropFirst(2).first.map { Int($0) ?? 0 } ?? 21
        guard let path = arguments.first, pairs >= 7 else {
            throw Failure(description: "estimator-cost LIBRARY [RECORDING [PAIRS]]: PAIRS is at least 7")
        }
        guard let library = CEstimators(path: path) else {
            throw Failure(description: "\(path): the library is missing; `make bench` builds it from C/estimators.c")
        }
        let recording = arguments.dropFirst().first ?? "-"
        let trial = recording == "-" ? Trial.simulated : try Trial(path: recording)
        print("\(trial.name): \(trial.frames.count) samples, both languages in turn, median of \(pairs) pairs")
        print(row("estimator", "Swift ns", "C ns", "ratio", "apart rad"))
        for task in try tasks(trial, library) {
            let cost = try measure(task, samples: trial.frames.count, pairs: pairs)
            let numbers = [String(format: "%.1f", cost.swift), String(format: "%.1f", cost.c)]
            print(row(task.name, numbers[0], numbers[1], String(format: "%.2f", cost.ratio), "\(Float(cost.apart))"))
        }
        if library.vqf == nil { print("vqf: not compared; `make bench-peers` compiles the authors' source") }
    }

    /// One estimator over the whole trial in both languages. Each language writes one orientation per sample.
    private struct Task {
        let name: String
        let swift: (_ orientations: inout [UnitQuaternion]) -> Void
        let c: (_ orientations: UnsafeMutablePointer<Double>) -> Void
    }

    private static func tasks(_ trial: Trial, _ library: CEstimators) throws -> [Task] {
        var triad = Triad()
        guard let first = trial.frames.first, let start = triad.update(with: first) else {
            throw Failure(description: "\(trial.name): a sensor has no value at the first sample")
        }
        let (count, times) = (trial.frames.count, trial.times)
        let origin = [start.w, start.x, start.y, start.z]
        var tasks = [
            Task(name: "madgwick") {
                run(Madgwick(.init(reference: .halved)), over: trial.frames, into: &$0)
            } c: {
                library.madgwick(count, times, trial.acceleration, trial.rate, trial.field, origin, 0.1, $0)
            },
            Task(name: "mahony") {
                run(Mahony(.init(kp: 0.74, ki: 0.0012)), over: trial.frames, into: &$0)
            } c: {
                library.mahony(count, times, trial.acceleration, trial.rate, trial.field, origin, 0.74, 0.0012, $0)
            },
        ]
        if let vqf = library.vqf {
            // The program of the authors uses one interval for the whole trial.
            let interval = (times[count - 1] - times[0]) / Double(count - 1)
            tasks.append(
                Task(name: "vqf") {
                    run(VQF(), over: trial.frames, into: &$0)
                } c: {
                    vqf(count, interval, trial.acceleration, trial.rate, trial.field, $0)
                }
            )
        }
        return tasks
    }

    private static func run(
        _ estimator: some OrientationEstimator,
        over frames: [SensorFrame],
        into orientations: inout [UnitQuaternion]
    ) {
        var estimator = estimator
        for index in frames.indices {
            if let orientation = estimator.update(with: frames[index]) { orientations[index] = orientation }
        }
    }

    private static func measure(
        _ task: Task,
        samples: Int,
        pairs: Int
    ) throws -> (swift: Double, c: Double, ratio: Double, apart: Double) {
        var ours = [UnitQuaternion](repeating: .identity, count: samples)
        var theirs = [Double](repeating: 0, count: 4 * samples)
        var (swift, c): ([Double], [Double]) = ([], [])
        // The first pair is a warm-up.
        for pair in 0...pairs {
            let mine = ProcessorTime.thread.nanoseconds { task.swift(&ours) }
            let other = theirs.withUnsafeMutableBufferPointer { buffer in
                ProcessorTime.thread.nanoseconds { buffer.baseAddress.map(task.c) }
            }
            guard pair > 0 else { continue }
            swift.append(mine / Double(samples))
            c.append(other / Double(samples))
        }
        let apart = ours.indices.map { angle(ours[$0], theirs[(4 * $0)..<(4 * $0 + 4)]) }.max() ?? .infinity
        return (swift.median, c.median, zip(swift, c).map { $0 / $1 }.median, apart)
    }

    /// The angle between two orientations that are nearly equal, in radians.
    private static func angle(_ orientation: UnitQuaternion, _ other: ArraySlice<Double>) -> Double {
        var (difference, sum) = (0.0, 0.0)
        for (mine, its) in zip([orientation.w, orientation.x, orientation.y, orientation.z], other) {
            difference += (mine - its) * (mine - its)
            sum += (mine + its) * (mine + its)
        }
        return 2 * min(difference, sum).squareRoot()
    }

    private static func row(_ name: String, _ numbers: String...) -> String {
        name.padding(toLength: 12, withPad: " ", startingAt: 0)
            + numbers.map { String(repeating: " ", count: max(1, 12 - $0.count)) + $0 }.joined()
    }
}
