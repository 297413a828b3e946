import SensorModel

/// ARKit's poses along a motion, one after another: device → world, as the layouts of recorded poses have them.
///
/// World axes are ARKit's: y up; −z where the camera looked at first, or north, by ``PoseModel/alignment``; x to its right;
/// the origin where the device was. ARKit's own camera axes (x down the device's long side) are turned to the device's.
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

    /// East, North, Up → world: Rx(−90°) Rz(heading).
    private var earthToWorld: UnitQuaternion {
        let half = HalfAngle(heading + yaw)
        return UnitQuaternion(unchecked: 0.5.squareRoot(), -0.5.squareRoot(), 0, 0)
            * UnitQuaternion(unchecked: half.cosine, 0, 0, half.sine)
    }
}
