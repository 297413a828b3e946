import Evaluation
import Foundation
import Geodesy
import Positions
import SensorModel
import TestSupport
import Testing

/// Geodesic distances compared with PROJ's, which uses Karney's own C implementation.
struct GeodesicParityTests {
    /// Metres: the accuracy of each of the two; 4 units in the last place of half the Earth's circumference.
    static let accuracy = 15e-9
    /// The number of pairs per band; the environment variable `SEXTANT_PARITY_PAIRS` changes it.
    static let pairsPerBand =
        ProcessInfo.processInfo.environment["SEXTANT_PARITY_PAIRS"].flatMap { Int($0) } ?? 3000

    enum Band: CaseIterable {
        case anywhere, street, nanometres, nearlyAntipodal, nearlyAntipodalOnEquator, polar, parallel, mirrored

        func pair(_ generator: inout SeededGenerator) -> (start: (Double, Double), end: (Double, Double)) {
            func random(_ reach: Double) -> Double { .random(in: -reach...reach, using: &generator) }
            let (latitude, longitude) = (random(89), random(180))
            let reach = Double.random(in: 0...1, using: &generator)
            return switch self {
            case .anywhere: ((latitude, longitude), (random(90), random(180)))
            case .street: ((latitude, longitude), (latitude + random(1e-3), longitude + random(1e-3)))
            case .nanometres: ((latitude, longitude), (latitude + random(1e-12), longitude + random(1e-12)))
            case .nearlyAntipodal:
                ((latitude, longitude), (-latitude + random(reach), longitude + 180 + random(reach)))
            case .nearlyAntipodalOnEquator:
                ((random(1e-9), longitude), (random(1e-9), longitude + 180 + random(0.7)))
            case .polar: ((90 - reach * 1e-6, longitude), (random(90), random(180)))
            case .parallel: ((latitude, longitude), (latitude, random(180)))
            case .mirrored: ((latitude, longitude), (-latitude, random(180)))
            }
        }
    }

    @Test(arguments: Band.allCases)
    func `Distances agree with PROJ's within 15 nm`(band: Band) throws {
        var generator = SeededGenerator(seed: 2013)
        let geodesic = Geodesic()
        var largest = 0.0
        for _ in 0..<Self.pairsPerBand {
            let pair = band.pair(&generator)
            let start = try #require(
                GeographicPoint(latitudeDegrees: pair.start.0, longitudeDegrees: pair.start.1)
            )
            let end = try #require(GeographicPoint(latitudeDegrees: pair.end.0, longitudeDegrees: pair.end.1))
            let expected = GeodesicReference.geodesic(from: start, to: end).distance
            let distance = geodesic.distance(from: start, to: end)
            largest = max(largest, abs(distance - expected))
            if abs(distance - expected) > Self.accuracy {
                Issue.record("\(start) to \(end): \(distance), and \(expected) by PROJ")
            }
        }
        #expect(largest <= Self.accuracy, "the largest difference is \(largest * 1e9) nm")
    }
}
