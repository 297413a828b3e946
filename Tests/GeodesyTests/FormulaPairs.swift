import Foundation
import SensorModel
import TestSupport

/// Pairs of points with their geodesic and the results of the closed formulas, computed outside this package.
///
/// `Fixtures/make_formula_pairs.py` creates them: 10 distances from 1 m to nearly half the circumference, and special
/// places.
struct FormulaPair {
    let start: GeographicPoint
    let end: GeographicPoint
    private let values: [String: Double]

    struct Unreadable: Error {}

    static func all() throws -> [FormulaPair] {
        let file = Package.root.appending(path: "Tests/GeodesyTests/Fixtures/formula_pairs.csv")
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        guard lines.count > 1 else { throw Unreadable() }
        let names = (lines.first ?? "").split(separator: ",").map(String.init)
        return try lines.dropFirst().map { line in
            let numbers = line.split(separator: ",").compactMap { Double($0) }
            guard numbers.count == names.count else { throw Unreadable() }
            return try FormulaPair(Dictionary(uniqueKeysWithValues: zip(names, numbers)))
        }
    }

    private init(_ values: [String: Double]) throws {
        func point(_ number: Int) throws -> GeographicPoint {
            guard let latitude = values["lat\(number)"], let longitude = values["lon\(number)"],
                let point = GeographicPoint(latitudeDegrees: latitude, longitudeDegrees: longitude)
            else { throw Unreadable() }
            return point
        }
        start = try point(1)
        end = try point(2)
        self.values = values
    }

    func value(_ column: String) throws -> Double {
        guard let value = values[column] else { throw Unreadable() }
        return value
    }

    /// The length of the geodesic on WGS84 in metres.
    func geodesic() throws -> Metres { try value("geodesic_m") }
}
