import RealModule
import SensorModel

extension PermutationTest {
    /// The number of permutations for an interval.
    private static let intervalDraws = 999
    /// The largest factor, and the reciprocal of the smallest, that is searched.
    private static let reach = 1e6

    /// The ratio of new to old figures: the factor on the old ones at which the test finds no difference in either
    /// direction. Nil where all figures or all old ones are zero; 0 where all new ones are. O(figures).
    public var ratio: Double? {
        guard groups.contains(where: { $0.old.joined().contains { $0 > 0 } }) else { return nil }
        guard groups.contains(where: { $0.new.joined().contains { $0 > 0 } }) else { return 0 }
        var (below, above) = (-Double.log(Self.reach), Double.log(Self.reach))
        for _ in 0..<64 {
            let middle = (below + above) / 2
            if excess(.exp(middle)) > 0 { below = middle } else { above = middle }
        }
        return .exp((below + above) / 2)
    }

    /// The factors on the old figures that a test with half the error on each side does not reject. A bound is nil
    /// where the figures are too few to reject any factor. Nil without a ratio.
    ///
    /// The interval inverts the test, as in Garthwaite 1996, with the weights that figures have at ``ratio``.
    ///
    /// - Parameter confidence: the confidence level, such as 0.95.
    public func ratioInterval(confidence: Double) -> (lower: Double?, upper: Double?)? {
        guard let ratio, ratio > 0 else { return nil }
        let weights = groups.map { $0.scaled(by: ratio, plus: 0).weights }
        let limits = self.limits(weights)
        // Below the limit with this index, the share of permutations that are at least as extreme is at most half the
        // error.
        let number = Int(((1 - confidence) / 2 * Double(limits.count)).nextUp)
        let sorted = limits.map(\.rising).sorted()
        let falling = limits.map(\.falling).sorted(by: >)
        let lower = sorted[number]
        let upper = falling[number]
        return (lower.isFinite ? lower : nil, upper.isFinite ? upper : nil)
    }

    /// The difference between the new figures and `factor` times the old ones, over all groups.
    private func excess(_ factor: Double) -> Double {
        groups.reduce(0) { sum, group in
            let scaled = group.scaled(by: factor, plus: 0)
            let weights = scaled.weights
            let (old, new) = (Double(group.old.count), Double(group.new.count))
            let difference = Self.sum(scaled.new, weights) / new - Self.sum(scaled.old, weights) / old
            return sum + old * new / (old + new) * difference
        }
    }

    /// The weighted sum of all figures.
    private static func sum(_ cases: [[Double]], _ weights: [Double]) -> Double {
        cases.reduce(0) { sum, figures in zip(figures, weights).reduce(sum) { $0 + $1.0 * $1.1 } }
    }

    /// The limits of each permutation, which exchanges some old cases for as many new ones. A permutation is at least
    /// as extreme as the observation where the exchanged old cases, times the factor, are at least the new ones: from
    /// the factor `rising` on, or up to `falling`. The permutation without exchange is so at any factor.
    private func limits(_ weights: [[Double]]) -> [(rising: Double, falling: Double)] {
        var generator = SplitMix64(seed: seed)
        let old = zip(groups, weights).map { group, weights in group.old.map { Self.sum([$0], weights) } }
        let new = zip(groups, weights).map { group, weights in group.new.map { Self.sum([$0], weights) } }
        var places = groups.map { Array(0..<$0.old.count + $0.new.count) }
        let sums = new.map { $0.reduce(0, +) }
        var limits = [(rising: -Double.infinity, falling: Double.infinity)]
        for _ in 0..<Self.intervalDraws {
            var (brought, taken) = (0.0, 0.0)
            for index in groups.indices {
                let count = new[index].count
                var (given, kept, exchanged) = (0.0, 0.0, 0)
                for place in 0..<count {
                    let other = place + generator.nextIndex(below: places[index].count - place)
                    places[index].swapAt(place, other)
                    let chosen = places[index][place]
                    if chosen < count {
                        kept += new[index][chosen]
                    } else {
                        given += old[index][chosen - count]
                        exchanged += 1
                    }
                }
                // The difference between sums of the same figures would not be exactly zero.
                guard exchanged > 0 else { continue }
                brought += given
                taken += max(0, sums[index] - kept)
            }
            if brought == 0, taken == 0 {
                limits.append(limits[0])
            } else {
                limits.append((taken / brought, taken / brought))
            }
        }
        return limits
    }
}
