import SensorModel

/// What ``SelfCalibratingState`` sums up between two advances of its covariance.
struct SelfCalibratingMeans: Sendable {
    /// The time since the last block, in seconds.
    private(set) var duration = 0.0
    /// The part of it that no specific force covers yet.
    private var withoutForce = 0.0
    private var turn = Vector3.zero
    /// ∫ f dt of the vertical specific force, in m/s.
    private(set) var verticalImpulse = 0.0
    private(set) var hasForce = false
    private var rate = Vector3.zero

    /// The time since the last measurement of the field, in seconds.
    private(set) var fieldAge = 0.0
    private var fieldSum = Vector3.zero
    private var orientationSum = Matrix3.zero
    private var squaredRateSum = 0.0
    private var fieldCount = 0.0

    var hasField: Bool { fieldCount > 0 }

    /// The square of the mean angular velocity, in (rad/s)².
    func squaredRate(over duration: Seconds) -> Double {
        turn.lengthSquared * (1 / (duration * duration))
    }

    @_transparent mutating func add(rate: Vector3, over interval: Seconds) {
        self.rate = rate
        turn += rate * interval
        duration += interval
        withoutForce += interval
        fieldAge += interval
    }

    /// - Returns: the time that the specific force covers.
    @_transparent mutating func add(force: Vector3) -> Seconds {
        let interval = withoutForce
        withoutForce = 0
        verticalImpulse += force.z * interval
        hasForce = true
        return interval
    }

    /// The time since the last specific force is not covered.
    mutating func skipForce() { withoutForce = 0 }

    @_transparent mutating func add(field: Vector3, _ orientation: Matrix3) {
        fieldSum += orientation * field
        orientationSum = orientationSum + orientation
        squaredRateSum += rate.lengthSquared
        fieldCount += 1
    }

    mutating func clearBlock() {
        duration = 0
        turn = .zero
        verticalImpulse = 0
        hasForce = false
    }

    /// The mean field in level axes, the mean rotation to them, and the mean of ω².
    mutating func takeField() -> (field: Vector3, orientation: Matrix3, squaredRate: Double) {
        let share = 1 / fieldCount
        defer {
            (fieldSum, orientationSum, squaredRateSum) = (.zero, .zero, 0)
            (fieldCount, fieldAge) = (0, 0)
        }
        return (fieldSum * share, orientationSum * share, squaredRateSum * share)
    }
}
