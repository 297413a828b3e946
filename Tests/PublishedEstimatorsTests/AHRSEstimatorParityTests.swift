import Pipelines
import PublishedEstimators
import SensorFilters
import SensorModel
import TestSupport
import Testing

/// Parity with further estimators of the PyPI package `ahrs` 0.4.0 on the samples of `ahrs.csv`.
/// `Scripts/smartphone_benchmark/ahrs_estimators.py` describes the conversion between its frames and ours.
struct AHRSEstimatorParityTests {
    /// An estimator of the package, and the SPEC that equals it.
    struct Pair: Sendable, CustomTestStringConvertible {
        let name: String
        let estimator: String
        let values: [String: String]

        var testDescription: String { name }
    }

    /// Degrees. Both implementations read the same rounded samples, and the fixture has 15 decimals.
    private static let sameEquations = 1e-9
    /// The fixture has the orientations of every tenth sample.
    private static let every = 10
    /// s. −Δt/ln 0.9 at 100 Hz.
    private static let timeConstant = "0.09491221581029904"
    /// m/s². The package's gravity at Munich.
    private static let gravity = "9.807425085580817"

    static let pairs =
        ["davenport", "quest", "flae", "oleq"].map {
            Pair(name: $0, estimator: "singleFrame", values: ["method": $0, "dip": "64"])
        }
        + ["famc", "saam", "fqa", "tilt"].map { Pair(name: $0, estimator: "singleFrame", values: ["method": $0]) }
        + [
            Pair(name: "roleq", estimator: "roleq", values: ["dip": "64"]),
            Pair(name: "aqua", estimator: "aqua", values: ["adaptive": "false", "bias": "false"]),
            Pair(
                name: "aqua_adaptive",
                estimator: "aqua",
                values: ["alpha": "0.1", "bias": "false", "gravity": gravity]
            ),
            Pair(
                name: "complementary",
                estimator: "complementary",
                values: ["form": "angles", "timeConstant": timeConstant]
            ),
        ]

    private static func frames() throws -> [SensorFrame] {
        let table = try NumberTable(fixture: "ahrs.csv")
        let (forces, rates, fields) = (try table.vectors("acc"), try table.vectors("gyr"), try table.vectors("mag"))
        return forces.indices.map { index in
            SensorFrame(
                time: Double(index) * 0.01,
                accelerometer: forces[index],
                gyroscope: rates[index],
                magnetometer: fields[index]
            )
        }
    }

    @Test(arguments: pairs)
    func `An estimator equals that of ahrs`(_ pair: Pair) throws {
        let entry = try #require(EstimatorCatalogue.entry(named: pair.estimator))
        var estimator = entry.make(try entry.values(pair.values))
        let expected = try NumberTable(fixture: "ahrs_estimators.csv").orientations(pair.name)
        var largest = 0.0
        for (index, frame) in try Self.frames().enumerated() {
            let output = try estimator.output(for: frame)
            guard index.isMultiple(of: Self.every) else { continue }
            largest = max(largest, output.angle(to: expected[index / Self.every]).degrees)
        }
        #expect(largest < Self.sameEquations)
    }
}
