import SensorModel

/// Whether new figures are larger, or smaller, than old ones beyond what chance gives: exact for few figures, and
/// without any law of the figures' distribution.
///
/// Figures are exchanged between old and new within their group, as if nothing had changed, in all ways that there are,
/// or in many at random: the p-value is the share of ways in which the new ones come out at least as large as they did.
/// Every figure counts in proportion to the mean of its group, so that no group outweighs the others. A group of one old
/// and one new figure is a pair: the test of pairs alone is the sign-flip test of their differences.
///
/// Fisher: The Design of Experiments. 1935, section 21; random ways as in Phipson & Smyth 2010,
/// doi:10.2202/1544-6115.1585. The error is what it is said to be whatever the figures are, as long as without a change
/// the old and the new ones of a group come from one distribution.
public struct PermutationTest: Sendable, Hashable {
    /// Figures of one kind, such as those of several seeds of one scenario: not negative, finite, at least one of each.
    public struct Group: Sendable, Hashable {
        public var old: [Double]
        public var new: [Double]

        public init(old: [Double], new: [Double]) {
            self.old = old
            self.new = new
        }

        /// With the old figures so many times as large, plus something, but not below zero.
        func scaled(by factor: Double, plus offset: Double) -> Group {
            Group(old: old.map { max(0, factor * $0 + offset) }, new: new)
        }

        /// The mean of all.
        var level: Double { (old.reduce(0, +) + new.reduce(0, +)) / Double(old.count + new.count) }
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
    static let seed: UInt64 = 20_140_901
    /// Sums that differ by less, as a share of the number of figures, are equal: figures of a group are about one.
    static let rounding = 1e-11

    public let groups: [Group]

    /// - Parameter groups: at least one.
    public init(_ groups: [Group]) {
        precondition(!groups.isEmpty, "there is something to test")
        precondition(groups.allSatisfy { !$0.old.isEmpty && !$0.new.isEmpty }, "a group has old and new figures")
        self.groups = groups
    }

    /// In how many ways the figures can be exchanged; infinite where the number is too large to tell.
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
            let level = scaled.level
            return Shares(
                figures: (scaled.new + scaled.old).map { level > 0 ? $0 / level : 0 },
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

    /// A group's figures in proportion to their mean; the new ones first.
    struct Shares {
        var figures: [Double]
        let new: Int
    }

    /// The sum of the new figures in every way.
    private static func allSums(_ groups: [Shares]) -> [Double] {
        groups.reduce(into: [0.0]) { sums, group in
            let choices = choices(group.figures[...], group.new)
            sums = sums.flatMap { sum in choices.map { sum + $0 } }
        }
    }

    /// The sums of all choices of so many figures.
    private static func choices(_ figures: ArraySlice<Double>, _ count: Int) -> [Double] {
        if count == 0 { return [0] }
        guard let first = figures.first, figures.count >= count else { return [] }
        let rest = figures.dropFirst()
        return choices(rest, count - 1).map { first + $0 } + choices(rest, count)
    }

    /// The sum of the new figures in ``draws`` random ways.
    private func drawSums(_ groups: [Shares], _ use: (Double) -> Void) {
        var generator = SplitMix64(seed: Self.seed)
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

    /// n over k.
    private static func combinations(_ n: Int, _ k: Int) -> Double {
        let fewer = min(k, n - k)
        var product = 1.0
        for index in 0..<fewer { product *= Double(n - index) / Double(index + 1) }
        return product.rounded()
    }
}
