import Foundation
import Measuring

/// Prints the cost per distance of every formula, compared with the same formula in C.
///
/// `formula-cost LIBRARY [ROUNDS [NAME]]`: LIBRARY is the shared library of the C formulas; NAME selects one formula.
/// In each round, both languages process the same pairs in memory, one after the other. The results are medians of
/// processor time over the rounds.
///
/// `formula-cost --batches LIBRARY [ROUNDS]`: formulas over columns of a million pairs, compared with those of the
/// library, which is C/formulas.c compiled with -O3 -ffast-math.
@main
enum FormulaCost {
    static let pairCount = 2000
    /// The accepted relative difference between the sums of both languages.
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
            throw Failure(description: "\(path): the library is missing; `make bench` builds it from C/formulas.c")
        }
        print("\(pairCount) pairs a round, both languages in turn, median of \(rounds) rounds; karney in C is PROJ's")
        print(Measures.row("formula", "pairs", "Swift ns", "C ns", "ratio"))
        for task in DistanceTask.all where name == nil || task.name == name {
            guard let reference = library.sum(named: task.name) else {
                throw Failure(description: "\(path): the library has no sum_\(task.name); build it again")
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
        // The first round fills the caches and checks that both sums are equal.
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
