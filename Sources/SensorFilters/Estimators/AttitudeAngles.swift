import SensorModel

/// Roll, pitch and yaw in radians: turns about the device's x, y and z axes that lead, in this order, from the axes
/// North, West and Up to the orientation.
struct AttitudeAngles<Number: LaneNumber>: Sendable {
    private var roll = Number(repeating: 0)
    private var pitch = Number(repeating: 0)
    private var yaw = Number(repeating: 0)

    init() {}

    /// The angles of an orientation, device → Earth (East, North, Up).
    init(repeating orientation: UnitQuaternion) {
        let (roll, pitch, yaw) = AttitudeAngles<Double>.measured(orientation)
        self.roll = Number(repeating: roll)
        self.pitch = Number(repeating: pitch)
        self.yaw = Number(repeating: yaw)
    }

    /// Adds the components of a rotation vector to the angles.
    mutating func turn(by vector: Vector3) {
        let size = vector.length
        // A rate without meaning would leave angles that no later sample corrects.
        guard size < 1e6 else { return }
        roll = (roll + Number(repeating: vector.x)).wrappedRadians
        pitch = (pitch + Number(repeating: vector.y)).wrappedRadians
        yaw = (yaw + Number(repeating: vector.z)).wrappedRadians
    }

    /// Moves each angle by a share of its shortest difference from that of an orientation.
    mutating func approach(_ orientation: UnitQuaternion, by fraction: Number) {
        let target = AttitudeAngles<Double>.measured(orientation)
        roll = Self.blend(roll, target.roll, fraction)
        pitch = Self.blend(pitch, target.pitch, fraction)
        yaw = Self.blend(yaw, target.yaw, fraction)
    }

    /// The same for roll and pitch alone.
    ///
    /// - Parameter gravity: Up in device axes, of length one.
    mutating func approach(gravity: Vector3, by fraction: Number) {
        let target = AttitudeAngles<Double>.tilt(up: gravity)
        roll = Self.blend(roll, target.roll, fraction)
        pitch = Self.blend(pitch, target.pitch, fraction)
    }

    private static func blend(_ angle: Number, _ target: Double, _ fraction: Number) -> Number {
        angle + (Number(repeating: target) - angle).wrappedRadians * fraction
    }

    /// The orientation, device → Earth (East, North, Up).
    var orientation: Rotation<Number> {
        let half = Number(repeating: 0.5)
        let zero = Number(repeating: 0)
        let aboutX = HamiltonQuaternion(w: (roll * half).cosine, x: (roll * half).sine, y: zero, z: zero)
        let aboutY = HamiltonQuaternion(w: (pitch * half).cosine, x: zero, y: (pitch * half).sine, z: zero)
        let aboutZ = HamiltonQuaternion(w: (yaw * half).cosine, x: zero, y: zero, z: (yaw * half).sine)
        let turned = Rotation(nearUnit: aboutZ * aboutY * aboutX)
        return Rotation(repeating: EarthFrame.quarterTurn) * turned
    }
}

extension AttitudeAngles<Double> {
    /// Roll and pitch of a direction of Up in device axes, in radians.
    fileprivate static func tilt(up: Vector3) -> (roll: Double, pitch: Double) {
        let across = (up.y * up.y + up.z * up.z).squareRoot()
        return (.arcTangent(y: up.y, x: up.z), .arcTangent(y: -up.x, x: across))
    }

    /// Roll, pitch and yaw of an orientation, in radians.
    fileprivate static func measured(_ orientation: UnitQuaternion) -> (roll: Double, pitch: Double, yaw: Double) {
        let axes = Matrix3(orientation)
        let (roll, pitch) = tilt(up: axes.z)
        // The x axis in Earth axes: West is −East.
        return (roll, pitch, .arcTangent(y: -axes.x.x, x: axes.y.x))
    }
}
