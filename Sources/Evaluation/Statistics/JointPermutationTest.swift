import SensorModel

/// Permutation tests of several metrics over the same cases, with a limited probability of at least one false alarm.
///
/// A case is a repeated recording or a seed of the simulations. A permutation exchanges old cases for new cases, each
/// with its values of all metrics. The most extreme result of all tests is determined for each permutation. The p-value
/// of a test is the share of permutations for which this result is at least as extreme as the test's observed result.
/// This is the step-down maximum test (Westfall & Young 1993, algorithm 4.1; Westfall & Troendle 2008,
/// doi:10.1002/bimj.200710456).
///
/// The Bonferroni correction would multiply the smallest possible p-value by the number of tests. With joint
/// permutations, the smallest possible p-value is the same as for a single test. Few seeds therefore suffice for any
/// number of pipelines and metrics.
///
/// ```swift
/// let test = PermutationTest([PermutationTest.Group(old: [1.0, 1.1, 0.9], new: [1.3, 1.4, 1.2])])
/// print(JointPermutationTest([.init(test, .larger)]).pValues)
/// ```
public struct JointPermutationTest: Sendable, Hashable {
    /// One test of a joint permutation test: the values of one metric, and the hypotheses about these values.
    public struct Question: Sendable, Hashable {
        /// The permutation test, which contains the values of one metric.
        public var test: PermutationTest
        /// The alternative hypothesis: new values are larger, or new values are smaller.
        public var alternative: PermutationTest.Alternative
        /// The factor by which the old values are multiplied under the null hypothesis.
        public var factor: Double
        /// The amount that is added to the old values under the null hypothesis.
        public var offset: Double

        /// Creates a test with its hypotheses.
        public init(
            _ test: PermutationTest,
            _ alternative: PermutationTest.Alternative,
            factor: Double = 1,
            offset: Double = 0
        ) {
            self.test = test
            self.alternative = alternative
            self.factor = factor
            self.offset = offset
        }
    }

    /// The difference below which two standardised sums are considered equal.
    private static let rounding = 1e-9

    /// The adjusted p-values in the order of the tests. If all results with p-values of at most α are reported, the
    /// probability of at least one false alarm is at most α.
    public let pValues: [Double]

    /// Computes the adjusted p-values. O(permutations · cases · tests).
    ///
    /// - Parameter questions: at least one test. The groups of all tests have the same cases in the same order.
    public init(_ questions: [Question]) {
        let first = questions[0].test
        let sizes = first.groups.map { (old: $0.old.count, new: $0.new.count) }
        precondition(
            questions.allSatisfy { question in
                question.test.groups.count == sizes.count
                    && zip(question.test.groups, sizes).allSatisfy { $0.old.count == $1.old && $0.new.count == $1.new }
            },
            "all tests have the same cases"
        )
        let columns = questions.map { $0.test.standardised($0.alternative, factor: $0.factor, offset: $0.offset) }
        let groups = sizes.indices.map { group in
            (rows: columns[0][group].indices.map { row in columns.map { $0[group][row] } }, new: sizes[group].new)
        }
        let observed = groups.reduce([Double](repeating: 0, count: questions.count)) { sum, group in
            group.rows.prefix(group.new).reduce(sum, Self.sum)
        }
        // The most extreme test comes first.
        let order = observed.indices.sorted { (observed[$1], $0) < (observed[$0], $1) }
        var counts = [Int](repeating: 0, count: order.count)
        func count(_ sums: [Double]) {
            var maximum = -Double.infinity
            for (rank, index) in order.enumerated().reversed() {
                maximum = max(maximum, sums[index])
                if maximum >= observed[index] - Self.rounding { counts[rank] += 1 }
            }
        }
        var total = 0.0
        if first.ways <= Double(PermutationTest.maximumWays) {
            Self.visit(groups[...], [Double](repeating: 0, count: order.count), count)
            total = first.ways
        } else {
            count(observed)
            Self.draw(groups, seed: first.seed, tests: order.count, count)
            total = Double(PermutationTest.draws + 1)
        }
        var pValues = [Double](repeating: 1, count: order.count)
        var largest = 0.0
        for (rank, index) in order.enumerated() {
            largest = max(largest, Double(counts[rank]) / total)
            pValues[index] = largest
        }
        self.pValues = pValues
    }

    /// Returns the maximum p-value that is significant in several joint tests (Tarone 1990).
    ///
    /// With this limit, the probability of at least one false alarm is at most `level`. The limit is `level` / m. The
    /// number m is the smallest for which at most m tests can have a p-value of at most `level` / m.
    ///
    /// - Parameters:
    ///   - smallestPValues: the smallest possible p-value of each test.
    ///   - level: the maximum probability of at least one false alarm, such as 0.05.
    public static func limit(smallestPValues: [Double], level: Double) -> Double {
        var divisor = 1
        while smallestPValues.count(where: { $0 <= level / Double(divisor) }) > divisor { divisor += 1 }
        return level / Double(divisor)
    }

    /// The cases of a group, each with one standardised value per test; new cases come first.
    private typealias Group = (rows: [[Double]], new: Int)

    private static func sum(_ numbers: [Double], _ others: [Double]) -> [Double] {
        var sum = numbers
        for index in sum.indices { sum[index] += others[index] }
        return sum
    }

    /// Calls `use` once for each permutation of old and new cases. The argument contains one sum per test: the sum of
    /// the test's values over the cases that the permutation makes new.
    private static func visit(_ groups: ArraySlice<Group>, _ sums: [Double], _ use: ([Double]) -> Void) {
        guard let group = groups.first else { return use(sums) }
        choose(group.rows[...], group.new, sums) { visit(groups.dropFirst(), $0, use) }
    }

    private static func choose(
        _ rows: ArraySlice<[Double]>,
        _ count: Int,
        _ sums: [Double],
        _ use: ([Double]) -> Void
    ) {
        if count == 0 { return use(sums) }
        guard let first = rows.first, rows.count >= count else { return }
        choose(rows.dropFirst(), count - 1, sum(sums, first), use)
        choose(rows.dropFirst(), count, sums, use)
    }

    /// Calls `use` once for each random permutation of the cases. The argument contains one sum per test: the sum over
    /// the cases that the permutation assigns to the new results.
    private static func draw(_ groups: [Group], seed: UInt64, tests: Int, _ use: ([Double]) -> Void) {
        var generator = SplitMix64(seed: seed)
        var groups = groups
        for _ in 0..<PermutationTest.draws {
            var sums = [Double](repeating: 0, count: tests)
            for index in groups.indices {
                // A partial shuffle that starts from the order of the previous permutation.
                for position in 0..<groups[index].new {
                    let other = position + generator.nextIndex(below: groups[index].rows.count - position)
                    groups[index].rows.swapAt(position, other)
                    for (test, number) in groups[index].rows[position].enumerated() { sums[test] += number }
                }
            }
            use(sums)
        }
    }
}
