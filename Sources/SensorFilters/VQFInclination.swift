import SensorModel

/// VQF's inclination correction: gravity is low-passed in the almost-inertial frame that the gyroscope alone gives,
/// where it hardly moves, and the correction turns that frame until it points up.
///
/// Laidig & Seel 2023, doi:10.1016/j.inffus.2022.10.014.
struct VQFInclination: Sendable {
    /// From the gyroscope's frame to one with a vertical third axis.
    private(set) var correction = UnitQuaternion.identity
    private var gravity: ButterworthLowPass

    init(timeConstant: Seconds) {
        gravity = ButterworthLowPass(timeConstant: timeConstant)
    }

    mutating func sample(every interval: Seconds) { gravity.sample(every: interval) }

    /// The low-pass begins anew with the next sample.
    mutating func interrupt() { gravity = ButterworthLowPass(timeConstant: gravity.timeConstant) }

    /// Takes in an acceleration, in the gyroscope's frame. Gives the direction of gravity as it was before the
    /// correction; nil, and no correction, where accelerations cancel.
    mutating func correct(acceleration: Vector3) -> Vector3? {
        guard let up = correction.rotate(gravity.advance(to: acceleration)).normalised else { return nil }
        // The shortest rotation from `up` to the vertical: w = √((u_z + 1)/2), (x, y) = (u_y, −u_x)/(2w)
        let w = ((up.z + 1) / 2).squareRoot()
        if w > 1e-6 {
            let share = 0.5 / w
            let shortest = UnitQuaternion(nearUnit: Quaternion(w: w, x: up.y * share, y: -up.x * share, z: 0))
            correction = shortest * correction
        } else {
            // Upside down, every horizontal axis is as short.
            correction = UnitQuaternion(unchecked: 0, 1, 0, 0) * correction
        }
        return up
    }
}
