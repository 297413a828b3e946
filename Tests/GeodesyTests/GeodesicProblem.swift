import Foundation
import SensorModel
import TestSupport
import Testing

/// Two points and the shortest path between them from another implementation.
struct GeodesicProblem: CustomStringConvertible {
    let band: String
    let start: GeographicPoint
    let end: GeographicPoint
    /// Metres.
    let distance: Double
    /// Degrees, at both ends.
    let azimuths: [Double]
    /// m₁₂ in metres.
    let reducedLength: Double
    let flattening: Double

    var description: String {
        "\(band): \(start.latitudeDegrees) \(start.longitudeDegrees) to \(end.latitudeDegrees) \(end.longitudeDegrees)"
            + ", flattening \(flattening)"
    }

    /// All cases of `Fixtures/geodesic.csv`, on three ellipsoids.
    static func fixtures() throws -> [GeodesicProblem] {
        try lines(of: Package.root.appending(path: "Tests/GeodesyTests/Fixtures/geodesic.csv")).map { band, numbers in
            try #require(numbers.count == 9)
            return GeodesicProblem(
                band: band,
                start: try point(numbers[1], numbers[2]),
                end: try point(numbers[3], numbers[4]),
                distance: numbers[5],
                azimuths: [numbers[6], numbers[7]],
                reducedLength: numbers[8],
                flattening: numbers[0]
            )
        }
    }

    /// The 4,000 problems on WGS84 in the shared datasets, with 9 decimals of a metre.
    static func shared() throws -> [GeodesicProblem] {
        try lines(of: SharedDatasets.url("geodesic/reference.csv")).map { band, numbers in
            try #require(numbers.count == 6)
            return GeodesicProblem(
                band: band,
                start: try point(numbers[0], numbers[1]),
                end: try point(numbers[2], numbers[3]),
                distance: numbers[4],
                azimuths: [numbers[5]],
                reducedLength: .nan,
                flattening: 1 / 298.257_223_563
            )
        }
    }

    private static func lines(of file: URL) throws -> [(band: String, numbers: [Double])] {
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").dropFirst()
        try #require(!lines.isEmpty)
        return try lines.map { line in
            let fields = line.split(separator: ",")
            return (String(fields[0]), try fields.dropFirst().map { try #require(Double($0)) })
        }
    }
}
