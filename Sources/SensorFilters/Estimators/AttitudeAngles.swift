import RealModule
import SensorModel

/// Roll, pitch and yaw in radians: turns about the device's x, y and z axes that lead, in this order, from the axes
/// North, West and Up to the orientation.
struct AttitudeAngles: Sendable {
    private var roll = 0.0
    private var pitch = 0.0
    private var yaw = 0.0

    init() {}

    /// The angles of an orientation, device → Earth (East, North, Up).
    init(_ orientation: UnitQuaternion) {
        let (roll, pitch, yaw) = AttitudeAngles.measured(orientation)
        self.roll = roll
        self.pitch = pitch
        self.yaw = yaw
    }

    /// Adds the components of a rotation vector to the angles.
    mutating func turn(by vector: Vector3) {
        let size = vector.length
        // A rate without meaning would leave angles that no later sample corrects.
        guard size < 1e6 else { return }
        roll = Angle(radians: roll + vector.x).wrapped.radians
        pitch = Angle(radians: pitch + vector.y).wrapped.radians
        yaw = Angle(radians: yaw + vector.z).wrapped.radians
    }

    /// Moves each angle by a share of its shortest difference from that of an orientation.
    mutating func approach(_ orientation: UnitQuaternion, by fraction: Double) {
        let target = AttitudeAngles.measured(orientation)
        roll = Self.blend(roll, target.roll, fraction)
        pitch = Self.blend(pitch, target.pitch, fraction)
        yaw = Self.blend(yaw, target.yaw, fraction)
    }

    /// The same for roll and pitch alone.
    ///
    /// - Parameter gravity: Up in device axes, of length one.
    mutating func approach(gravity: Vector3, by fraction: Double) {
        let target = AttitudeAngles.tilt(up: gravity)
        roll = Self.blend(roll, target.roll, fraction)
        pitch = Self.blend(pitch, target.pitch, fraction)
    }

    private static func blend(_ angle: Double, _ target: Double, _ fraction: Double) -> Double {
        angle + Angle(radians: target - angle).wrapped.radians * fraction
    }

    /// The orientation, device → Earth (East, North, Up).
    var orientation: UnitQuaternion {
        let (roll, pitch, yaw) = (Angle(radians: roll * 0.5), Angle(radians: pitch * 0.5), Angle(radians: yaw * 0.5))
        let aboutX = Quaternion(w: roll.cosine, x: roll.sine, y: 0, z: 0)
        let aboutY = Quaternion(w: pitch.cosine, x: 0, y: pitch.sine, z: 0)
        let aboutZ = Quaternion(w: yaw.cosine, x: 0, y: 0, z: yaw.sine)
        let turned = UnitQuaternion(nearUnit: aboutZ * aboutY * aboutX)
        return EarthFrame.quarterTurn * turned
    }
}

extension AttitudeAngles {
    /// Roll and pitch of a direction of Up in device axes, in radians.
    fileprivate static func tilt(up: Vector3) -> (roll: Double, pitch: Double) {
        let across = (up.y * up.y + up.z * up.z).squareRoot()
        return (.atan2(y: up.y, x: up.z), .atan2(y: -up.x, x: across))
    }

    /// Roll, pitch and yaw of an orientation, in radians.
    fileprivate static func measured(_ orientation: UnitQuaternion) -> (roll: Double, pitch: Double, yaw: Double) {
        let axes = Matrix3(orientation)
        let (roll, pitch) = tilt(up: axes.z)
        // The x axis in Earth axes: West is −East.
        return (roll, pitch, .atan2(y: -axes.x.x, x: axes.y.x))
    }
}
