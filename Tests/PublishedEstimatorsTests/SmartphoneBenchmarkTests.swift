import Pipelines
import PublishedEstimators
import SensorFilters
import SensorModel
import TestSupport
import Testing

/// Parity of the observers with the program of the smartphone benchmark (Michel et al. 2018) on a synthetic recording.
/// `Fixtures/make_smartphone_benchmark.py` describes it.
struct SmartphoneBenchmarkTests {
    private static let fixture = "smartphone_observers.csv"
    /// The field and the gravity of the program.
    private static let dip = ["dip": "61.047"]
    private static let strength = ["fieldStrength": "47.064"]
    private static let gravity = "9.805752638741971"

    private static func merged(_ parts: [String: String]...) -> [String: String] {
        parts.reduce(into: [:]) { $0.merge($1) { $1 } }
    }

    static let algorithms: [BenchmarkAlgorithm] = {
        let fixed = merged(dip, ["reference": "fixed"])
        let west = ["reference": "crossProduct"]
        let mahonyMartin = merged(west, ["kp": "0.2", "km": "0.5"])
        let repetition = merged(strength, ["magneticDetection": "repeat", "repeatGain": "0.05"])
        let extacc = merged(dip, ["accelerationThreshold": "0.5", "gravity": gravity])
        return [
            .init("Madgwick", "madgwick", ["axes": "eastNorthUp", "beta": "0.08"]),
            .init("MadgwickB", "madgwick", ["axes": "eastNorthUp", "beta": "0.08", "zeta": "0.016"]),
            .init("Mahony", "mahony", merged(fixed, ["kp": "1"])),
            .init("MahonyB", "mahony", merged(fixed, ["kp": "1", "ki": "0.2"])),
            .init("MahonyMartin", "mahony", mahonyMartin),
            .init("MahonyMartinExtmagWtRep", "mahony", merged(mahonyMartin, repetition)),
            .init("Fourati", "fourati", dip),
            .init("FouratiExtacc", "fourati", extacc),
            .init("FouratiMartin", "fourati", west),
            .init("FouratiMartinExtmagWtRep", "fourati", merged(west, repetition)),
            .init("MichelObsExtmag", "fourati", merged(dip, strength, ["magneticDetection": "detect"])),
            .init("MichelObsExtmagWt", "fourati", merged(dip, strength, ["magneticDetection": "wait"])),
            .init("MichelObsExtmagWtRep", "fourati", merged(dip, repetition, ["repeatGain": "2"])),
            .init("Martin", "martin", ["form": "benchmark"]),
        ]
    }()

    @Test(arguments: algorithms)
    func `An observer equals that of the benchmark's program`(_ algorithm: BenchmarkAlgorithm) throws {
        #expect(try algorithm.largestDegrees(Self.fixture, algorithm.name) < BenchmarkAlgorithm.sameEquations)
    }

    @Test(arguments: ["Fourati", "MichelObsExtmag", "MichelObsExtmagWt", "MichelObsExtmagWtRep"])
    func `The fixture distinguishes the variants of detection`(_ name: String) throws {
        for other in Self.algorithms where other.estimator == "fourati" && other.name != name {
            #expect(try other.largestDegrees(Self.fixture, name) > 1)
        }
    }
}
