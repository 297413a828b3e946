import TestSupport

/// The fixture `search.json`: the steps of scipy's Nelder-Mead simplex and of the package `cma`, and a population drawn
/// in Python.
struct SearchFixture: Decodable {
    struct Simplex: Decodable {
        let name: String
        let simplex: [[Double]]
        let points: [[Double]]
        let costs: [Double]
    }

    struct Strategy: Decodable {
        struct Step: Decodable {
            let points: [[Double]]
            let costs: [Double]
            let mean: [Double]
            let stepSize: Double
            let covariance: [[Double]]
        }

        let name: String
        let population: Int
        let steps: [Step]
    }

    struct Draw: Decodable {
        let seed: UInt64
        let points: [[Double]]
    }

    /// The tolerance as a share of the box. The order of summation over a hundred steps differs.
    static let precision = 1e-11

    let simplex: [Simplex]
    let strategy: [Strategy]
    let draws: [Draw]

    static func read() throws -> SearchFixture {
        try Package.decode("Tests/ExperimentsTests/Fixtures/search.json")
    }

    /// The largest difference between two lists; infinite for different lengths.
    static func distance(_ found: [Double], _ expected: [Double]) -> Double {
        guard found.count == expected.count else { return .infinity }
        return zip(found, expected).map { abs($0 - $1) }.max() ?? 0
    }
}
