import Geodesy
import SensorModel

/// One formula over pairs in memory.
struct DistanceTask: Sendable {
    let name: String
    /// The sum of the distances. The code is specialised for the formula, like the loop of an app.
    let sum: @Sendable (_ pairs: [Pair]) -> Double

    /// A pair with the layout of C: four doubles.
    struct Pair: Sendable {
        let start: GeographicPoint
        let end: GeographicPoint
    }

    init<Formula: DistanceFormula>(_ name: String, _ formula: Formula) {
        self.name = name
        sum = { Self.sum($0, formula) }
    }

    /// The formulas that compute in double precision.
    static let all = [
        DistanceTask("sphericalCosines", SphericalCosines()),
        DistanceTask("haversine", Haversine()),
        DistanceTask("vincentySphere", VincentySphere()),
        DistanceTask("equirectangular", Equirectangular()),
        DistanceTask("metersPerDegree", MetersPerDegree()),
        DistanceTask("gamarayLinear", GamarayLinear()),
        DistanceTask("ecefChord", ECEFChord()),
        DistanceTask("enuNorm", ENUNorm()),
        DistanceTask("andoyerLambert", AndoyerLambert()),
        DistanceTask("vincenty", Vincenty()),
        DistanceTask("karney", Karney()),
    ]

    /// The sum excludes pairs without a result, as in C.
    private static func sum<Formula: DistanceFormula>(_ pairs: [Pair], _ formula: Formula) -> Double {
        var sum = 0.0
        for pair in pairs {
            if let distance = formula.distance(from: pair.start, to: pair.end) { sum += distance }
        }
        return sum
    }
}
