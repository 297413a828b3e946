import Foundation
import Measuring

/// Prints what a distance costs in every formula, and how that compares with the same formula in C.
///
/// `formula-cost LIBRARY [ROUNDS [NAME]]`: the C formulas' shared library; with a name for that formula alone. In a round
/// both languages go over the same pairs in memory, one after the other; the figures are medians over the rounds, of the
/// processor's time.
///
/// `formula-cost --batches LIBRARY [ROUNDS]`: formulas over columns of a million pairs, beside those of the library,
/// which is C/formulas.c compiled with -O3 -ffast-math.
@main
enum FormulaCost {
    static let pairCount = 2000
    /// A share of the sum. Beyond it the two did not compute the same thing.
    static let sameSum = 1e-9

    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        if arguments.first == "--batches" { return try BatchCost.compareAll(arguments.dropFirst()) }
        let rounds = arguments.dropFirst().first.map { Int($0) ?? 0 } ?? 101
        let name = arguments.dropFirst(2).first
        guard let path = arguments.first, rounds >= 7 else {
            throw Failure(description: "formula-cost LIBRARY [ROUNDS [NAME]]: ROUNDS is at least 7")
        }
        guard let library = CFormulas(path: path) else {
            throw Failure(description: "\(path): found no library there, expected C/formulas.c built by `make bench`")
        }
        print("\(pairCount) pairs a round, both languages in turn, median of \(rounds) rounds; karney in C is PROJ's")
        print(Measures.row("formula", "pairs", "Swift ns", "C ns", "ratio"))
        for task in DistanceTask.all where name == nil || task.name == name {
            guard let reference = library.sum(named: task.name) else {
                throw Failure(description: "\(path): found no sum_\(task.name), expected one; build it again")
            }
            for band in DistanceBand.allCases {
                let cost = try measure(task, against: reference, pairs: band.pairs(count: pairCount), rounds: rounds)
                let times = [cost.swift, cost.c].map { decimal($0, 1) }
                let ratio = decimal(cost.ratio, 2)
                print(Measures.row(task.name, band.rawValue, times[0], times[1], ratio))
            }
        }
    }

    private static func measure(
        _ task: DistanceTask,
        against reference: CFormulas.Sum,
        pairs: [DistanceTask.Pair],
        rounds: Int
    ) throws -> (swift: Double, c: Double, ratio: Double) {
        var (swift, c): ([Double], [Double]) = ([], [])
        // The first round fills the caches, and shows that both compute the same.
        for round in 0...rounds {
            var (sum, expected) = (0.0, 0.0)
            let ours = ProcessorTime.process.nanoseconds { sum = task.sum(pairs) }
            let theirs = ProcessorTime.process.nanoseconds {
                expected = pairs.withUnsafeBytes { reference($0.baseAddress, pairs.count) }
            }
            guard abs(sum - expected) <= sameSum * expected else {
                throw Failure(description: "\(task.name): the sum is \(sum) in Swift and \(expected) in C")
            }
            if round == 0 { continue }
            swift.append(ours / Double(pairs.count))
            c.append(theirs / Double(pairs.count))
        }
        return (swift.median, c.median, zip(swift, c).map { $0 / $1 }.median)
    }
}
