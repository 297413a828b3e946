import Evaluation
import Foundation
import Positions
import Recordings
import SensorModel
import Synchronization
import TestSupport
import Testing

/// Trajectory errors compared with those of the Python package `evo`, from Fixtures/make_trajectory_errors.py.
struct TrajectoryParityTests {
    /// Metres, degrees, their squares, or no unit. Positions of some metres and evo's matrices have rounding errors
    /// below 1e−13.
    static let tolerance = 1e-9
    /// Relative: the fixture's figures have thirteen digits. This matters for sums of squares above a thousand.
    static let written = 1e-12

    static let fixtures = Package.root.appendingPathComponent("Tests/PositionsTests/Fixtures")
    static let real = "trajectories"

    struct Comparison: Decodable, Sendable, CustomTestStringConvertible {
        struct Pairing: Decodable {
            let delta: Double
            let unit: String
            let all: Bool
        }

        struct Case: Decodable {
            let alignment: String
            let part: String
            let pairing: Pairing?
            /// The count, followed by rmse, mean, median, std, min, max, sse and the 95th percentile.
            let statistics: [Double]
        }

        let reference: String
        let estimate: String
        let method: String
        let offset: Double
        let matched: Int
        let cases: [Case]

        var testDescription: String { "\(estimate) on \(reference), \(method), offset \(offset)" }
    }

    static func comparisons(_ name: String) throws -> [Comparison] {
        try JSONDecoder().decode([Comparison].self, from: Data(contentsOf: fixtures.appendingPathComponent(name)))
    }

    private static let known = Mutex<[URL: Trajectory]>([:])

    private static func read(_ url: URL) throws -> Trajectory {
        if let trajectory = known.withLock({ $0[url] }) { return trajectory }
        let format = try TrajectoryFormat.detect(path: url.path)
        let trajectory = try TrajectoryReader(format: format).read(path: url.path)
        known.withLock { $0[url] = trajectory }
        return trajectory
    }

    @Test func `The fixture has every alignment, every part and every unit of pairs`() throws {
        let cases = try Self.comparisons("trajectory_errors.json").flatMap(\.cases)
        #expect(Set(cases.map(\.alignment)) == Set(PoseAlignment.allCases.map(\.rawValue)))
        #expect(Set(cases.map(\.part)) == Set(PosePart.allCases.map(\.rawValue)))
        #expect(Set(cases.compactMap(\.pairing?.unit)) == Set(PosePairing.Unit.allCases.map(\.rawValue)))
    }

    @Test(arguments: try comparisons("trajectory_errors.json"))
    func `Every alignment, part and unit of pairs has evo's figures`(comparison: Comparison) throws {
        try Self.check(comparison, in: Self.fixtures)
    }

    @Test(.enabled(if: SharedDatasets.has(real)), arguments: try comparisons("trajectory_errors_real.json"))
    func `Real trajectories have evo's figures`(comparison: Comparison) throws {
        try Self.check(comparison, in: SharedDatasets.url(Self.real))
    }

    private static func check(_ comparison: Comparison, in folder: URL) throws {
        let reference = try read(folder.appendingPathComponent(comparison.reference))
        let estimate = try read(folder.appendingPathComponent(comparison.estimate))
        let method = try #require(TrajectoryMatching.Method(rawValue: comparison.method))
        #expect(!comparison.cases.isEmpty)
        for expected in comparison.cases {
            let result = try TrajectoryComparison(
                try metric(expected.pairing),
                of: try #require(PosePart(rawValue: expected.part)),
                reference: reference,
                estimate: estimate,
                matching: TrajectoryMatching(method: method, offset: comparison.offset),
                alignment: try #require(PoseAlignment(rawValue: expected.alignment))
            )
            #expect(result.association.count == comparison.matched)
            let name = "\(expected.alignment) \(expected.part) \(expected.pairing.map { "\($0)" } ?? "")"
            check(result.statistics, expected.statistics, name)
        }
    }

    private static func metric(_ pairing: Comparison.Pairing?) throws -> TrajectoryMetric {
        guard let pairing else { return .absolute }
        let unit = try #require(PosePairing.Unit(rawValue: pairing.unit))
        return .relative(PosePairing(delta: pairing.delta, unit: unit, usesAllPairs: pairing.all))
    }

    private static func check(_ found: ErrorStatistics, _ expected: [Double], _ name: String) {
        let values = [
            found.rmse, found.mean, found.median, found.standardDeviation, found.minimum, found.maximum,
            found.sse, found.p95,
        ]
        #expect(expected.count == values.count + 1, "\(name)")
        #expect(Double(found.count) == expected[0], "\(name)")
        guard Double(found.count) == expected[0] else { return }
        for (index, (value, other)) in zip(values, expected.dropFirst()).enumerated() {
            #expect(abs(value - other) <= tolerance + written * abs(other), "\(name), figure \(index)")
        }
    }
}
