public import SensorModel

/// The errors of a visual-inertial tracker such as ARKit.
public struct PoseModel: Sendable, Hashable {
    /// The initial direction of the world's −z axis: ARKit's `worldAlignment`.
    public enum Alignment: String, Sendable, Hashable, CaseIterable {
        /// The initial direction of the camera.
        case gravity
        /// North according to the compass.
        case gravityAndHeading
    }

    /// The rate, jitter and losses of the samples.
    public var timing: SampleTiming
    /// The initial direction of the world's −z axis.
    public var alignment = Alignment.gravity
    /// The initial error of the world's heading, from the compass.
    public var yawError = Angle.zero
    /// The standard deviation of the heading's change in one second: a random walk.
    public var yawWalk = Angle.zero
    /// The standard deviation of the position's drift along each axis in one second, in metres: a random walk.
    public var positionWalk: Metres = 0

    /// Creates a model without errors.
    public init(timing: SampleTiming) { self.timing = timing }
}

/// ARKit's poses of a motion, in order: device → world, as in the layouts of recorded poses.
///
/// The world axes are ARKit's: y up, −z as in ``PoseModel/alignment``, x to its right, and the origin at the initial
/// position. The body axes are the device's, not those of ARKit's camera (x down the device's long side).
struct PoseSensor: IteratorProtocol {
    private let model: PoseModel
    private let motion: Motion
    private let origin: Vector3
    private let heading: Double
    private var clock: SampleClock
    private var noise: NormalSource
    private var yaw = 0.0
    private var drift = Vector3.zero
    private var isFirst = true

    init(_ model: PoseModel, duration: Seconds, seed: UInt64, motion: Motion) {
        self.model = model
        self.motion = motion
        let start = motion.state(at: 0)
        let camera = start.orientation.rotate(Vector3(0, 0, -1))
        origin = start.position
        let direction: Double =
            switch model.alignment {
            case .gravity: PortableMath.arcTangent(y: camera.x, x: camera.y)
            case .gravityAndHeading: 0
            }
        heading = direction + model.yawError.radians
        clock = SampleClock(model.timing, duration: duration, seed: seed, sensor: "pose")
        noise = NormalSource(SplitMix64(seed: seed, purpose: "pose.noise"))
    }

    mutating func next() -> (stamp: Seconds, value: Pose)? {
        while let sample = clock.next() {
            advance()
            if sample.isLost { continue }
            let state = motion.state(at: sample.time)
            let world = earthToWorld
            return (
                sample.stamp,
                Pose(
                    position: world.rotate(state.position - origin) + drift,
                    orientation: world * state.orientation
                )
            )
        }
        return nil
    }

    private mutating func advance() {
        let (turn, shift) = (noise.next(), noise.nextVector())
        defer { isFirst = false }
        guard !isFirst else { return }
        let root = clock.interval.squareRoot()
        yaw += model.yawWalk.radians * root * turn
        drift += shift * (model.positionWalk * root)
    }

    /// The rotation East, North, Up → world: Rx(−90°) Rz(heading).
    private var earthToWorld: UnitQuaternion {
        let half = HalfAngle(heading + yaw)
        return UnitQuaternion(unchecked: 0.5.squareRoot(), -0.5.squareRoot(), 0, 0)
            * UnitQuaternion(unchecked: half.cosine, 0, 0, half.sine)
    }
}
