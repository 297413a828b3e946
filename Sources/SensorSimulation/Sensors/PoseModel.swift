public import SensorModel

/// The errors of a visual-inertial tracking system such as ARKit.
public struct PoseModel: Sendable, Hashable {
    /// The direction of the world frame's −z axis at the start, like ARKit's `worldAlignment`.
    public enum Alignment: String, Sendable, Hashable, CaseIterable {
        /// The initial direction of the camera, projected onto the horizontal plane.
        case gravity
        /// North, as the compass reports it.
        case gravityAndHeading
    }

    /// The rate, jitter and losses of the samples.
    public var timing: SampleTiming
    /// The direction of the world frame's −z axis at the start.
    public var alignment = Alignment.gravity
    /// The error of the world frame's heading at the start, for example because of an error of the compass.
    public var yawError = Angle.zero
    /// The standard deviation of the world frame's heading change in one second. The heading drifts as a random walk.
    public var yawWalk = Angle.zero
    /// The standard deviation, along each axis and in metres, of the position drift in one second. The position drifts
    /// as a random walk.
    public var positionWalk: Metres = 0

    /// Creates a model without errors.
    public init(timing: SampleTiming) { self.timing = timing }
}

/// An iterator over ARKit's poses during a motion, oldest first. Orientations are device → world, as in layouts of
/// recorded poses.
///
/// The world axes are ARKit's: y points up, −z is given by ``PoseModel/alignment``, and x points to the right of −z.
/// The origin is the initial position. The body axes are the device axes. They are not the axes of ARKit's camera, in
/// which x points down along the device's long side.
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

    /// The rotation from East, North, Up to world: Rx(−90°) Rz(heading).
    private var earthToWorld: UnitQuaternion {
        let half = HalfAngle(heading + yaw)
        return UnitQuaternion(unchecked: 0.5.squareRoot(), -0.5.squareRoot(), 0, 0)
            * UnitQuaternion(unchecked: half.cosine, 0, 0, half.sine)
    }
}
