import SensorModel

/// Whether new figures are larger, or smaller, than old ones beyond what chance gives: exact for few figures, and
/// without any law of the figures' distribution.
///
/// Cases are exchanged between old and new within their group, as if nothing had changed, in all ways that there are, or
/// in many at random: the p-value is the share of ways in which the new ones come out at least as large as they did.
/// Figures of one kind count in proportion to their mean, so that none outweighs the others. A group of one old and one
/// new case is a pair: the test of pairs alone is the sign-flip test of their differences.
///
/// Fisher 1935, section 21; random ways as in Phipson & Smyth 2010, doi:10.2202/1544-6115.1585. The error is what it is
/// said to be whatever the figures are, as long as without a change the old and the new cases of a group come from one
/// distribution, and cases do not depend on each other.
public struct PermutationTest: Sendable, Hashable {
    /// Cases of one kind, such as seeds of some scenarios: at least one old and one new one. Each has as many figures, one
    /// per scenario, that may depend on each other; not negative, finite.
    public struct Group: Sendable, Hashable {
        public var old: [[Double]]
        public var new: [[Double]]

        public init(old: [[Double]], new: [[Double]]) {
            self.old = old
            self.new = new
        }

        /// Cases of one figure each.
        public init(old: [Double], new: [Double]) {
            self.init(old: old.map { [$0] }, new: new.map { [$0] })
        }

        /// With the old figures so many times as large, plus something, but not below zero.
        func scaled(by factor: Double, plus offset: Double) -> Group {
            Group(old: old.map { $0.map { max(0, factor * $0 + offset) } }, new: new)
        }

        /// What a figure of each kind counts: the reciprocal of the mean of all of that kind; nothing where all are zero.
        var weights: [Double] {
            let cases = old + new
            return (old.first ?? []).indices.map { kind in
                let sum = cases.reduce(0) { $0 + $1[kind] }
                return sum > 0 ? Double(cases.count) / sum : 0
            }
        }
    }

    /// What the new figures are suspected of.
    public enum Alternative: Sendable, Hashable {
        case larger
        case smaller
    }

    /// With more ways than this, random ones are drawn.
    public static let mostWays = 16_384
    /// How many are drawn then.
    public static let draws = 19_999
    /// Sums that differ by less, as a share of the number of cases, are equal: figures count about one.
    static let rounding = 1e-11

    public let groups: [Group]

    /// - Parameter groups: at least one.
    public init(_ groups: [Group]) {
        precondition(!groups.isEmpty, "there is something to test")
        precondition(groups.allSatisfy { !$0.old.isEmpty && !$0.new.isEmpty }, "a group has old and new cases")
        let kinds = groups.map { $0.old[0].count }
        precondition(
            zip(groups, kinds).allSatisfy { group, count in (group.old + group.new).allSatisfy { $0.count == count } },
            "the cases of a group have as many figures"
        )
        self.groups = groups
    }

    /// In how many ways the cases can be exchanged; infinite where the number is too large to tell.
    public var ways: Double {
        groups.reduce(1) { $0 * Self.combinations($1.old.count + $1.new.count, $1.new.count) }
    }

    /// No p-value can be smaller: with few figures even the clearest difference may be chance.
    public var smallestPValue: Double { ways <= Double(Self.mostWays) ? 1 / ways : 1 / Double(Self.draws + 1) }

    /// Whether all figures of each group are equal.
    public var isUniform: Bool {
        groups.allSatisfy { group in (group.old + group.new).allSatisfy { $0 == group.old[0] } }
    }

    /// The chance of new figures that are so large, or so small, or more so, if they came from the distribution of the
    /// old ones times `factor` plus `offset`.
    public func pValue(_ alternative: Alternative, factor: Double = 1, offset: Double = 0) -> Double {
        let shares = groups.map { group in
            let scaled = group.scaled(by: factor, plus: offset)
            let weights = scaled.weights
            return Shares(
                figures: (scaled.new + scaled.old).map { zip($0, weights).reduce(0) { $0 + $1.0 * $1.1 } },
                new: scaled.new.count
            )
        }
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

    /// A group's cases, each the sum of its figures in proportion to their means; the new ones first.
    struct Shares {
        var figures: [Double]
        let new: Int
    }

    /// The sum of the new cases in every way.
    private static func allSums(_ groups: [Shares]) -> [Double] {
        groups.reduce(into: [0.0]) { sums, group in
            let choices = choices(group.figures[...], group.new)
            sums = sums.flatMap { sum in choices.map { sum + $0 } }
        }
    }

    /// The sums of all choices of so many cases.
    private static func choices(_ figures: ArraySlice<Double>, _ count: Int) -> [Double] {
        if count == 0 { return [0] }
        guard let first = figures.first, figures.count >= count else { return [] }
        let rest = figures.dropFirst()
        return choices(rest, count - 1).map { first + $0 } + choices(rest, count)
    }

    /// The sum of the new cases in ``draws`` random ways.
    private func drawSums(_ groups: [Shares], _ use: (Double) -> Void) {
        var generator = SplitMix64(seed: seed)
        var groups = groups
        for _ in 0..<Self.draws {
            var sum = 0.0
            for index in groups.indices {
                // The beginning of a shuffle; each goes on from the last one's order.
                for place in 0..<groups[index].new {
                    let other = place + generator.nextIndex(below: groups[index].figures.count - place)
                    groups[index].figures.swapAt(place, other)
                    sum += groups[index].figures[place]
                }
            }
            use(sum)
        }
    }

    /// The same whichever figures are the new ones, and another for other figures: the luck of one draw is not that of all
    /// tests.
    var seed: UInt64 {
        let figures = groups.flatMap { ($0.old + $0.new).flatMap(\.self) }.sorted()
        return figures.reduce(into: 20_140_901) { seed, figure in
            var generator = SplitMix64(seed: seed ^ figure.bitPattern)
            seed = generator.next()
        }
    }

    /// n over k.
    private static func combinations(_ n: Int, _ k: Int) -> Double {
        let fewer = min(k, n - k)
        var product = 1.0
        for index in 0..<fewer { product *= Double(n - index) / Double(index + 1) }
        return product.rounded()
    }
}
