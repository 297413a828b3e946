import Foundation
import SensorModel

extension UnitQuaternion {
    /// The result of `slerp(to:fraction:)`, computed with an arc tangent and three sines. It is valid for any angle.
    func slerpBySines(to other: UnitQuaternion, fraction: Double) -> UnitQuaternion {
        let from = Quaternion(self)
        let to = Quaternion(other.aligned(with: self))
        let angle = 2 * atan2((to - from).length, (to + from).length)
        let sine = sin(angle)
        let blend =
            sine > 1e-9
            ? from * (sin((1 - fraction) * angle) / sine) + to * (sin(fraction * angle) / sine)
            : from * (1 - fraction) + to * fraction
        return UnitQuaternion(blend) ?? self
    }
}
