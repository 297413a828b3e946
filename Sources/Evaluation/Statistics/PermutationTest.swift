import RealModule
import SensorModel

/// A permutation test of whether new values are significantly larger, or smaller, than old values.
///
/// A case is, for example, a seed of a simulation. Each case has one value per scenario. The values of each scenario
/// are divided by the scenario's mean, so all scenarios have the same weight. Old and new cases are exchanged within
/// their group, because they are interchangeable if nothing has changed. All permutations are evaluated if there are at
/// most ``maximumWays`` permutations. Otherwise, ``draws`` random permutations are evaluated. The p-value is the share
/// of permutations whose new values are at least as extreme as the observed new values. A group of one old and one new
/// case is a pair. If all groups are pairs, the test is the sign-flip test of the differences.
///
/// The p-values are exact for any distribution of the values under two conditions: the cases are independent, and the
/// old and new cases of a group have the same distribution if nothing has changed.
///
/// Sources: Fisher 1935, section 21; random permutations as in Phipson & Smyth 2010, doi:10.2202/1544-6115.1585.
///
/// ```swift
/// let test = PermutationTest([PermutationTest.Group(old: [1.0, 1.1, 0.9], new: [1.3, 1.4, 1.2])])
/// print(test.pValue(.larger), test.smallestPValue)
/// ```
public struct PermutationTest: Sendable, Hashable {
    /// Interchangeable cases, such as seeds of the same scenarios: at least one old and one new case.
    ///
    /// All cases have the same number of values, one per scenario. The values within a case may depend on each other.
    /// Values are finite and not negative.
    public struct Group: Sendable, Hashable {
        /// The values of each old case.
        public var old: [[Double]]
        /// The values of each new case.
        public var new: [[Double]]

        /// Creates a group of cases.
        public init(old: [[Double]], new: [[Double]]) {
            self.old = old
            self.new = new
        }

        /// Creates a group for a single scenario: `old` and `new` contain one value for each case.
        public init(old: [Double], new: [Double]) {
            self.init(old: old.map { [$0] }, new: new.map { [$0] })
        }

        /// Returns the group with the old values multiplied by `factor` and increased by `offset`. Negative results are
        /// set to zero.
        func scaled(by factor: Double, plus offset: Double) -> Group {
            Group(old: old.map { $0.map { max(0, factor * $0 + offset) } }, new: new)
        }

        /// The weight of each scenario: the reciprocal of the mean of the scenario's values; 0 if all values are zero.
        var weights: [Double] {
            let cases = old + new
            return (old.first ?? []).indices.map { kind in
                let sum = cases.reduce(0) { $0 + $1[kind] }
                return sum > 0 ? Double(cases.count) / sum : 0
            }
        }
    }

    /// The alternative hypothesis about the new values.
    public enum Alternative: Sendable, Hashable {
        /// The new values are larger.
        case larger
        /// The new values are smaller.
        case smaller
    }

    /// The number of possible permutations up to which all are evaluated. Above this number, random permutations are
    /// drawn.
    public static let maximumWays = 16_384
    /// The number of random permutations.
    public static let draws = 19_999
    /// The standard deviation of the weighted sums up to which all cases count as equal. In each scenario, the mean of
    /// the weighted values is 1.
    private static let rounding = 1e-11

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
            "the cases of a group have equal numbers of values"
        )
        self.groups = groups
    }

    /// The number of possible permutations; infinite if the number exceeds the range of a `Double`.
    public var ways: Double {
        groups.reduce(1) { $0 * Self.combinations($1.old.count + $1.new.count, $1.new.count) }
    }

    /// The smallest possible p-value. With few cases, the smallest p-value can exceed the significance level.
    public var smallestPValue: Double { ways <= Double(Self.maximumWays) ? 1 / ways : 1 / Double(Self.draws + 1) }

    /// A Boolean value that indicates whether all cases within each group have equal values.
    public var isUniform: Bool {
        groups.allSatisfy { group in (group.old + group.new).allSatisfy { $0 == group.old[0] } }
    }

    /// Returns the p-value of an alternative hypothesis. O(permutations · cases).
    ///
    /// The p-value is the probability of new values that are at least this large, or at least this small, under the
    /// null hypothesis. The null hypothesis is that new values are distributed like old values times `factor` plus
    /// `offset`.
    public func pValue(_ alternative: Alternative, factor: Double = 1, offset: Double = 0) -> Double {
        JointPermutationTest([.init(self, alternative, factor: factor, offset: offset)]).pValues[0]
    }

    /// Returns one standardised number per case. Each group has one array, in which the new cases come first. If the
    /// cases of each group are equal, all numbers are 0.
    ///
    /// The sum of the numbers of all new cases has the mean 0 and the variance 1 over all permutations. A larger sum is
    /// stronger evidence for `alternative`.
    func standardised(_ alternative: Alternative, factor: Double, offset: Double) -> [[Double]] {
        let deviations = groups.map { group -> (figures: [Double], new: Int) in
            let scaled = group.scaled(by: factor, plus: offset)
            let weights = scaled.weights
            // Each case is the weighted sum of its values; new cases come first.
            let figures = (scaled.new + scaled.old).map { Self.sum([$0], weights) }
            let mean = figures.reduce(0, +) / Double(figures.count)
            return (figures.map { $0 - mean }, scaled.new.count)
        }
        let variance = deviations.reduce(0.0) { sum, group in
            let (all, new) = (Double(group.figures.count), Double(group.new))
            return sum + new * (all - new) / (all * (all - 1)) * group.figures.reduce(0) { $0 + $1 * $1 }
        }
        let scale = variance > Self.rounding * Self.rounding ? 1 / variance.squareRoot() : 0
        return deviations.map { group in group.figures.map { $0 * (alternative == .larger ? scale : -scale) } }
    }

    /// Returns the minimum number *n* for which the p-value can be as small as `limit`. If `isOfPairs` is `true`, *n*
    /// is the number of pairs. Otherwise, *n* old cases are compared with *n* new cases.
    public func minimumCases(for limit: Double) -> Int {
        var count = 1
        while count < Self.maximumCases,
            1 / (isOfPairs ? .exp2(Double(count)) : Self.combinations(2 * count, count)) > limit
        {
            count += 1
        }
        return count
    }

    /// A Boolean value that indicates whether each group consists of one old and one new case.
    public var isOfPairs: Bool { groups.allSatisfy { $0.old.count == 1 && $0.new.count == 1 } }

    /// Returns an estimate of the number of old and of new cases, or of pairs, that are needed to detect a relative
    /// change with a probability of 80 %. Returns `nil` if the values have no spread.
    ///
    /// Source: the normal approximation with the correction of Guenther 1981 for Student's test.
    ///
    /// - Parameters:
    ///   - change: the relative change minus the accepted relative change, such as 0.05.
    ///   - limit: the maximum p-value that is significant.
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
        return max(minimumCases(for: limit), Int(saturating: estimate.rounded(.up)))
    }

    private static let power = 0.8
    private static let maximumCases = 60

    /// The seed of the random permutations, computed from the sorted values.
    ///
    /// Tests with different values use different permutations. Exchanging old and new values does not change the seed.
    var seed: UInt64 {
        let figures = groups.flatMap { ($0.old + $0.new).flatMap(\.self) }.sorted()
        return figures.reduce(into: 20_140_901) { seed, figure in
            var generator = SplitMix64(seed: seed ^ figure.bitPattern)
            seed = generator.next()
        }
    }

    /// Returns the binomial coefficient n over k.
    private static func combinations(_ n: Int, _ k: Int) -> Double {
        let fewer = min(k, n - k)
        var product = 1.0
        for index in 0..<fewer { product *= Double(n - index) / Double(index + 1) }
        return product.rounded()
    }
}

extension PermutationTest {
    /// The number of random permutations for a confidence interval.
    private static let intervalDraws = 999
    /// The largest value of ``ratio`` that is searched. The smallest value is the reciprocal of this constant.
    private static let reach = 1e6

    /// The ratio of new to old values: the factor by which old values must be multiplied so that old and new values do
    /// not differ.
    ///
    /// The ratio is `nil` if all old values are zero. Otherwise, it is 0 if all new values are zero. O(values).
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

    /// Returns the confidence interval of ``ratio``, or `nil` if the ratio is `nil` or 0. A bound is `nil` if there are
    /// too few values to reject any factor.
    ///
    /// The interval contains the factors that are not rejected by two one-sided tests, each with half the error
    /// probability (Garthwaite 1996). The weights of the scenarios are computed once, for ``ratio``.
    ///
    /// - Parameter confidence: the confidence level, such as 0.95.
    public func ratioInterval(confidence: Double) -> (lower: Double?, upper: Double?)? {
        guard let ratio, ratio > 0 else { return nil }
        let weights = groups.map { $0.scaled(by: ratio, plus: 0).weights }
        let limits = self.limits(weights)
        // The one-sided test rejects factors below the limit with this index: at most (1 − confidence)/2 of the
        // permutations are at least as extreme.
        let number = Int(((1 - confidence) / 2 * Double(limits.count)).nextUp)
        let sorted = limits.map(\.rising).sorted()
        let falling = limits.map(\.falling).sorted(by: >)
        let lower = sorted[number]
        let upper = falling[number]
        return (lower.isFinite ? lower : nil, upper.isFinite ? upper : nil)
    }

    /// Returns the weighted difference between the new values and `factor` times the old values, summed over all
    /// groups.
    private func excess(_ factor: Double) -> Double {
        groups.reduce(0) { sum, group in
            let scaled = group.scaled(by: factor, plus: 0)
            let weights = scaled.weights
            let (old, new) = (Double(group.old.count), Double(group.new.count))
            let difference = Self.sum(scaled.new, weights) / new - Self.sum(scaled.old, weights) / old
            return sum + old * new / (old + new) * difference
        }
    }

    /// Returns the weighted sum of the values of all cases.
    private static func sum(_ cases: [[Double]], _ weights: [Double]) -> Double {
        cases.reduce(0) { sum, figures in zip(figures, weights).reduce(sum) { $0 + $1.0 * $1.1 } }
    }

    /// Returns the factors at which random permutations become as extreme as the observation, two for each permutation.
    ///
    /// A permutation exchanges some old cases for the same number of new cases. Let O be the sum of the exchanged old
    /// cases, and N the sum of the exchanged new cases. In a test for larger new values, a permutation is extreme at a
    /// factor f if f · O ≥ N. This holds from `rising` = N/O upwards. In a test for smaller new values, it is extreme
    /// if f · O ≤ N. This holds up to `falling` = N/O. A permutation without an exchange is extreme at any factor.
    private func limits(_ weights: [[Double]]) -> [(rising: Double, falling: Double)] {
        var generator = SplitMix64(seed: seed)
        let old = zip(groups, weights).map { group, weights in group.old.map { Self.sum([$0], weights) } }
        let new = zip(groups, weights).map { group, weights in group.new.map { Self.sum([$0], weights) } }
        var order = groups.map { Array(0..<$0.old.count + $0.new.count) }
        let sums = new.map { $0.reduce(0, +) }
        var limits = [(rising: -Double.infinity, falling: Double.infinity)]
        for _ in 0..<Self.intervalDraws {
            var (brought, taken) = (0.0, 0.0)
            for index in groups.indices {
                let count = new[index].count
                var (given, kept, exchanged) = (0.0, 0.0, 0)
                for position in 0..<count {
                    let other = position + generator.nextIndex(below: order[index].count - position)
                    order[index].swapAt(position, other)
                    let chosen = order[index][position]
                    if chosen < count {
                        kept += new[index][chosen]
                    } else {
                        given += old[index][chosen - count]
                        exchanged += 1
                    }
                }
                // Without an exchange, the difference between sums of the same values would not be exactly zero.
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

/// Quantiles of Student's t-distribution and of the normal distribution.
package enum StudentDistribution {
    /// Returns the number that the magnitude of a t-distributed variable exceeds with a probability of `tails`.
    ///
    /// Source: Hill 1970, doi:10.1145/355598.355600. The relative error is below 10⁻⁵ for the usual confidence levels.
    ///
    /// - Parameters:
    ///   - tails: the probability of both tails, such as 0.05.
    ///   - n: the degrees of freedom, at least 1 and not necessarily an integer.
    package static func twoSidedQuantile(tails: Double, degreesOfFreedom n: Double) -> Double {
        if n == 1 { return .cos(tails * .pi / 2) / .sin(tails * .pi / 2) }
        if n == 2 { return (2 / (tails * (2 - tails)) - 2).squareRoot() }
        let a = 1 / (n - 0.5)
        let b = 48 / (a * a)
        var c = ((20_700 * a / b - 98) * a - 16) * a + 96.36
        let d = ((94.5 / (b + c) - 3) / b + 1) * (a * .pi / 2).squareRoot() * n
        var y = Double.pow(d * tails, 2 / n)
        if y > 0.05 + a {
            let x = -normalQuantile(upperTail: tails / 2)
            y = x * x
            if n < 5 { c += 0.3 * (n - 4.5) * (x + 0.6) }
            c = (((0.05 * d * x - 5) * x - 7) * x - 2) * x + b + c
            y = (((((0.4 * y + 6.3) * y + 36) * y + 94.5) / c - y - 3) / b + 1) * x
            y = .expMinusOne(a * y * y)
        } else {
            let tail = (1 / (((n + 6) / (n * y) - 0.089 * d - 0.822) * (n + 2) * 3) + 0.5 / (n + 4)) * y - 1
            y = tail * (n + 1) / (n + 2) + 1 / y
        }
        return (n * y).squareRoot()
    }

    /// Returns the number that a standard normal variable exceeds with the probability `upperTail`, by bisection.
    package static func normalQuantile(upperTail: Double) -> Double {
        var (below, above) = (-40.0, 40.0)
        for _ in 0..<64 {
            let middle = (below + above) / 2
            if Double.erfc(middle / 2.0.squareRoot()) / 2 > upperTail { below = middle } else { above = middle }
        }
        return (below + above) / 2
    }
}
