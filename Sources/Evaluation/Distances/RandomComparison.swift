public import Geodesy

/// Formulas over random pairs, several blocks of pairs at a time.
///
/// What comes out does not depend on how many: blocks have a fixed length and are added up in their order.
public struct RandomComparison: Sendable {
    public var pairs: RandomPairs
    public var formulas: [FormulaEntry]
    public var tolerance: DistanceTolerance
    /// Blocks at a time, at least 1.
    public var jobs: Int

    static let blockLength = 1 << 14

    public init(pairs: RandomPairs, formulas: [FormulaEntry], tolerance: DistanceTolerance = .standard, jobs: Int = 1) {
        precondition(jobs > 0, "somebody has to do the work")
        self.pairs = pairs
        self.formulas = formulas
        self.tolerance = tolerance
        self.jobs = jobs
    }

    /// Measures all pairs.
    ///
    /// - Parameter visit: gets each block in the pairs' order, and how many pairs are done with it.
    /// - Throws: what `visit` throws; the blocks behind are not measured then.
    public func run<Failure: Error>(
        visit: (MeasuredPairs, _ done: Int) throws(Failure) -> Void
    ) async throws(Failure) -> DistanceStatistics {
        var statistics = DistanceStatistics(formulas: formulas, tolerance: tolerance)
        var next = 0
        while next < pairs.count {
            let starts = Array(stride(from: next, to: pairs.count, by: Self.blockLength).prefix(jobs))
            for (measured, counted) in await blocks(from: starts) {
                statistics.add(counted)
                next += measured.pairs.count
                try visit(measured, next)
            }
        }
        return statistics
    }

    private func blocks(from starts: [Int]) async -> [(MeasuredPairs, DistanceStatistics)] {
        await withTaskGroup(of: (Int, MeasuredPairs, DistanceStatistics).self) { group in
            for (place, start) in starts.enumerated() {
                group.addTask {
                    let indices = start..<min(start + Self.blockLength, pairs.count)
                    let measured = MeasuredPairs(indices.map { pairs[$0] }, formulas: formulas)
                    var counted = DistanceStatistics(formulas: formulas, tolerance: tolerance)
                    counted.add(measured)
                    return (place, measured, counted)
                }
            }
            var blocks: [(Int, MeasuredPairs, DistanceStatistics)] = []
            for await block in group { blocks.append(block) }
            return blocks.sorted { $0.0 < $1.0 }.map { ($0.1, $0.2) }
        }
    }
}
