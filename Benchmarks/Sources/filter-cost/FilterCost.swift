import FilteringWorkload
import Foundation
import Measuring

/// Prints the time and the allocations per sample of every filter and estimator.
///
/// `filter-cost [PASSES [NAME]]`: NAME selects one filter or estimator.
@main
enum FilterCost {
    static func main() throws {
        let arguments = CommandLine.arguments
        let passes = arguments.dropFirst().first.map { Int($0) ?? 0 } ?? 20
        let name = arguments.dropFirst(2).first
        guard passes > 0, AllocationCounter.countsCorrectly else {
            throw Failure(description: passes > 0 ? "the allocation counter does not count" : "PASSES is at least 1")
        }
        print("\(CostCase.samplesPerPass) samples a pass, fastest of \(passes) passes; \(AllocationCounter.control)")
        print(row("name", "parameters", "input", "ns/sample", "allocations/sample"))
        for subject in CostCase.all where name == nil || subject.name == name {
            let cost = try measure(subject, passes: passes)
            let time = String(format: "%.1f", cost.nanoseconds)
            let allocations = cost.allocations.map { String(format: "%.4f", $0) } ?? "not measured"
            print(row(subject.name, subject.parameters, subject.input, time, allocations))
        }
    }

    /// The cost per sample of a filter whose buffers have their final size.
    private static func measure(
        _ subject: CostCase,
        passes: Int
    ) throws -> (nanoseconds: Double, allocations: Double?) {
        let feed = try subject.warmFeed()
        let count = CostCase.samplesPerPass
        let clock = ContinuousClock()
        var fastest = Duration.seconds(3600)
        for _ in 0..<passes {
            var outputs = 0
            let duration = clock.measure { outputs = feed(count) }
            guard outputs == count else {
                throw Failure(description: "\(subject.title): \(outputs) outputs for \(count) samples")
            }
            fastest = min(fastest, duration)
        }
        let allocations = AllocationCounter.count { _ = feed(count) }
        return (fastest / .nanoseconds(1) / Double(count), allocations.map { Double($0) / Double(count) })
    }

    private static func row(_ name: String, _ parameters: String, _ input: String, _ numbers: String...) -> String {
        let words = zip([name, parameters, input], [24, 13, 11]).map { word, width in
            word.padding(toLength: width, withPad: " ", startingAt: 0)
        }
        let columns = zip(numbers, [11, 20]).map { number, width in
            String(repeating: " ", count: max(0, width - number.count)) + number
        }
        return (words + columns).joined()
    }
}
