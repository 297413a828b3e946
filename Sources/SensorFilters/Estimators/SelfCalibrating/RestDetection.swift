import SensorModel

/// Whether a device is at rest: gyroscope and accelerometer have stayed close to their own low-passed values.
///
/// The idea is that of Laidig & Seel 2023, doi:10.1016/j.inffus.2022.10.014, with a low-pass of first order.
struct RestDetection: Sendable {
    /// In seconds.
    private static let timeConstant = 0.3
    /// In seconds.
    private static let shortestRest = 1.5
    /// (2°/s)², in (rad/s)².
    private static let rateDeviation = 4 * degree * degree
    /// (6°/s)², in (rad/s)²: a faster even turn is a turn.
    private static let rate = 36 * degree * degree
    /// (0.5 m/s²)², in (m/s²)².
    private static let accelerationDeviation = 0.25
    private static let degree = Double.pi / 180

    /// The low-passed gyroscope, rad/s: at rest, its bias.
    private(set) var meanRate = Vector3.zero
    private var meanAcceleration = Vector3.zero
    private var hasRate = false
    private var hasAcceleration = false
    private var duration = 0.0

    var isAtRest: Bool { duration > Self.shortestRest }

    /// Reads an angular velocity in rad/s.
    mutating func update(rate: Vector3, over interval: Seconds) {
        meanRate = hasRate ? meanRate + (rate - meanRate) * min(interval / Self.timeConstant, 1) : rate
        hasRate = true
        let isStill =
            (rate - meanRate).lengthSquared < Self.rateDeviation && meanRate.lengthSquared < Self.rate
        duration = isStill ? duration + interval : 0
    }

    /// Reads a specific force in m/s².
    mutating func update(acceleration: Vector3, over interval: Seconds) {
        let share = min(interval / Self.timeConstant, 1)
        meanAcceleration =
            hasAcceleration ? meanAcceleration + (acceleration - meanAcceleration) * share : acceleration
        hasAcceleration = true
        if (acceleration - meanAcceleration).lengthSquared >= Self.accelerationDeviation { duration = 0 }
    }
}
