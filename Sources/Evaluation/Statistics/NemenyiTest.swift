/// The Nemenyi test, after a significant ``FriedmanTest``: two treatments differ if their mean ranks are at least the
/// critical difference apart.
///
/// Sources: Nemenyi 1963; Demšar 2006, section 3.2.2.
///
/// ```swift
/// let difference = NemenyiTest.criticalDifference(treatments: 4, blocks: 12, significance: 0.05)
/// ```
public enum NemenyiTest {
    /// The critical difference in ranks.
    ///
    /// - Parameters:
    ///   - treatments: the number of treatments, at least 2.
    ///   - blocks: the number of blocks, at least 1.
    ///   - significance: the probability that at least one pair is called different although none is, such as 0.05.
    public static func criticalDifference(treatments: Int, blocks: Int, significance: Double) -> Double {
        let k = Double(treatments)
        // Demšar 2006, section 3.2.2: CD = q √(k (k + 1)/(6 N)), with q the studentised range over √2.
        let range = StudentisedRange.quantile(tail: significance, count: treatments)
        return range / 2.0.squareRoot() * (k * (k + 1) / (6 * Double(blocks))).squareRoot()
    }

    /// The largest sets of treatments without a significant difference among them, by index. The best set comes first,
    /// and the best treatment of each set. Every treatment is in at least one set.
    package static func groups(meanRanks: [Double], criticalDifference: Double) -> [[Int]] {
        let order = meanRanks.indices.sorted { (meanRanks[$0], $0) < (meanRanks[$1], $1) }
        var groups: [[Int]] = []
        var lastEnd = 0
        for start in order.indices {
            let end = order.indices[start...].first { place in
                meanRanks[order[place]] - meanRanks[order[start]] >= criticalDifference
            }
            let next = end ?? order.count
            if next > lastEnd { groups.append(Array(order[start..<next])) }
            lastEnd = max(lastEnd, next)
        }
        return groups
    }
}
