/// How the device is held and where it is at one moment, with derivatives: what a scenario describes.
///
/// Angles are in radians, lengths in metres. With all of them zero the device stands upright in portrait, the screen
/// towards the south and the camera towards true north.
struct Posture: Sendable {
    var azimuth = Jet.zero
    var pitch = Jet.zero
    var roll = Jet.zero
    var east = Jet.zero
    var north = Jet.zero
    var up = Jet.zero

    subscript(axis: MotionAxis) -> Jet {
        get {
            switch axis {
            case .azimuth: azimuth
            case .pitch: pitch
            case .roll: roll
            case .east: east
            case .north: north
            case .up: up
            }
        }
        set {
            switch axis {
            case .azimuth: azimuth = newValue
            case .pitch: pitch = newValue
            case .roll: roll = newValue
            case .east: east = newValue
            case .north: north = newValue
            case .up: up = newValue
            }
        }
    }
}
