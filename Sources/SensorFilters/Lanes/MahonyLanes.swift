import SensorModel

/// ``Mahony`` with one setting of Kp and Ki in each lane, in the order of operations that it has there.
struct MahonyLanes<Numbers: NumberLanes>: LaneEstimator {
    private let kp: Numbers
    private let ki: Numbers
    private var integral = LaneVector<Numbers>(repeating: .zero)

    init(_ settings: [Mahony.Parameters]) {
        kp = Self.lanes(settings, \.kp)
        ki = Self.lanes(settings, \.ki)
    }

    @inline(__always)
    mutating func begin() {
        integral = LaneVector(repeating: .zero)
    }

    @inline(__always)
    mutating func step(
        from orientation: LaneQuaternion<Numbers>,
        rate: Vector3,
        directions: (gravity: Vector3, field: Vector3)?,
        over interval: Seconds
    ) -> LaneQuaternion<Numbers> {
        var corrected = LaneVector<Numbers>(repeating: rate)
        if let (gravity, field) = directions {
            let error = Self.error(
                orientation,
                gravity: LaneVector(repeating: gravity),
                field: LaneVector(repeating: field)
            )
            // The bias follows the error; in lanes whose Ki is 0 it stays 0
            integral += error * (ki * interval)
            corrected += integral
            // Ω = ω + Kp e + I
            corrected += error * kp
        }
        // q̇ = ½ q ⊗ Ω
        let step = orientation.product(pure: corrected) * Numbers(repeating: interval / 2)
        return (orientation + step).normalised(orKeeping: orientation)
    }

    /// e = a × â + m × m̂, with â and m̂ as the orientation predicts them in device axes.
    @inline(__always)
    private static func error(
        _ orientation: LaneQuaternion<Numbers>,
        gravity: LaneVector<Numbers>,
        field: LaneVector<Numbers>
    ) -> LaneVector<Numbers> {
        let axes = orientation.axes
        let (turnedX, turnedY) = (axes.east.dot(field), axes.north.dot(field))
        let north = (turnedX * turnedX + turnedY * turnedY).squareRoot()
        return gravity.cross(axes.up) + field.cross(axes.north * north + axes.up * axes.up.dot(field))
    }
}
