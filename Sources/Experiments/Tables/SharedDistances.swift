import Geodesy
package import Positions

/// The statistics of distance formulas over random pairs. Tables with the same pairs share one computation.
package actor SharedDistances {
    private var known: [RandomPairs: DistanceStatistics] = [:]

    /// The statistics of all formulas over random pairs.
    ///
    /// - Parameters:
    ///   - pairs: the random pairs.
    ///   - jobs: the number of threads.
    ///   - report: receives the number of finished pairs.
    package func statistics(
        _ pairs: RandomPairs,
        jobs: Int,
        report: @escaping @Sendable (Int) -> Void
    ) async throws -> DistanceStatistics {
        if let known = known[pairs] { return known }
        try GeodesicReference.load()
        let comparison = RandomComparison(pairs: pairs, formulas: FormulaCatalogue.entries, jobs: jobs)
        let statistics = await comparison.run { _, done in report(done) }
        known[pairs] = statistics
        return statistics
    }
}
