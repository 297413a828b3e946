import Foundation
import Measuring
import SensorFilters
import SensorModel

/// Prints the cost per sample of the smoothers with moving windows, compared with the direct implementations of their
/// equations, and the largest difference between the outputs.
///
/// `smoother-cost [ROUNDS [POSES|LAYOUT:RECORDING …]]`: in each round, both implementations process the same
/// orientations in memory, one after the other, as concrete types. The results are medians of processor time over the
/// rounds.
@main
enum SmootherCost {
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        let rounds = arguments.first.map { Int($0) ?? 0 } ?? 31
        guard rounds >= 7 else { throw Failure(description: "ROUNDS is at least 7") }
        print("both forms in turn, median of \(rounds) rounds")
        print(row("orientations", "filter", "direct ns", "ns", "ratio", "apart, rad"))
        let series = try [OrientationSeries.simulated] + arguments.dropFirst().map(OrientationSeries.init)
        for series in series where !series.times.isEmpty {
            try compare("derivativeSmoother", DirectDerivativeSmoother(), DerivativeSmoother(), series, rounds)
            for window in [7, 101] {
                let average = SphericalAverage(WindowParameters(window: window))
                let direct = DirectSphericalAverage(window: window)
                try compare("sphericalAverage \(window)", direct, average, series, window == 7 ? rounds : 7)
            }
        }
    }

    private static func compare<Direct: Filter<UnitQuaternion>, Moving: Filter<UnitQuaternion>>(
        _ name: String,
        _ direct: Direct,
        _ filter: Moving,
        _ series: OrientationSeries,
        _ rounds: Int
    ) throws {
        var (slow, fast): ([Double], [Double]) = ([], [])
        var (expected, outputs): ([UnitQuaternion], [UnitQuaternion]) = ([], [])
        // The first round fills the caches.
        for round in 0...rounds {
            let directTime = ProcessorTime.process.nanoseconds { run(direct, over: series, into: &expected) }
            let time = ProcessorTime.process.nanoseconds { run(filter, over: series, into: &outputs) }
            if round == 0 { continue }
            slow.append(directTime / Double(series.times.count))
            fast.append(time / Double(series.times.count))
        }
        guard expected.count == outputs.count else { throw Failure(description: "\(name): other samples left out") }
        let apart = zip(expected, outputs).map { $0.angle(to: $1).radians }.max() ?? 0
        let ratio = zip(slow, fast).map { $0 / $1 }.median
        let figures = [decimal(slow.median, 1), decimal(fast.median, 1), decimal(ratio, 2)]
        print(row(series.name, name, figures[0], figures[1], figures[2], String(format: "%.1e", apart)))
    }

    private static func run<Smoother: Filter<UnitQuaternion>>(
        _ filter: Smoother,
        over series: OrientationSeries,
        into outputs: inout [UnitQuaternion]
    ) {
        var filter = filter
        outputs.removeAll(keepingCapacity: true)
        for index in series.times.indices {
            guard let output = filter.accept(series.orientations[index], at: series.times[index]) else { continue }
            outputs.append(output)
        }
    }

    private static func row(_ series: String, _ filter: String, _ numbers: String...) -> String {
        let words = zip([String(series.prefix(33)), filter], [35, 22]).map {
            $0.padding(toLength: $1, withPad: " ", startingAt: 0)
        }
        let columns = numbers.map { String(repeating: " ", count: max(1, 11 - $0.count)) + $0 }
        return (words + columns).joined()
    }
}
