import TestSupport

/// The fixture `statistics.json` with figures of `scipy.stats`.
struct StatisticsFixture: Decodable {
    struct Interval: Decodable {
        let values: [Double]
        let block: Int?
        let lower: Double
        let upper: Double
    }

    struct Quotient: Decodable {
        let values: [Double]
        let divisors: [Double]
        let lower: Double
        let upper: Double
    }

    struct Strata: Decodable {
        let groups: [[Double]]
        let lower: Double
        let upper: Double
    }

    struct StudentQuantile: Decodable {
        let tails: Double
        let degreesOfFreedom: Double
        let quantile: Double
    }

    struct Ranks: Decodable {
        let figures: [[Double]]
        let meanRanks: [Double]
        let statistic: Double
        let pValue: Double
    }

    struct Tail: Decodable {
        let statistic: Double
        let degreesOfFreedom: Int
        let tail: Double
    }

    struct Range: Decodable {
        let count: Int
        let tail: Double
        let quantile: Double
    }

    struct Permutation: Decodable {
        struct Group: Decodable {
            let old: [Double]
            let new: [Double]
        }

        let groups: [Group]
        let alternative: String
        let pValue: Double
    }

    /// Relative: another order of summation, and other approximations of the gamma and error functions.
    static let precision = 1e-12

    let bootstrap: [Interval]
    let quotients: [Quotient]
    let strata: [Strata]
    let studentQuantiles: [StudentQuantile]
    let blocks: [Interval]
    let friedman: [Ranks]
    let chiSquareTails: [Tail]
    let ranges: [Range]
    let permutations: [Permutation]

    static func read() throws -> StatisticsFixture {
        try Package.decode("Tests/EvaluationTests/Fixtures/statistics.json")
    }

    static func areEqual(_ found: Double, _ expected: Double, within relative: Double = precision) -> Bool {
        abs(found - expected) <= relative * abs(expected)
    }
}
