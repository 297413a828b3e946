/// A fault of an estimate or of a recording that the doctor can name.
public enum DoctorFault: String, Sendable, Hashable, CaseIterable, Codable {
    /// The accelerometer is not in m/s².
    case accelerometerUnit = "accelerometer-unit"
    /// The accelerometer has the sign of gravity, not of the specific force.
    case accelerometerSign = "accelerometer-sign"
    /// The gyroscope is not in rad/s.
    case gyroscopeUnit = "gyroscope-unit"
    /// The magnetometer has other axes than the other sensors.
    case magnetometerAxes = "magnetometer-axes"
    /// The magnetometer has a constant offset.
    case hardIron = "hard-iron"
    /// Angles are in the other unit.
    case angleUnit = "angle-unit"
    /// The quaternion's numbers are in another order.
    case quaternionOrder = "quaternion-order"
    /// The rotations are from the world to the device.
    case conjugate
    /// One axis is mirrored.
    case mirroredAxis = "mirrored-axis"
    /// The body axes are swapped.
    case bodyAxes = "body-axes"
    /// The body frame is that of another sensor or mount.
    case bodyFrame = "body-frame"
    /// The world frame is not East, North, Up.
    case worldFrame = "world-frame"
    /// The file's clock runs at another rate.
    case clockRate = "clock-rate"
    /// The file's clock has a constant offset.
    case clockOffset = "clock-offset"
    /// The heading has a constant offset.
    case constantHeading = "constant-heading"
    /// Madgwick's filter compares the field with half of the reference.
    case halvedReference = "halved-reference"
    /// The 1€ filter multiplies a speed in degrees by a gain for radians.
    case oneEuroDegrees = "one-euro-degrees"

    /// The fault in words.
    public var title: String {
        switch self {
        case .accelerometerUnit: "the accelerometer is in another unit"
        case .accelerometerSign: "the accelerometer's sign is reversed"
        case .gyroscopeUnit: "the gyroscope is in another unit"
        case .magnetometerAxes: "the magnetometer has other axes than the other sensors"
        case .hardIron: "the magnetometer has a constant offset (hard iron)"
        case .angleUnit: "the angles are in the other unit"
        case .quaternionOrder: "the quaternion's numbers are in another order"
        case .conjugate: "the quaternions are conjugated: they rotate from world to device"
        case .mirroredAxis: "one axis is mirrored"
        case .bodyAxes: "the body axes are swapped"
        case .bodyFrame: "the body frame is that of another sensor or mount"
        case .worldFrame: "the world frame is not East, North, Up"
        case .clockRate: "the clock runs at another rate"
        case .clockOffset: "the clock has a constant offset"
        case .constantHeading: "the heading has a constant offset"
        case .halvedReference: "Madgwick's filter with the halved field reference"
        case .oneEuroDegrees: "a 1€ filter with a speed in degrees and a beta for radians"
        }
    }
}
