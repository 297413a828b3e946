/// The Holm procedure: which of several tests are significant, with a limit on the probability that any of them is a
/// false alarm.
///
/// Sources: Holm 1979, restricted to the tests that can be significant at all: Tarone 1990.
///
/// ```swift
/// let tests = [0.001, 0.2].map { HolmProcedure.Test(pValue: $0, smallestPValue: 0.0001) }
/// let findings = HolmProcedure(tests, level: 0.05).findings  // [.found, .notFound]
/// ```
public struct HolmProcedure: Sendable, Hashable {
    /// The outcome of one test.
    public struct Test: Sendable, Hashable {
        /// The p-value.
        public var pValue: Double
        /// The smallest p-value that any outcome of the test could have had.
        public var smallestPValue: Double

        /// Creates the outcome of a test.
        public init(pValue: Double, smallestPValue: Double) {
            self.pValue = pValue
            self.smallestPValue = smallestPValue
        }
    }

    /// The decision about one test.
    public enum Finding: Sendable, Hashable {
        /// The test is significant.
        case found
        /// The test is not significant.
        case notFound
        /// No outcome of the test could have been significant.
        case cannotTell
    }

    /// The decisions in the order of the tests.
    public let findings: [Finding]
    /// The upper limit of a test's smallest p-value for the test to be considered, and of the p-value of the first
    /// significant test.
    public let limit: Double

    /// Applies the procedure. O(n²).
    ///
    /// - Parameters:
    ///   - tests: the simultaneous tests, in any order.
    ///   - level: the probability that at least one test is a false alarm, such as 0.05.
    public init(_ tests: [Test], level: Double) {
        // Tarone 1990: the least K such that at most K tests have smallest p-values of at most level/K.
        var divisor = 1
        while tests.count(where: { $0.smallestPValue <= level / Double(divisor) }) > divisor { divisor += 1 }
        let limit = level / Double(divisor)
        self.limit = limit
        var findings = tests.map { $0.smallestPValue <= limit ? Finding.notFound : .cannotTell }
        let order = tests.indices.filter { findings[$0] == .notFound }.sorted { tests[$0].pValue < tests[$1].pValue }
        // Holm 1979, section 3: compare the smallest with level/n, the next with level/(n − 1), …, and stop at the
        // first that is larger.
        for (rank, index) in order.enumerated() {
            guard tests[index].pValue <= level / Double(order.count - rank) else { break }
            findings[index] = .found
        }
        self.findings = findings
    }
}
