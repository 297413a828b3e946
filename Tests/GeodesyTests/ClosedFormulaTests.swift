import Geodesy
import SensorModel
import Testing

/// The closed formulas in double precision, compared with mpmath in 60 digits.
struct ClosedFormulaTests {
    /// Metres: a tenth of a micrometre, which covers the fixture's last digit and rounding at the Earth's size.
    private static let metres = 1e-7
    /// Degrees: the error of a bearing over a metre or more.
    private static let degrees = 1e-6

    private static let distances: [(formula: any DistanceFormula, column: String)] = [
        (VincentySphere(), "greatCircle_m"), (Equirectangular(), "equirectangular_m"),
        (MetersPerDegree(), "metersPerDegree_m"), (GamarayLinear(), "gamarayLinear_m"), (ECEFChord(), "chord_m"),
        (ENUNorm(), "chord_m"),
    ]

    @Test(arguments: distances.indices)
    func `Distances agree with mpmath to a tenth of a micrometre`(index: Int) throws {
        let (formula, column) = Self.distances[index]
        for pair in try FormulaPair.all() {
            let distance = try #require(formula.distance(from: pair.start, to: pair.end))
            #expect(abs(distance - (try pair.value(column))) < Self.metres, "\(column) \(pair.start) \(pair.end)")
        }
    }

    @Test func `Haversines lose digits only near the antipode`() throws {
        for pair in try FormulaPair.all() {
            let expected = try pair.value("greatCircle_m")
            let distance = try #require(Haversine().distance(from: pair.start, to: pair.end))
            // Half a unit in the last place of 1 in the haversine, divided by the slope of its sine.
            let lost = 6_371_000 * 4 * Double.ulpOfOne / max(1e-8, .pi - expected / 6_371_000)
            #expect(abs(distance - expected) < Self.metres + lost, "\(pair.start) \(pair.end)")
        }
    }

    @Test func `The arccosine loses centimetres for close points`() throws {
        var worst = 0.0
        for pair in try FormulaPair.all() {
            let expected = try pair.value("greatCircle_m")
            let distance = try #require(SphericalCosines().distance(from: pair.start, to: pair.end))
            worst = max(worst, abs(distance - expected))
        }
        // Metres: one step of the cosine at the listing's distance of 8 cm, and the stated bound.
        #expect(worst > 0.01 && worst < 0.25)
    }

    @Test func `Great-circle bearings agree with mpmath`() throws {
        for pair in try FormulaPair.all() {
            let distance = try pair.value("greatCircle_m")
            guard distance > 0.4, distance < 20_000_000 else { continue }
            let bearing = try #require(Haversine().initialBearing(from: pair.start, to: pair.end))
            let difference = (bearing.degrees - (try pair.value("bearing_deg"))).remainder(dividingBy: 360)
            #expect(abs(difference) < Self.degrees, "\(pair.start) \(pair.end)")
        }
    }

    @Test func `A quarter of the equator has a quarter of the circumference`() throws {
        let start = try #require(GeographicPoint(latitudeDegrees: 0, longitudeDegrees: 0))
        let end = try #require(GeographicPoint(latitudeDegrees: 0, longitudeDegrees: 90))
        let formulas: [any DistanceFormula] = [
            Haversine(radius: 1), SphericalCosines(radius: 1), VincentySphere(radius: 1), Equirectangular(radius: 1),
            MetersPerDegree(radius: 1),
        ]
        for formula in formulas {
            let distance = try #require(formula.distance(from: start, to: end))
            #expect(abs(distance - .pi / 2) < 1e-15)
        }
    }
}
