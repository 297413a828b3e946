import Pipelines
import PublishedEstimators
import SensorFilters
import SensorModel
import TestSupport
import Testing

/// An algorithm of the smartphone benchmark's program (Michel et al. 2018), and the SPEC that equals it.
struct BenchmarkAlgorithm: Sendable, CustomTestStringConvertible {
    /// Degrees. Both programs read the same rounded samples, and the fixtures have 15 decimals. The rounding errors of
    /// 300 steps in another order remain.
    static let sameEquations = 1e-9

    let name: String
    let estimator: String
    let values: [String: String]

    init(_ name: String, _ estimator: String, _ values: [String: String]) {
        self.name = name
        self.estimator = estimator
        self.values = values
    }

    init(_ name: String, _ estimator: String, _ values: String) {
        let pairs = values.split(separator: ",").map { $0.split(separator: "=").map(String.init) }
        self.init(name, estimator, Dictionary(uniqueKeysWithValues: pairs.map { ($0[0], $0[1]) }))
    }

    var testDescription: String { name }

    /// The largest angle, in degrees, between the estimator and an algorithm of the program.
    func largestDegrees(_ fixture: String, _ algorithm: String) throws -> Double {
        let entry = try #require(EstimatorCatalogue.entry(named: estimator))
        return try SmartphoneInputs.largestDegrees(
            of: entry.make(try entry.values(values)),
            fixture: fixture,
            column: algorithm,
            // The program's output refers to true north, 1.499° west of magnetic north.
            turn: UnitQuaternion(angle: Angle(degrees: 1.499), axis: Vector3(0, 0, 1))
        )
    }
}
