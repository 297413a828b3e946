import Pipelines
import PublishedEstimators
import SensorFilters
import SensorModel
import TestSupport
import Testing

/// Parity of the Kalman filters with the program of the smartphone benchmark (Michel et al. 2018) on a synthetic
/// recording. `Fixtures/make_smartphone_kalman.py` describes it.
struct SmartphoneKalmanTests {
    private static let fixture = "smartphone_kalman.csv"
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

    static let algorithms: [BenchmarkAlgorithm] = [
        .init("Ekf", "quaternionEkf", dip),
        .init("EkfExp", "quaternionEkf", "\(dip),transition=exponential"),
        .init("EkfLJ", "quaternionEkf", "\(dip),jacobian=long"),
        .init("EkfRev", "quaternionEkf", "\(dip),residual=device"),
        .init("EkfSn", "quaternionEkf", "\(dip),\(nexus)"),
        .init("EkfWithoutMag", "quaternionEkf", "residual=device,magnetometer=none"),
        .init("MartinEkf", "quaternionEkf", "fieldVector=cross"),
        .init("SabatiniExtacc", "quaternionEkf", "\(dip),\(gravity),\(extacc)"),
        .init("SabatiniExtmag", "quaternionEkf", "\(field),magneticDetection=detect,dipThreshold=10"),
        .init("MichelEkfExtmag", "quaternionEkf", "\(field),magneticDetection=detect"),
        .init("MichelEkfExtmagWt", "quaternionEkf", "\(field),magneticDetection=wait"),
        .init("MichelEkfExtmagWtRep", "quaternionEkf", "\(field),\(repetition)"),
        .init("Choukroun", "choukroun", dip),
        .init("ChoukrounSn", "choukroun", "\(dip),\(nexus)"),
        .init("Renaudin", "renaudin", "\(dip),bias=false,\(noGates)"),
        .init("RenaudinB", "renaudin", "\(dip),gradient=none,\(noGates)"),
        .init("RenaudinBG", "renaudin", "\(dip),gradient=benchmark,\(noGates)"),
        .init("RenaudinExtacc", "renaudin", "\(dip),bias=false,fieldGate=false"),
        .init("RenaudinExtmag", "renaudin", "\(dip),bias=false,accelerationGate=false"),
        .init("RenaudinExtaccExtmag", "renaudin", "\(dip),bias=false"),
        .init("RenaudinBGExtaccExtmag", "renaudin", "\(dip),gradient=benchmark"),
    ]

    @Test(arguments: algorithms)
    func `A Kalman filter equals that of the benchmark's program`(_ algorithm: BenchmarkAlgorithm) throws {
        #expect(try algorithm.largestDegrees(Self.fixture, algorithm.name) < BenchmarkAlgorithm.sameEquations)
    }

    /// Degrees. The smallest difference of two algorithms that the fixture distinguishes.
    private static let distinct = 1e-3

    /// The perturbations of the fixture change the dip by less than the threshold of SabatiniExtmag, which then equals Ekf.
    @Test(arguments: algorithms.filter { $0.name != "SabatiniExtmag" })
    func `The fixture distinguishes the algorithms of an estimator`(_ algorithm: BenchmarkAlgorithm) throws {
        for other in Self.algorithms
        where other.estimator == algorithm.estimator && ![algorithm.name, "SabatiniExtmag"].contains(other.name) {
            let difference = try other.largestDegrees(Self.fixture, algorithm.name)
            #expect(difference > Self.distinct, "\(other.name)")
        }
    }
}
