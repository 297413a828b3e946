/// Which of several tests have found something, with the chance that any of them errs held at a level.
///
/// Holm 1979, over the tests that could find something at all: Tarone 1990.
public struct HolmProcedure: Sendable, Hashable {
    public struct Test: Sendable, Hashable {
        public var pValue: Double
        /// No outcome of the test would have had a smaller one.
        public var smallestPValue: Double

        public init(pValue: Double, smallestPValue: Double) {
            self.pValue = pValue
            self.smallestPValue = smallestPValue
        }
    }

    public enum Finding: Sendable, Hashable {
        case found
        case notFound
        /// Nothing that the test could have seen would have counted.
        case cannotTell
    }

    /// In the order of the tests.
    public let findings: [Finding]
    /// What a test's smallest p-value must not exceed for the test to count, and be found as the first.
    public let limit: Double

    /// - Parameters:
    ///   - tests: made together, in any order.
    ///   - level: the chance that one or more tests find what is not there, such as 0.05.
    public init(_ tests: [Test], level: Double) {
        // Tarone 1990: the least K such that at most K tests have smallest p-values of at most level/K.
        var divisor = 1
        while tests.count(where: { $0.smallestPValue <= level / Double(divisor) }) > divisor { divisor += 1 }
        let limit = level / Double(divisor)
        self.limit = limit
        var findings = tests.map { $0.smallestPValue <= limit ? Finding.notFound : .cannotTell }
        let order = tests.indices.filter { findings[$0] == .notFound }.sorted { tests[$0].pValue < tests[$1].pValue }
        // Holm 1979, section 3: compare the smallest with level/n, the next with level/(n − 1), …; stop at the first that
        // is larger.
        for (rank, index) in order.enumerated() {
            guard tests[index].pValue <= level / Double(order.count - rank) else { break }
            findings[index] = .found
        }
        self.findings = findings
    }
}
