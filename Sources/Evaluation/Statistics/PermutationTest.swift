import RealModule
import SensorModel

/// A permutation test of whether new figures are larger, or smaller, than old ones beyond chance. It is exact for few
/// figures and assumes no distribution of the figures.
///
/// Cases are exchanged between old and new within their group, as if nothing had changed, in all permutations or in
/// many random ones. The p-value is the share of permutations with new figures at least as large as the observed ones.
/// Figures of one kind are divided by their mean, so that no kind outweighs another. A group of one old and one new
/// case is a pair: with pairs alone, this is the sign-flip test of their differences.
///
/// Sources: Fisher 1935, section 21; random permutations as in Phipson & Smyth 2010, doi:10.2202/1544-6115.1585. The
/// error level holds for any distribution, provided that without a change the old and new cases of a group have the
/// same distribution, and that cases are independent.
///
/// ```swift
/// let test = PermutationTest([PermutationTest.Group(old: [1.0, 1.1, 0.9], new: [1.3, 1.4, 1.2])])
/// print(test.pValue(.larger), test.smallestPValue)
/// ```
public struct PermutationTest: Sendable, Hashable {
    /// Cases of one kind, such as seeds of some scenarios: at least one old and one new case. All cases have the same
    /// number of figures, one per scenario; these may be dependent. Figures are finite and not negative.
    public struct Group: Sendable, Hashable {
        /// The old cases, each with its figures.
        public var old: [[Double]]
        /// The new cases, each with its figures.
        public var new: [[Double]]

        /// Creates a group.
        public init(old: [[Double]], new: [[Double]]) {
            self.old = old
            self.new = new
        }

        /// Creates a group of cases with one figure each.
        public init(old: [Double], new: [Double]) {
            self.init(old: old.map { [$0] }, new: new.map { [$0] })
        }

        /// The group with the old figures multiplied by a factor and shifted by an offset, but not below zero.
        func scaled(by factor: Double, plus offset: Double) -> Group {
            Group(old: old.map { $0.map { max(0, factor * $0 + offset) } }, new: new)
        }

        /// The weight of each kind of figure: the reciprocal of the mean of its figures; 0 where all are zero.
        var weights: [Double] {
            let cases = old + new
            return (old.first ?? []).indices.map { kind in
                let sum = cases.reduce(0) { $0 + $1[kind] }
                return sum > 0 ? Double(cases.count) / sum : 0
            }
        }
    }

    /// The alternative hypothesis about the new figures.
    public enum Alternative: Sendable, Hashable {
        /// The new figures are larger.
        case larger
        /// The new figures are smaller.
        case smaller
    }

    /// The largest number of permutations that are enumerated. With more, random ones are drawn.
    public static let mostWays = 16_384
    /// The number of random permutations.
    public static let draws = 19_999
    /// The relative difference per case below which sums are equal. Weighted figures are about 1.
    static let rounding = 1e-11

    /// The groups of cases.
    public let groups: [Group]

    /// Creates a test.
    ///
    /// - Parameter groups: at least one group.
    public init(_ groups: [Group]) {
        precondition(!groups.isEmpty, "at least one group is required")
        precondition(groups.allSatisfy { !$0.old.isEmpty && !$0.new.isEmpty }, "a group has old and new cases")
        let kinds = groups.map { $0.old[0].count }
        precondition(
            zip(groups, kinds).allSatisfy { group, count in (group.old + group.new).allSatisfy { $0.count == count } },
            "the cases of a group have equal numbers of figures"
        )
        self.groups = groups
    }

    /// The number of permutations; infinite if it exceeds the range of a `Double`.
    public var ways: Double {
        groups.reduce(1) { $0 * Self.combinations($1.old.count + $1.new.count, $1.new.count) }
    }

    /// The smallest possible p-value. With few figures even the clearest difference may be chance.
    public var smallestPValue: Double { ways <= Double(Self.mostWays) ? 1 / ways : 1 / Double(Self.draws + 1) }

    /// Whether all cases of each group are equal.
    public var isUniform: Bool {
        groups.allSatisfy { group in (group.old + group.new).allSatisfy { $0 == group.old[0] } }
    }

    /// The p-value: the probability of new figures at least this large, or this small, if they had the distribution of
    /// the old ones times `factor` plus `offset`. O(permutations · cases).
    public func pValue(_ alternative: Alternative, factor: Double = 1, offset: Double = 0) -> Double {
        let shares = shares(factor: factor, offset: offset)
        let observed = shares.reduce(0) { $0 + $1.figures.prefix($1.new).reduce(0, +) }
        let slack = Self.rounding * Double(shares.reduce(0) { $0 + $1.figures.count })
        func isExtreme(_ sum: Double) -> Bool {
            alternative == .larger ? sum >= observed - slack : sum <= observed + slack
        }
        if ways <= Double(Self.mostWays) {
            let sums = Self.allSums(shares)
            return Double(sums.count(where: isExtreme)) / Double(sums.count)
        }
        var count = 1
        drawSums(shares) { sum in
            if isExtreme(sum) { count += 1 }
        }
        return Double(count) / Double(Self.draws + 1)
    }

    /// The cases of a group, each as the weighted sum of its figures; the new ones first.
    struct Shares {
        var figures: [Double]
        let new: Int
    }

    private func shares(factor: Double, offset: Double) -> [Shares] {
        groups.map { group in
            let scaled = group.scaled(by: factor, plus: offset)
            let weights = scaled.weights
            return Shares(
                figures: (scaled.new + scaled.old).map { zip($0, weights).reduce(0) { $0 + $1.0 * $1.1 } },
                new: scaled.new.count
            )
        }
    }

    /// The cases of each group, the new ones first, as numbers whose sum over the new cases has the mean 0 and the variance
    /// 1 in all permutations. The sum is larger the more the figures suggest the alternative. Zeros where all cases are
    /// equal.
    func standardised(_ alternative: Alternative, factor: Double, offset: Double) -> [[Double]] {
        let deviations = shares(factor: factor, offset: offset).map { group in
            let mean = group.figures.reduce(0, +) / Double(group.figures.count)
            return Shares(figures: group.figures.map { $0 - mean }, new: group.new)
        }
        let variance = deviations.reduce(0.0) { sum, group in
            let (all, new) = (Double(group.figures.count), Double(group.new))
            return sum + new * (all - new) / (all * (all - 1)) * group.figures.reduce(0) { $0 + $1 * $1 }
        }
        let scale = variance > Self.rounding * Self.rounding ? 1 / variance.squareRoot() : 0
        return deviations.map { group in group.figures.map { $0 * (alternative == .larger ? scale : -scale) } }
    }

    /// The fewest cases on each side with which a p-value can be as small as `limit`: pairs if all groups are pairs.
    public func fewestCases(for limit: Double) -> Int {
        var count = 1
        while count < Self.mostCases,
            1 / (isOfPairs ? .exp2(Double(count)) : Self.combinations(2 * count, count)) > limit
        {
            count += 1
        }
        return count
    }

    /// Whether each group is one old and one new case.
    public var isOfPairs: Bool { groups.allSatisfy { $0.old.count == 1 && $0.new.count == 1 } }

    /// An estimate of the cases on each side, or pairs, that are needed to find a relative change with a probability of
    /// 80 %, from the spread of the figures; nil where the figures show no spread.
    ///
    /// Source: the normal approximation with the correction of Guenther 1981 for Student's test.
    ///
    /// - Parameters:
    ///   - change: the relative change beyond the accepted one, such as 0.05.
    ///   - limit: the p-value that is significant.
    public func casesNeeded(toFind change: Double, limit: Double) -> Int? {
        guard let ratio, ratio > 0 else { return nil }
        let shares = groups.map { $0.scaled(by: ratio, plus: 0) }.map { group -> (old: [Double], new: [Double]) in
            let weights = group.weights
            let total = max(1, Double(weights.count { $0 > 0 }))
            func share(_ figures: [Double]) -> Double { zip(figures, weights).reduce(0) { $0 + $1.0 * $1.1 } / total }
            return (group.old.map(share), group.new.map(share))
        }
        let samples =
            isOfPairs ? [shares.map { $0.new[0] - $0.old[0] }] : shares.flatMap { [$0.old, $0.new] }
        var (squares, freedom) = (0.0, 0)
        for sample in samples {
            let mean = sample.reduce(0, +) / Double(sample.count)
            squares += sample.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
            freedom += sample.count - 1
        }
        guard freedom > 0, squares > 0 else { return nil }
        let tails = [limit, 1 - Self.power].map { StudentDistribution.normalQuantile(upperTail: $0) }
        let distance = (tails[0] + tails[1]) * (tails[0] + tails[1])
        let effect = change * change / (squares / Double(freedom))
        let estimate = (isOfPairs ? 1 : 2) * distance / effect + tails[0] * tails[0] / (isOfPairs ? 2 : 4)
        return max(fewestCases(for: limit), Int(saturating: estimate.rounded(.up)))
    }

    private static let power = 0.8
    private static let mostCases = 60

    /// The sum of the new cases in every permutation.
    private static func allSums(_ groups: [Shares]) -> [Double] {
        groups.reduce(into: [0.0]) { sums, group in
            let choices = choices(group.figures[...], group.new)
            sums = sums.flatMap { sum in choices.map { sum + $0 } }
        }
    }

    /// The sums of all choices of `count` cases.
    private static func choices(_ figures: ArraySlice<Double>, _ count: Int) -> [Double] {
        if count == 0 { return [0] }
        guard let first = figures.first, figures.count >= count else { return [] }
        let rest = figures.dropFirst()
        return choices(rest, count - 1).map { first + $0 } + choices(rest, count)
    }

    /// Passes the sum of the new cases in ``draws`` random permutations to a closure.
    private func drawSums(_ groups: [Shares], _ use: (Double) -> Void) {
        var generator = SplitMix64(seed: seed)
        var groups = groups
        for _ in 0..<Self.draws {
            var sum = 0.0
            for index in groups.indices {
                // A partial shuffle, which continues from the order of the previous one.
                for place in 0..<groups[index].new {
                    let other = place + generator.nextIndex(below: groups[index].figures.count - place)
                    groups[index].figures.swapAt(place, other)
                    sum += groups[index].figures[place]
                }
            }
            use(sum)
        }
    }

    /// The seed of the random permutations. It does not depend on which figures are new, but differs for other figures,
    /// so that tests do not share the same draws.
    var seed: UInt64 {
        let figures = groups.flatMap { ($0.old + $0.new).flatMap(\.self) }.sorted()
        return figures.reduce(into: 20_140_901) { seed, figure in
            var generator = SplitMix64(seed: seed ^ figure.bitPattern)
            seed = generator.next()
        }
    }

    /// The binomial coefficient n over k.
    private static func combinations(_ n: Int, _ k: Int) -> Double {
        let fewer = min(k, n - k)
        var product = 1.0
        for index in 0..<fewer { product *= Double(n - index) / Double(index + 1) }
        return product.rounded()
    }
}
