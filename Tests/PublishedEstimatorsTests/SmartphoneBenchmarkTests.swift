import Pipelines
import PublishedEstimators
import SensorFilters
import SensorModel
import TestSupport
import Testing

/// Parity of the observers with the program of the smartphone benchmark (Michel et al. 2018) on a synthetic recording.
/// `Fixtures/make_smartphone_benchmark.py` describes it.
struct SmartphoneBenchmarkTests {
    /// An algorithm of the program, and the SPEC that equals it.
    struct Algorithm: Sendable, CustomTestStringConvertible {
        let name: String
        let estimator: String
        let values: [String: String]

        init(_ name: String, _ estimator: String, _ values: [String: String]) {
            self.name = name
            self.estimator = estimator
            self.values = values
        }

        var testDescription: String { name }
    }

    /// Degrees. Both programs read the same rounded samples, and the fixture has 15 decimals. The rounding errors of 300
    /// steps in another order remain.
    private static let sameEquations = 1e-9

    /// The field and the gravity of the program.
    private static let dip = ["dip": "61.047"]
    private static let strength = ["fieldStrength": "47.064"]
    private static let gravity = "9.805752638741971"

    private static func merged(_ parts: [String: String]...) -> [String: String] {
        parts.reduce(into: [:]) { $0.merge($1) { $1 } }
    }

    static let algorithms: [Algorithm] = {
        let fixed = merged(dip, ["reference": "fixed"])
        let west = ["reference": "crossProduct"]
        let mahonyMartin = merged(west, ["kp": "0.2", "km": "0.5"])
        let repetition = merged(strength, ["magneticDetection": "repeat", "repeatGain": "0.05"])
        let extacc = merged(dip, ["accelerationThreshold": "0.5", "gravity": gravity])
        return [
            Algorithm("Madgwick", "madgwick", ["axes": "eastNorthUp", "beta": "0.08"]),
            Algorithm("MadgwickB", "madgwick", ["axes": "eastNorthUp", "beta": "0.08", "zeta": "0.016"]),
            Algorithm("Mahony", "mahony", merged(fixed, ["kp": "1"])),
            Algorithm("MahonyB", "mahony", merged(fixed, ["kp": "1", "ki": "0.2"])),
            Algorithm("MahonyMartin", "mahony", mahonyMartin),
            Algorithm("MahonyMartinExtmagWtRep", "mahony", merged(mahonyMartin, repetition)),
            Algorithm("Fourati", "fourati", dip),
            Algorithm("FouratiExtacc", "fourati", extacc),
            Algorithm("FouratiMartin", "fourati", west),
            Algorithm("FouratiMartinExtmagWtRep", "fourati", merged(west, repetition)),
            Algorithm("MichelObsExtmag", "fourati", merged(dip, strength, ["magneticDetection": "detect"])),
            Algorithm("MichelObsExtmagWt", "fourati", merged(dip, strength, ["magneticDetection": "wait"])),
            Algorithm("MichelObsExtmagWtRep", "fourati", merged(dip, repetition, ["repeatGain": "2"])),
            Algorithm("Martin", "martin", ["form": "benchmark"]),
        ]
    }()

    /// The largest angle, in degrees, between an estimator and an algorithm of the program.
    private func largestDegrees(_ estimator: String, _ values: [String: String], _ name: String) throws -> Double {
        let entry = try #require(EstimatorCatalogue.entry(named: estimator))
        return try SmartphoneInputs.largestDegrees(
            of: entry.make(try entry.values(values)),
            fixture: "smartphone_observers.csv",
            column: name,
            // The program's output refers to true north, 1.499° west of magnetic north.
            turn: UnitQuaternion(angle: Angle(degrees: 1.499), axis: Vector3(0, 0, 1))
        )
    }

    @Test(arguments: algorithms)
    func `An observer equals that of the benchmark's program`(_ algorithm: Algorithm) throws {
        #expect(try largestDegrees(algorithm.estimator, algorithm.values, algorithm.name) < Self.sameEquations)
    }

    @Test(arguments: ["Fourati", "MichelObsExtmag", "MichelObsExtmagWt", "MichelObsExtmagWtRep"])
    func `The fixture distinguishes the variants of detection`(_ name: String) throws {
        for other in Self.algorithms where other.estimator == "fourati" && other.name != name {
            #expect(try largestDegrees("fourati", other.values, name) > 1)
        }
    }
}
