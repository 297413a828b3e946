import Pipelines
import PublishedEstimators
import SensorFilters
import SensorModel
import TestSupport
import Testing

/// Parity of the Kalman filters with the program of the smartphone benchmark (Michel et al. 2018) on a synthetic
/// recording. `Fixtures/make_smartphone_kalman.py` describes it.
struct SmartphoneKalmanTests {
    /// An algorithm of the program, and the SPEC that equals it.
    struct Algorithm: Sendable, CustomTestStringConvertible {
        let name: String
        let estimator: String
        let values: [String: String]

        init(_ name: String, _ estimator: String, _ values: String) {
            self.name = name
            self.estimator = estimator
            let pairs = values.split(separator: ",").map { $0.split(separator: "=").map(String.init) }
            self.values = Dictionary(uniqueKeysWithValues: pairs.map { ($0[0], $0[1]) })
        }

        var testDescription: String { name }
    }

    /// Degrees. Both programs read the same rounded samples, and the fixture has 15 decimals. The rounding errors of 300
    /// steps in another order remain.
    private static let sameEquations = 1e-9

    /// The field and the gravity of the program.
    private static let dip = "dip=61.047"
    private static let field = "dip=61.047,fieldStrength=47.064"
    private static let gravity = "gravity=9.805752638741971"
    private static let nexus = """
        gyroscopeNoise=9.38e-4,gyroscopeNoiseY=8.18e-4,gyroscopeNoiseZ=7.77e-4,accelerometerNoise=1.60e-2,\
        accelerometerNoiseY=1.56e-2,accelerometerNoiseZ=2.85e-2,magnetometerNoise=0.650,magnetometerNoiseY=0.687,\
        magnetometerNoiseZ=0.625
        """
    private static let extacc = "accelerationThreshold=0.5,accelerationWindow=0.1"
    private static let repetition = "magneticDetection=repeat,repetition=benchmark"
    private static let noGates = "accelerationGate=false,fieldGate=false"

    static let algorithms = [
        Algorithm("Ekf", "quaternionEkf", dip),
        Algorithm("EkfExp", "quaternionEkf", "\(dip),transition=exponential"),
        Algorithm("EkfLJ", "quaternionEkf", "\(dip),jacobian=long"),
        Algorithm("EkfRev", "quaternionEkf", "\(dip),residual=device"),
        Algorithm("EkfSn", "quaternionEkf", "\(dip),\(nexus)"),
        Algorithm("EkfWithoutMag", "quaternionEkf", "residual=device,magnetometer=none"),
        Algorithm("MartinEkf", "quaternionEkf", "fieldVector=cross"),
        Algorithm("SabatiniExtacc", "quaternionEkf", "\(dip),\(gravity),\(extacc)"),
        Algorithm("SabatiniExtmag", "quaternionEkf", "\(field),magneticDetection=detect,dipThreshold=10"),
        Algorithm("MichelEkfExtmag", "quaternionEkf", "\(field),magneticDetection=detect"),
        Algorithm("MichelEkfExtmagWt", "quaternionEkf", "\(field),magneticDetection=wait"),
        Algorithm("MichelEkfExtmagWtRep", "quaternionEkf", "\(field),\(repetition)"),
        Algorithm("Choukroun", "choukroun", dip),
        Algorithm("ChoukrounSn", "choukroun", "\(dip),\(nexus)"),
        Algorithm("Renaudin", "renaudin", "\(dip),bias=false,\(noGates)"),
        Algorithm("RenaudinB", "renaudin", "\(dip),gradient=none,\(noGates)"),
        Algorithm("RenaudinBG", "renaudin", "\(dip),gradient=benchmark,\(noGates)"),
        Algorithm("RenaudinExtacc", "renaudin", "\(dip),bias=false,fieldGate=false"),
        Algorithm("RenaudinExtmag", "renaudin", "\(dip),bias=false,accelerationGate=false"),
        Algorithm("RenaudinExtaccExtmag", "renaudin", "\(dip),bias=false"),
        Algorithm("RenaudinBGExtaccExtmag", "renaudin", "\(dip),gradient=benchmark"),
    ]

    /// The largest angle, in degrees, between an estimator and an algorithm of the program.
    private func largestDegrees(_ estimator: String, _ values: [String: String], _ name: String) throws -> Double {
        let entry = try #require(EstimatorCatalogue.entry(named: estimator))
        return try SmartphoneInputs.largestDegrees(
            of: entry.make(try entry.values(values)),
            fixture: "smartphone_kalman.csv",
            column: name,
            // The program's output refers to true north, 1.499° west of magnetic north.
            turn: UnitQuaternion(angle: Angle(degrees: 1.499), axis: Vector3(0, 0, 1))
        )
    }

    @Test(arguments: algorithms)
    func `A Kalman filter equals that of the benchmark's program`(_ algorithm: Algorithm) throws {
        #expect(try largestDegrees(algorithm.estimator, algorithm.values, algorithm.name) < Self.sameEquations)
    }

    /// Degrees. The smallest difference of two algorithms that the fixture distinguishes.
    private static let distinct = 1e-3

    /// The perturbations of the fixture change the dip by less than the threshold of SabatiniExtmag, which then equals Ekf.
    @Test(arguments: algorithms.filter { $0.name != "SabatiniExtmag" })
    func `The fixture distinguishes the algorithms of an estimator`(_ algorithm: Algorithm) throws {
        for other in Self.algorithms
        where other.estimator == algorithm.estimator && ![algorithm.name, "SabatiniExtmag"].contains(other.name) {
            let difference = try largestDegrees(other.estimator, other.values, algorithm.name)
            #expect(difference > Self.distinct, "\(other.name)")
        }
    }
}
