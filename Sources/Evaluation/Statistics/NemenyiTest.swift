/// Which treatments differ, after ``FriedmanTest`` has said that some do: those whose mean ranks are at least the
/// critical difference apart.
///
/// Nemenyi 1963; Demšar 2006, section 3.2.2.
public enum NemenyiTest {
    /// In ranks.
    ///
    /// - Parameters:
    ///   - treatments: at least 2.
    ///   - blocks: at least 1.
    ///   - significance: the chance to call at least one pair different although none is, such as 0.05.
    public static func criticalDifference(treatments: Int, blocks: Int, significance: Double) -> Double {
        let k = Double(treatments)
        // Demšar 2006, section 3.2.2: CD = q √(k (k + 1)/(6 N)), with q the studentised range over √2.
        let range = StudentisedRange.quantile(tail: significance, count: treatments)
        return range / 2.0.squareRoot() * (k * (k + 1) / (6 * Double(blocks))).squareRoot()
    }

    /// The largest sets of treatments of which no two differ, by position; the best set and the best of each set first.
    /// Every treatment stands in at least one.
    static func groups(meanRanks: [Double], criticalDifference: Double) -> [[Int]] {
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
