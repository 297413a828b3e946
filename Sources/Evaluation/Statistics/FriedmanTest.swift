/// The Friedman test of whether several treatments differ, by their ranks within several blocks. Here the treatments
/// are pipelines and the blocks are recordings.
///
/// Source: Friedman 1937, doi:10.1080/01621459.1937.10503522. The figures are those of `scipy.stats.friedmanchisquare`,
/// which, unlike this test, rejects two treatments.
///
/// ```swift
/// let figures = [[1.2, 1.5, 2.0], [0.9, 1.1, 1.4], [1.0, 0.8, 1.9]]
/// if let test = FriedmanTest(figures) { print(test.meanRanks, test.pValue) }
/// ```
public struct FriedmanTest: Sendable, Hashable {
    /// The number of blocks.
    public let blocks: Int
    /// The mean rank of each treatment, in the order of the columns; 1 is the smallest figure of a block. Equal figures
    /// share the mean of their ranks.
    public let meanRanks: [Double]
    /// The chi-square statistic, corrected for ties; 0 where all figures of every block are equal.
    public let statistic: Double
    /// The probability of this statistic or a larger one if the treatments do not differ. It comes from the chi-square
    /// distribution, an approximation that is conservative for few blocks.
    public let pValue: Double

    /// The degrees of freedom of the chi-square distribution.
    public var degreesOfFreedom: Int { meanRanks.count - 1 }

    /// The statistic of Iman & Davenport 1980, doi:10.1080/03610928008827904, which is less conservative than the
    /// chi-square. It has an F distribution with k − 1 and (k − 1)(N − 1) degrees of freedom. Infinite where all blocks
    /// agree.
    public var imanDavenport: Double {
        Self.imanDavenport(statistic, treatments: meanRanks.count, blocks: blocks)
    }

    /// Computes the test; nil if the rows differ in length, or with fewer than two blocks or treatments. O(blocks ·
    /// treatments · log treatments).
    ///
    /// - Parameter figures: a row per block, all of the same length; finite.
    public init?(_ figures: [[Double]]) {
        guard let treatments = figures.first?.count, treatments > 1, figures.count > 1,
            figures.allSatisfy({ $0.count == treatments })
        else { return nil }
        var sums = Array(repeating: 0.0, count: treatments)
        var ties = 0.0
        for block in figures {
            let ranked = Self.ranks(block)
            for column in block.indices { sums[column] += ranked.ranks[column] }
            ties += ranked.ties
        }
        let (k, count) = (Double(treatments), Double(figures.count))
        let meanRanks = sums.map { $0 / count }
        // Conover: Practical Nonparametric Statistics. 3rd ed. 1999, section 5.8: 1 − Σ(t³ − t)/(N k (k² − 1)).
        let correction = 1 - ties / (count * k * (k * k - 1))
        let uncorrected = Self.statistic(meanRanks: meanRanks, blocks: figures.count)
        self.meanRanks = meanRanks
        blocks = figures.count
        statistic = correction > 0 ? max(0, uncorrected / correction) : 0
        pValue = IncompleteGamma.chiSquareTail(statistic, degreesOfFreedom: treatments - 1)
    }

    /// The statistic without a correction for ties.
    package static func statistic(meanRanks: [Double], blocks: Int) -> Double {
        let k = Double(meanRanks.count)
        let squares = meanRanks.reduce(0) { $0 + $1 * $1 }
        // Demšar 2006, section 3.2.2: 12 N/(k (k + 1)) · (Σ Rⱼ² − k (k + 1)²/4).
        return 12 * Double(blocks) / (k * (k + 1)) * (squares - k * (k + 1) * (k + 1) / 4)
    }

    package static func imanDavenport(_ statistic: Double, treatments: Int, blocks: Int) -> Double {
        // Demšar 2006, section 3.2.2: (N − 1) χ²/(N (k − 1) − χ²).
        let left = Double(blocks * (treatments - 1)) - statistic
        return left > 0 ? Double(blocks - 1) * statistic / left : .infinity
    }

    /// The ranks of a block, and its Σ(t³ − t) over groups of t equal figures.
    private static func ranks(_ figures: [Double]) -> (ranks: [Double], ties: Double) {
        let order = figures.indices.sorted { figures[$0] < figures[$1] }
        var ranks = Array(repeating: 0.0, count: figures.count)
        var ties = 0.0
        var start = 0
        while start < order.count {
            var end = start + 1
            while end < order.count, figures[order[end]] == figures[order[start]] { end += 1 }
            let size = Double(end - start)
            for place in start..<end { ranks[order[place]] = Double(start + 1 + end) / 2 }
            ties += size * size * size - size
            start = end
        }
        return (ranks, ties)
    }
}
