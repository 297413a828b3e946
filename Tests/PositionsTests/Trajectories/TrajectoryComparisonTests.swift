import Evaluation
import Positions
import Recordings
import SensorModel
import TestSupport
import Testing

/// Matching, alignment and pairs with known results, and the errors where no result exists.
struct TrajectoryComparisonTests {
    /// Metres and degrees: rounding of positions of some metres.
    static let rounding = 1e-12

    /// Metres: rounding of positions of some thousand kilometres.
    static let farRounding = 1e-8

    static let corners = [Vector3(0, 0, 0), Vector3(2, 0, 0), Vector3(2, 3, 0), Vector3(1, 1, 4), Vector3(0, 2, 1)]

    private static func trajectory(_ positions: [Vector3], times: [Seconds]? = nil) -> Trajectory {
        let poses = positions.enumerated().map { index, position in
            Pose(
                position: position,
                orientation: UnitQuaternion(rotationVector: Vector3(0.1 * Double(index), 0.2, -0.3))
            )
        }
        return Trajectory(times: times ?? positions.indices.map(Double.init), poses: poses)
    }

    /// `corners` in another frame, from which this transform maps them back.
    private static func moved(by transform: SimilarityTransform) -> Trajectory {
        let back = transform.rotation.conjugate
        let original = trajectory(corners)
        let poses = original.poses.map { pose in
            Pose(
                position: back.rotate(pose.position - transform.translation) * (1 / transform.scale),
                orientation: back * pose.orientation
            )
        }
        return Trajectory(times: original.times, poses: poses)
    }

    private static let turn = UnitQuaternion(rotationVector: Vector3(0.5, -1.2, 0.4))
    private static let yaw = UnitQuaternion(rotationVector: Vector3(0, 0, 2.5))
    private static let shift = Vector3(3, -4, 5)

    @Test(arguments: [
        (PoseAlignment.se3, turn, shift, 1.0), (.sim3, turn, shift, 0.3), (.yaw, yaw, shift, 1),
        (.origin, turn, shift, 1), (.scale, .identity, .zero, 2.5),
    ])
    func `An alignment determines the transform that was applied`(
        alignment: PoseAlignment,
        rotation: UnitQuaternion,
        translation: Vector3,
        scale: Double
    ) throws {
        let made = SimilarityTransform(rotation: rotation, translation: translation, scale: scale)
        for part in PosePart.absolute {
            let result = try TrajectoryComparison(
                of: part,
                reference: Self.trajectory(Self.corners),
                estimate: Self.moved(by: made),
                alignment: alignment
            )
            #expect(result.statistics.maximum < Self.rounding, "\(part)")
            #expect(result.transform.rotation.angle(to: rotation).degrees < Self.rounding)
            #expect((result.transform.translation - translation).length < Self.rounding)
            #expect(abs(result.transform.scale - scale) < Self.rounding)
        }
    }

    @Test func `A mirrored estimate is rotated, not mirrored`() throws {
        let mirrored = Self.corners.map { Vector3($0.x, $0.y, -$0.z) }
        let result = try TrajectoryComparison(
            reference: Self.trajectory(Self.corners),
            estimate: Self.trajectory(mirrored),
            alignment: .se3
        )
        #expect(abs(Matrix3(result.transform.rotation).determinant - 1) < Self.rounding)
        #expect(result.statistics.rmse > 0.1)
    }

    @Test func `Three poses in a plane determine a rotation and a scale`() throws {
        let positions = Array(Self.corners.prefix(3))
        let result = try TrajectoryComparison(
            reference: Self.trajectory(positions),
            estimate: Self.trajectory(positions.map { Vector3(-$0.y, $0.x, 0) * 2 }),
            alignment: .sim3
        )
        #expect(result.statistics.maximum < Self.rounding)
        #expect(abs(result.transform.scale - 0.5) < Self.rounding)
    }

    static let degenerate: [(String, [Vector3])] = [
        ("one pose", [Vector3(1, 2, 3)]),
        ("two poses", [Vector3(1, 2, 3), Vector3(4, 5, 7)]),
        ("a point", Array(repeating: Vector3(0.1, 0.2, 0.3), count: 9)),
        ("a line", (0..<50).map { Vector3(0.1, 0.7, -0.3) * Double($0) }),
        ("a line far from the origin", (0..<50).map { Vector3(4e6, 5e6, 1e6) + Vector3(0.1, 0.7, -0.3) * Double($0) }),
    ]

    @Test(arguments: degenerate)
    func `Positions on a line or at a point do not determine a rotation`(name: String, positions: [Vector3]) throws {
        let bent = positions.enumerated().map { $1 + Vector3(0, 0, $0.isMultiple(of: 2) ? 0.4 : 0) }
        for alignment in [PoseAlignment.se3, .sim3, .scale] {
            // One degenerate trajectory is sufficient.
            for (reference, estimate) in [(positions, positions), (bent, positions), (positions, bent)] {
                #expect(throws: TrajectoryError.degenerate(alignment, count: positions.count), "\(name)") {
                    try TrajectoryComparison(
                        reference: Self.trajectory(reference),
                        estimate: Self.trajectory(estimate),
                        alignment: alignment
                    )
                }
            }
        }
        let unaligned = try TrajectoryComparison(
            reference: Self.trajectory(positions),
            estimate: Self.trajectory(positions),
            alignment: .origin
        )
        #expect(unaligned.statistics.maximum < Self.farRounding)
    }

    @Test func `A vertical line does not determine a yaw; a horizontal line does`() throws {
        let vertical = (0..<5).map { Vector3(1, 2, Double($0)) }
        #expect(throws: TrajectoryError.degenerate(.yaw, count: 5)) {
            try TrajectoryComparison(
                reference: Self.trajectory(vertical),
                estimate: Self.trajectory(vertical),
                alignment: .yaw
            )
        }
        let result = try TrajectoryComparison(
            reference: Self.trajectory((0..<5).map { Vector3(Double($0), 0, 0) }),
            estimate: Self.trajectory((0..<5).map { Vector3(7, -Double($0), 1) }),
            alignment: .yaw
        )
        #expect(result.statistics.maximum < Self.rounding)
    }

    @Test func `Each pose of the sparser trajectory matches the nearest stamp, the earlier of two`() throws {
        let reference = Self.trajectory(Self.corners, times: [0, 1, 2, 3, 4])
        let estimate = Self.trajectory(Array(Self.corners.prefix(4)), times: [-0.4, 0.5, 1.75, 9])
        let matching = TrajectoryMatching(maximumDifference: 0.5)
        let pairs = try TrajectoryAssociation(reference: reference, estimate: estimate, matching: matching)
        #expect(pairs.reference.map(\.position) == [Self.corners[0], Self.corners[0], Self.corners[2]])
        #expect(pairs.estimate.map(\.position) == Array(Self.corners.prefix(3)))
        #expect(pairs.times == [-0.4, 0.5, 1.75])
        #expect((pairs.referenceLeftOut, pairs.estimateLeftOut, pairs.repeated) == (3, 1, 1))
    }

    @Test func `The method 'exact' matches equal stamps; 'interpolated' computes poses between stamps`() throws {
        let reference = Self.trajectory(Self.corners, times: [0, 1, 2, 3, 4])
        let estimate = Self.trajectory(Array(Self.corners.prefix(3)), times: [0.25, 1, 2.005])
        let exact = try TrajectoryAssociation(
            reference: reference,
            estimate: estimate,
            matching: TrajectoryMatching(method: .exact)
        )
        #expect(exact.times == [1])
        let between = try TrajectoryAssociation(
            reference: reference,
            estimate: estimate,
            matching: TrajectoryMatching(method: .interpolated, maximumDifference: 0.3)
        )
        let expected: [Metres] = [0.5, 2, 2 - (2.005 - 2)]
        #expect(between.reference.map(\.position.x) == expected)
    }

    @Test func `The offset is added to the estimate's stamps`() throws {
        let times: [Seconds] = [0, 1, 2, 3, 4]
        let reference = Self.trajectory(Self.corners, times: times)
        for kept in [5, 4] {
            let estimate = Self.trajectory(Array(Self.corners.prefix(kept)), times: times.prefix(kept).map { $0 + 8 })
            let result = try TrajectoryComparison(
                reference: reference,
                estimate: estimate,
                matching: TrajectoryMatching(method: .exact, offset: -8)
            )
            #expect(result.statistics.count == kept)
            #expect(result.statistics.maximum == 0)
            #expect(result.association.times?.first == 8)
        }
    }

    @Test func `Poses with repeated stamps match one pose, and the repetitions are counted`() throws {
        let times: [Seconds] = [0, 1, 1, 1, 2]
        let result = try TrajectoryComparison(
            reference: Self.trajectory(Self.corners, times: times),
            estimate: Self.trajectory(Self.corners, times: times)
        )
        #expect(result.association.count == 5)
        // The three equal stamps share the last of their partners.
        #expect(result.association.repeated == 2)
        #expect(result.association.referenceLeftOut == 2)
    }

    @Test func `Trajectories without overlap, or with times in only one of them, cannot be compared`() {
        let reference = Self.trajectory(Self.corners)
        let later = Self.trajectory(Self.corners, times: [10, 11, 12, 13, 14])
        #expect(throws: TrajectoryError.noMatch(reference: 0...4, estimate: 10...14, maximumDifference: 0.01)) {
            try TrajectoryComparison(reference: reference, estimate: later)
        }
        let untimed = Trajectory(times: nil, poses: reference.poses)
        #expect(throws: TrajectoryError.timesOnOneSide(referenceHasTimes: true)) {
            try TrajectoryComparison(reference: reference, estimate: untimed)
        }
        let short = Trajectory(times: nil, poses: Array(reference.poses.dropLast()))
        #expect(throws: TrajectoryError.unequalCounts(reference: 5, estimate: 4)) {
            try TrajectoryComparison(reference: untimed, estimate: short)
        }
        let seconds = TrajectoryMetric.relative(PosePairing(delta: 1, unit: .seconds))
        #expect(throws: TrajectoryError.timesNeeded(what: "a delta in seconds")) {
            try TrajectoryComparison(seconds, reference: untimed, estimate: untimed)
        }
    }

    @Test func `A delta that no two poses have is an error`() {
        let trajectory = Self.trajectory(Self.corners)
        for pairing in [PosePairing(delta: 5), PosePairing(delta: 100, unit: .metres, usesAllPairs: true)] {
            #expect(throws: TrajectoryError.noPairs(pairing, count: 5)) {
                try TrajectoryComparison(.relative(pairing), reference: trajectory, estimate: trajectory)
            }
        }
    }

    @Test func `All pairs in metres end at the first pose of a rest`() throws {
        let positions = [0.0, 1, 1, 1, 1.5, 1.5].map { Vector3($0, 0, 0) }
        let trajectory = Self.trajectory(positions)
        let result = try TrajectoryComparison(
            .relative(PosePairing(delta: 1.1, unit: .metres, usesAllPairs: true)),
            reference: trajectory,
            estimate: trajectory
        )
        #expect(result.startPlaces == [0])
        #expect(result.places == [1])
    }

    @Test func `The example of the page has the errors computed by hand`() throws {
        let turn = UnitQuaternion(angle: Angle(degrees: 10), axis: Vector3(0, 0, 1))
        let start = Pose(position: .zero, orientation: .identity)
        let reference = [start, Pose(position: Vector3(1, 0, 0), orientation: .identity)]
        let estimate = [start, Pose(position: Vector3(1, 0.3, 0), orientation: turn)]
        // sin²5° = 0.007596123493895969.
        let full = (8 * 0.007596123493895969 + 0.09).squareRoot()
        let expected: [(PosePart, Double)] = [
            (.translation, 0.3), (.rotation, 10), (.full, full), (.distance, 1.09.squareRoot() - 1),
        ]
        for (part, value) in expected {
            for metric in [TrajectoryMetric.absolute, .relative(PosePairing())] {
                if metric == .absolute, part == .distance { continue }
                let errors = try TrajectoryComparison(
                    metric,
                    of: part,
                    reference: Trajectory(times: nil, poses: reference),
                    estimate: Trajectory(times: nil, poses: estimate)
                ).errors
                #expect(abs(errors[errors.count - 1] - value) < Self.rounding, "\(part)")
            }
        }
    }

    @Test func `The statistics of four known errors are correct`() throws {
        let reference = Self.trajectory([.zero, .zero, .zero, .zero])
        let estimate = Self.trajectory([1.0, 2, 3, 6].map { Vector3(0, $0, 0) })
        let found = try TrajectoryComparison(reference: reference, estimate: estimate).statistics
        #expect((found.count, found.mean, found.median, found.minimum, found.maximum) == (4, 3, 2.5, 1, 6))
        #expect((found.sse, found.rmse) == (50, 12.5.squareRoot()))
        #expect(found.standardDeviation == 3.5.squareRoot())
        #expect(abs(found.p95 - 5.55) < Self.rounding)
    }
}
