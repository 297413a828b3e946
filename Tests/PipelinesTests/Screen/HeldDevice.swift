import Foundation
import SensorModel

/// Orientations and directions from angles, by their definitions.
enum HeldDevice {
    /// The unit vector (East, North, Up) of a bearing and an elevation in degrees.
    static func direction(bearing: Double, elevation: Double = 0) -> Vector3 {
        let (bearing, elevation) = (bearing * .pi / 180, elevation * .pi / 180)
        return Vector3(sin(bearing) * cos(elevation), cos(bearing) * cos(elevation), sin(elevation))
    }

    /// The orientation of a device whose camera has these angles, rotated counter-clockwise by the roll; in degrees.
    static func orientation(heading: Double, elevation: Double = 0, roll: Double = 0) -> UnitQuaternion {
        let view = direction(bearing: heading, elevation: elevation)
        let right = direction(bearing: heading + 90)
        let up = right.cross(view)
        let roll = roll * .pi / 180
        return UnitQuaternion(
            columns: right * cos(roll) + up * sin(roll),
            up * cos(roll) - right * sin(roll),
            view * -1
        )
    }

    static func tangent(_ degrees: Double) -> Double { tan(degrees * .pi / 180) }
    static func sine(_ degrees: Double) -> Double { sin(degrees * .pi / 180) }
    static func cosine(_ degrees: Double) -> Double { cos(degrees * .pi / 180) }
}
