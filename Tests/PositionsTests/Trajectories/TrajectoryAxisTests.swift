import Evaluation
import Foundation
import Positions
import Recordings
import SensorModel
import TestSupport
import Testing

/// Errors along each axis compared with those of numpy and scipy, from Fixtures/make_trajectory_axes.py.
struct TrajectoryAxisTests {
    /// Metres and degrees. Positions of some metres and evo's matrices have rounding errors below 1e−13.
    static let tolerance = 1e-9

    struct Comparison: Decodable, Sendable, CustomTestStringConvertible {
        struct Case: Decodable {
            let alignment: String
            /// The rmse, mean, median, std, min and max of each axis.
            let absolute: [[Double]]
            let relative: [[Double]]
        }

        let reference: String
        let estimate: String
        let frames: Double
        let cases: [Case]

        var testDescription: String { "\(estimate) on \(reference)" }
    }

    static let fixtures = Package.root.appendingPathComponent("Tests/PositionsTests/Fixtures")

    static func comparisons(_ name: String) throws -> [Comparison] {
        try JSONDecoder().decode([Comparison].self, from: Data(contentsOf: fixtures.appendingPathComponent(name)))
    }

    @Test(arguments: try comparisons("trajectory_axes.json"))
    func `The errors along each axis have numpy's figures`(comparison: Comparison) throws {
        try Self.check(comparison, in: Self.fixtures)
    }

    @Test(.enabled(if: SharedDatasets.has("trajectories")), arguments: try comparisons("trajectory_axes_real.json"))
    func `The errors of real trajectories along each axis have numpy's figures`(comparison: Comparison) throws {
        try Self.check(comparison, in: SharedDatasets.url("trajectories"))
    }

    @Test func `Translation and position axes have the same total`() throws {
        let result = try TrajectoryComparison(
            reference: try Self.read(Self.fixtures.appendingPathComponent("trajectory_reference.tum")),
            estimate: try Self.read(Self.fixtures.appendingPathComponent("trajectory_estimate.tum")),
            alignment: .sim3,
            measuresAxes: true
        )
        let squares = result.axes.prefix(3).map { $0.statistics.rmse * $0.statistics.rmse }
        #expect(abs(squares.reduce(0, +).squareRoot() - result.statistics.rmse) < Self.tolerance)
    }

    @Test func `A turn about the vertical is a yaw error with its sign`() throws {
        let poses = (0..<4).map { index in
            Pose(
                position: Vector3(Double(index), 0, 0),
                orientation: UnitQuaternion(rotationVector: Vector3(0.4, 0.1 * Double(index), 0.2))
            )
        }
        let turn = UnitQuaternion(rotationVector: Vector3(0, 0, 0.5))
        let turned = poses.map { Pose(position: $0.position + Vector3(0, 2, 0), orientation: turn * $0.orientation) }
        let result = try TrajectoryComparison(
            reference: Trajectory(times: [0, 1, 2, 3], poses: poses),
            estimate: Trajectory(times: [0, 1, 2, 3], poses: turned),
            measuresAxes: true
        )
        let means = result.axes.map(\.statistics.mean)
        let expected = [0, 2, 0, 0, 0, Angle(radians: 0.5).degrees]
        for (mean, value) in zip(means, expected) { #expect(abs(mean - value) < Tolerance.rounding) }
        #expect(result.axes.map(\.axis) == PoseAxis.allCases)
    }

    private static func read(_ url: URL) throws -> Trajectory {
        try TrajectoryReader(format: try TrajectoryFormat.detect(path: url.path)).read(path: url.path)
    }

    private static func check(_ comparison: Comparison, in folder: URL) throws {
        let reference = try read(folder.appendingPathComponent(comparison.reference))
        let estimate = try read(folder.appendingPathComponent(comparison.estimate))
        #expect(!comparison.cases.isEmpty)
        for expected in comparison.cases {
            let pairing = PosePairing(delta: comparison.frames, unit: .frames, usesAllPairs: true)
            for (metric, figures) in [
                (TrajectoryMetric.absolute, expected.absolute), (.relative(pairing), expected.relative),
            ] {
                let result = try TrajectoryComparison(
                    metric,
                    reference: reference,
                    estimate: estimate,
                    alignment: try #require(PoseAlignment(rawValue: expected.alignment)),
                    measuresAxes: true
                )
                #expect(result.axes.count == figures.count)
                for (axis, values) in zip(result.axes, figures) {
                    let found = [
                        axis.statistics.rmse, axis.statistics.mean, axis.statistics.median,
                        axis.statistics.standardDeviation, axis.statistics.minimum, axis.statistics.maximum,
                    ]
                    try #require(values.count == found.count)
                    for (value, other) in zip(found, values) {
                        #expect(
                            abs(value - other) <= tolerance,
                            "\(expected.alignment) \(metric.name) \(axis.axis): \(value), not \(other)"
                        )
                    }
                }
            }
        }
    }
}
