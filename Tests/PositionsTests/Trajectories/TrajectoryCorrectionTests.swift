import Evaluation
import Positions
import RealModule
import Recordings
import SensorModel
import TestSupport
import Testing

/// Clock offsets and body rotations with known values, put into estimates of a synthetic motion.
struct TrajectoryCorrectionTests {
    /// Seconds. The search interpolates between steps of 10 ms.
    private static let clock = 2e-3
    /// Degrees. Samples of 30 Hz, interpolated, of a motion that curves between them.
    private static let body = 0.1

    private static let motion = SyntheticMotion(seed: 11)
    private static let rotation = UnitQuaternion(rotationVector: Vector3(0.4, -1.7, 2))

    /// A walk of a minute: an orientation, and a position of changing speed.
    private static func pose(_ time: Seconds) -> Pose {
        let position = Vector3(
            4 * Double.sin(0.9 * time) + 0.4 * Double.sin(3.1 * time + 1),
            3 * Double.sin(0.7 * time + 1) + 0.3 * Double.sin(4.3 * time),
            0.2 * Double.sin(2.3 * time)
        )
        return Pose(position: position, orientation: motion.orientation(at: time))
    }

    private static let reference: Trajectory = {
        let times = (0..<6_000).map { Double($0) / 100 }
        return Trajectory(times: times, poses: times.map(pose))
    }()

    /// The estimate in another world, body frame, clock and scale.
    private static func estimate(
        late: Seconds = 0,
        body: UnitQuaternion = .identity,
        scale: Double = 1,
        keepsOrientation: Bool = true
    ) -> Trajectory {
        let world = UnitQuaternion(rotationVector: Vector3(0.3, 0.2, -2))
        let times = (0..<1_500).map { 4 + Double($0) / 30 }
        let poses = times.map { time -> Pose in
            let exact = pose(time)
            let orientation = keepsOrientation ? world * exact.orientation * body.conjugate : .identity
            return Pose(position: world.rotate(exact.position) * scale, orientation: orientation)
        }
        return Trajectory(times: times.map { $0 + late }, poses: poses)
    }

    @Test(arguments: [0.37, -2.05, 4.2, 0])
    func `The clock offset is found from angular speeds`(late: Seconds) throws {
        let estimate = Self.estimate(late: late, body: Self.rotation)
        let correction = try TrajectoryCorrection(
            .init(alignsClock: true),
            reference: Self.reference,
            estimate: estimate
        )
        let clock = try #require(correction.clock)
        #expect(abs(clock.offset + late) < Self.clock)
        #expect(correction.offset == clock.offset)
        #expect(correction.comparedSignals == "angular speeds")
        #expect(correction.applied(to: estimate).poses == estimate.poses)
    }

    @Test func `The clock offset is found from positions where there is no orientation`() throws {
        let estimate = Self.estimate(late: 1.3, scale: 0.5, keepsOrientation: false)
        let correction = try TrajectoryCorrection(
            .init(alignsClock: true),
            reference: Self.reference,
            estimate: estimate
        )
        #expect(abs(try #require(correction.clock).offset + 1.3) < Self.clock)
        #expect(correction.comparedSignals == "speeds")
    }

    @Test func `The search starts at the given offset`() throws {
        let correction = try TrajectoryCorrection(
            .init(alignsClock: true),
            reference: Self.reference,
            estimate: Self.estimate(late: 1_000.25),
            offset: -1_000
        )
        #expect(abs(correction.offset + 1_000.25) < Self.clock)
        #expect(abs(try #require(correction.clock).offset + 0.25) < Self.clock)
    }

    @Test func `The body rotation is found and removed`() throws {
        let estimate = Self.estimate(late: 0.37, body: Self.rotation)
        let correction = try TrajectoryCorrection(
            .init(alignsClock: true, fitsBody: true),
            reference: Self.reference,
            estimate: estimate
        )
        #expect(correction.bodyRotation.angle(to: Self.rotation).degrees < Self.body)
        let body = try #require(correction.body)
        #expect(abs(body.angle - Self.rotation.rotationAngle.degrees) < Self.body)
        let result = try TrajectoryComparison(
            of: .rotation,
            reference: Self.reference,
            estimate: correction.applied(to: estimate),
            matching: TrajectoryMatching(method: .interpolated, offset: correction.offset),
            alignment: .se3
        )
        #expect(result.statistics.rmse < Self.body)
    }

    @Test func `Without a request nothing changes`() throws {
        let estimate = Self.estimate()
        let correction = try TrajectoryCorrection(.init(), reference: Self.reference, estimate: estimate, offset: 0.1)
        #expect((correction.clock, correction.body) == (nil, nil))
        #expect(correction.offset == 0.1)
        #expect(correction.applied(to: estimate).poses == estimate.poses)
    }

    @Test func `A trajectory at rest determines neither clock nor body frame`() {
        let times = (0..<1_500).map { Double($0) / 30 }
        let rest = Trajectory(times: times, poses: times.map { _ in Self.pose(0) })
        #expect(
            throws: TrajectoryError.unknownClockOffset(reason: "there is too little motion to compare")
        ) {
            try TrajectoryCorrection(.init(alignsClock: true), reference: Self.reference, estimate: rest)
        }
        #expect(throws: TrajectoryError.self) {
            try TrajectoryCorrection(.init(fitsBody: true), reference: Self.reference, estimate: rest)
        }
    }

    @Test func `A trajectory without times has no clock`() {
        let poses = Trajectory(times: nil, poses: Self.estimate().poses)
        #expect(throws: TrajectoryError.timesNeeded(what: "--align-clocks")) {
            try TrajectoryCorrection(.init(alignsClock: true), reference: Self.reference, estimate: poses)
        }
        #expect(throws: TrajectoryError.timesNeeded(what: "--fit-frames")) {
            try TrajectoryCorrection(.init(fitsBody: true), reference: Self.reference, estimate: poses)
        }
    }
}
