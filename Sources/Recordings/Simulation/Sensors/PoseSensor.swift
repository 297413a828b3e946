import SensorModel

/// ARKit's poses along a motion, one after another: camera → world.
///
/// World axes are ARKit's with `worldAlignment = .gravity`: y up, −z where the camera looked at first, x to its right, the
/// origin where it was. Camera axes are ARKit's, too: x along the device's long side from its top to its bottom (−y of
/// the device), y to the device's right (x), z out of the screen (z).
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
        heading = PortableMath.arcTangent(y: camera.x, x: camera.y) + model.yawError.radians
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
                    orientation: world * state.orientation * Self.cameraToDevice
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

    /// East, North, Up → world: Rx(−90°) Rz(heading).
    private var earthToWorld: UnitQuaternion {
        let half = HalfAngle(heading + yaw)
        return UnitQuaternion(unchecked: 0.5.squareRoot(), -0.5.squareRoot(), 0, 0)
            * UnitQuaternion(unchecked: half.cosine, 0, 0, half.sine)
    }

    /// Rz(−90°).
    private static let cameraToDevice = UnitQuaternion(unchecked: 0.5.squareRoot(), 0, 0, -0.5.squareRoot())
}
