import SensorModel

/// VQF's inclination correction: gravity is low-passed in the almost-inertial frame that the gyroscope alone gives,
/// where it hardly moves, and the correction turns that frame until it points up.
///
/// Laidig & Seel 2023, doi:10.1016/j.inffus.2022.10.014.
struct VQFInclination<Number: LaneNumber>: Sendable {
    /// From the gyroscope's frame to one with a vertical third axis.
    private(set) var correction = Rotation<Number>.identity
    private var gravity: ButterworthLowPass<Number>

    init(timeConstant: Number) {
        gravity = ButterworthLowPass(timeConstant: timeConstant)
    }

    mutating func sample(every interval: Seconds) { gravity.sample(every: interval) }

    /// Restarts the low-pass with the next sample.
    mutating func interrupt() { gravity = ButterworthLowPass(timeConstant: gravity.timeConstant) }

    /// Reads an acceleration in the gyroscope's frame.
    ///
    /// - Returns: the direction of gravity as it was before the correction, and the lanes in which it is known. Where
    ///   accelerations cancel it is not known, and nothing is corrected.
    @_transparent mutating func correct(acceleration: Vector<Number>) -> (up: Vector<Number>, isKnown: Number.Mask) {
        let (up, isKnown) = correction.rotate(gravity.advance(to: acceleration)).direction
        // The shortest rotation from `up` to the vertical: w = √((u_z + 1)/2), (x, y) = (u_y, −u_x)/(2w)
        let w = ((up.z + 1) / 2).squareRoot()
        let isShort = w .> 1e-6
        guard isKnown.inAllLanes, isShort.inAllLanes else {
            correctOneByOne(up, w, isKnown: isKnown, isShort: isShort)
            return (up, isKnown)
        }
        correction = Self.shortest(up, w) * correction
        return (up, isKnown)
    }

    @_transparent private static func shortest(_ up: Vector<Number>, _ w: Number) -> Rotation<Number> {
        let share = 0.5 / w
        let zero = Number(repeating: 0)
        return Rotation(nearUnit: HamiltonQuaternion(w: w, x: up.y * share, y: -up.x * share, z: zero))
    }

    /// The correction where a lane is upside down, or does not know gravity.
    @inline(never)
    private mutating func correctOneByOne(
        _ up: Vector<Number>,
        _ w: Number,
        isKnown: Number.Mask,
        isShort: Number.Mask
    ) {
        // Upside down, every horizontal axis gives a shortest rotation.
        let overturned = Rotation<Number>(repeating: UnitQuaternion(unchecked: 0, 1, 0, 0))
        let turn = overturned.replacing(with: Self.shortest(up, w), where: isShort)
        correction = correction.replacing(with: turn * correction, where: isKnown)
    }
}
