import Positions
import Recordings
import SensorModel
import TestSupport
import Testing

/// The recall of visual localisation. `make_location_scores.py` of EvaluationTests computed it from rotation matrices.
struct PoseRecallTests {
    private struct Fixture: Decodable {
        struct Visual: Decodable {
            let truth: [[Double]], estimate: [[Double]]
            let recall: [Double]
        }
        let visual: Visual
    }

    private static func trajectory(_ rows: [[Double]]) throws -> Trajectory {
        let poses = try rows.map { row in
            let orientation = try #require(UnitQuaternion(w: row[4], x: row[5], y: row[6], z: row[7]))
            return Pose(position: Vector3(row[1], row[2], row[3]), orientation: orientation)
        }
        return Trajectory(times: rows.map { $0[0] }, poses: poses)
    }

    @Test func `The shares of all reference poses equal numpy's, and poses without an estimate fail`() throws {
        let fixture: Fixture = try Package.decode("Tests/EvaluationTests/Fixtures/location-scores.json")
        let visual = fixture.visual
        let comparison = try TrajectoryComparison(
            .absolute,
            of: .full,
            reference: Self.trajectory(visual.truth),
            estimate: Self.trajectory(visual.estimate),
            matching: TrajectoryMatching(method: .exact)
        )
        let shares = comparison.recalls.map { Double($0.count) / Double(visual.truth.count) }
        #expect(shares == visual.recall)
        #expect(comparison.recalls.map(\.metres) == [0.25, 0.5, 5])
        #expect(comparison.association.referenceLeftOut == visual.truth.count - visual.estimate.count)
    }

    @Test func `The limits of the orientation error are 2°, 5° and 10°`() throws {
        // The position errors are 0. Each limit is between two of the errors.
        let errors = [1.9, 2.1, 4.9, 5.1, 9.9, 10.1]
        let poses = errors.map { degrees in
            Pose(
                position: .zero,
                orientation: UnitQuaternion(angle: Angle(degrees: degrees), axis: Vector3(0, 0, 1))
            )
        }
        let times = errors.indices.map(Double.init)
        let comparison = try TrajectoryComparison(
            .absolute,
            of: .full,
            reference: Trajectory(
                times: times,
                poses: errors.map { _ in Pose(position: .zero, orientation: .identity) }
            ),
            estimate: Trajectory(times: times, poses: poses),
            matching: TrajectoryMatching(method: .exact)
        )
        #expect(comparison.recalls.map(\.count) == [1, 3, 5])
    }
}
