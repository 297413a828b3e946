import RealModule
public import SensorModel

/// The angles α, β and γ in which browsers report an orientation: intrinsic rotations about z, x and y.
///
/// W3C, Device Orientation and Motion, section 4.1: α in [0, 360°), β in [−180°, 180°), γ in [−90°, 90°). O(1).
///
/// ```swift
/// let angles = BrowserAngles(orientation)
/// let rounded = angles.rounded(to: Angle(degrees: 0.1)).orientation
/// ```
public struct BrowserAngles: Sendable, Hashable {
    /// The rotation about the vertical, counted from north to the west.
    public var alpha: Angle
    /// The rotation about the device's x axis.
    public var beta: Angle
    /// The rotation about the device's y axis.
    public var gamma: Angle

    /// Creates angles.
    public init(alpha: Angle, beta: Angle, gamma: Angle) {
        self.alpha = alpha
        self.beta = beta
        self.gamma = gamma
    }

    /// The angles of an orientation, device → East, North, Up.
    public init(_ orientation: UnitQuaternion) {
        let x = orientation.rotate(Vector3(1, 0, 0))
        let y = orientation.rotate(Vector3(0, 1, 0))
        let z = orientation.rotate(Vector3(0, 0, 1))
        // y.z = sin β, y.x = −cos β sin α, y.y = cos β cos α, x.z = −cos β sin γ, z.z = cos β cos γ
        if z.z > 0 || (z.z == 0 && x.z <= 0) {
            beta = Angle(radians: Double.asin(min(max(y.z, -1), 1)))
            alpha = Angle(ofPoint: y.y, -y.x)
            gamma = Angle(ofPoint: z.z, -x.z)
        } else {
            let magnitude = .pi - Double.asin(min(max(y.z.magnitude, 0), 1))
            beta = Angle(radians: y.z >= 0 ? magnitude : -magnitude)
            alpha = Angle(ofPoint: -y.y, y.x)
            gamma = Angle(ofPoint: -z.z, x.z)
        }
    }

    /// The orientation, device → East, North, Up.
    public var orientation: UnitQuaternion {
        UnitQuaternion(angle: alpha, axis: Vector3(0, 0, 1)) * UnitQuaternion(angle: beta, axis: Vector3(1, 0, 0))
            * UnitQuaternion(angle: gamma, axis: Vector3(0, 1, 0))
    }

    /// The angles rounded to multiples of a step.
    ///
    /// - Parameter step: greater than 0.
    public func rounded(to step: Angle) -> BrowserAngles {
        func rounded(_ angle: Angle) -> Angle {
            Angle(radians: (angle.radians / step.radians).rounded() * step.radians)
        }
        return BrowserAngles(alpha: rounded(alpha), beta: rounded(beta), gamma: rounded(gamma))
    }
}
