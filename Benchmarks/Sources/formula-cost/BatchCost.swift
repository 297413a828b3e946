import Foundation
import Geodesy
import Measuring
import SensorModel

/// Formulas over columns of a million pairs in memory, compared with C over the same columns.
struct BatchCost {
    static let pairCount = 1_000_000
    /// The accepted difference, in metres, between the languages and between batch and single distances. It is the
    /// rounding error of the haversine of antipodal points.
    static let apart = 0.5

    let name: String
    let formula: any BatchDistanceFormula

    static let all = [
        BatchCost(name: "haversine", formula: Haversine()),
        BatchCost(name: "equirectangular", formula: Equirectangular()),
    ]

    /// Medians over the rounds: the times of the batch, of single pairs and of C in nanoseconds per pair, and the
    /// ratio of batch and C.
    struct Figures {
        let batch: Double
        let single: Double
        let c: Double
        let ratio: Double
        /// The largest difference between batch and single distances, in metres.
        let apart: Double
    }

    static func compareAll(_ arguments: some Collection<String>) throws {
        let rounds = arguments.dropFirst().first.map { Int($0) ?? 0 } ?? 15
        guard let path = arguments.first, rounds >= 7 else {
            throw Failure(description: "formula-cost --batches LIBRARY [ROUNDS]: ROUNDS is at least 7")
        }
        guard let library = CFormulas(path: path) else {
            throw Failure(description: "\(path): the library is missing; `make bench` builds it from C/formulas.c")
        }
        print("\(pairCount) pairs in columns, all in turn, median of \(rounds) rounds; apart: from single distances")
        print(Measures.row("formula", "pairs", "single ns", "batch ns", "C ns", "ratio", "apart, m"))
        for subject in all {
            guard let reference = library.batch(named: subject.name) else {
                throw Failure(description: "\(path): the library has no batch_\(subject.name); build it again")
            }
            for band in DistanceBand.allCases {
                let pairs = band.pairs(count: pairCount)
                let figures = try subject.measure(against: reference, pairs: pairs, rounds: rounds)
                let numbers = [figures.single, figures.batch, figures.c].map { decimal($0, 1) }
                let ratio = decimal(figures.ratio, 2)
                let apart = String(format: "%.1e", figures.apart)
                print(Measures.row(subject.name, band.rawValue, numbers[0], numbers[1], numbers[2], ratio, apart))
            }
        }
    }

    func measure(against reference: CFormulas.Batch, pairs: [DistanceTask.Pair], rounds: Int) throws -> Figures {
        let (starts, ends) = (GeographicColumns(pairs.map(\.start)), GeographicColumns(pairs.map(\.end)))
        var (batch, single, c): ([Double], [Double], [Double]) = ([], [], [])
        var ours: [Metres] = []
        var alone = [Metres](repeating: 0, count: pairs.count)
        var theirs = alone
        // The first round fills the caches.
        for round in 0...rounds {
            let batchTime = ProcessorTime.process.nanoseconds { formula.distances(from: starts, to: ends, into: &ours) }
            let cTime = ProcessorTime.process.nanoseconds { Self.call(reference, starts, ends, &theirs) }
            let singleTime = ProcessorTime.process.nanoseconds {
                for (index, pair) in pairs.enumerated() {
                    alone[index] = formula.distance(from: pair.start, to: pair.end) ?? 0
                }
            }
            if round == 0 { continue }
            batch.append(batchTime / Double(pairs.count))
            c.append(cTime / Double(pairs.count))
            single.append(singleTime / Double(pairs.count))
        }
        let largest = zip(ours, alone).map { abs($0 - $1) }.max() ?? 0
        let largestFromC = zip(ours, theirs).map { abs($0 - $1) }.max() ?? 0
        guard max(largest, largestFromC) <= Self.apart else {
            throw Failure(description: "\(name): \(largest) m from single distances, \(largestFromC) m from C")
        }
        return Figures(
            batch: batch.median,
            single: single.median,
            c: c.median,
            ratio: zip(batch, c).map { $0 / $1 }.median,
            apart: largest
        )
    }

    private static func call(
        _ reference: CFormulas.Batch,
        _ starts: GeographicColumns,
        _ ends: GeographicColumns,
        _ distances: inout [Metres]
    ) {
        reference(
            starts.latitudesDegrees,
            starts.longitudesDegrees,
            ends.latitudesDegrees,
            ends.longitudesDegrees,
            &distances,
            distances.count
        )
    }
}
