import SensorModel

/// The covariance of a position and its velocity; the same for each axis, as all axes are measured and disturbed alike.
///
/// A symmetric matrix of two rows, kept as its three different elements.
struct MotionCovariance: Sendable, Hashable {
    var position: Double
    var shared: Double
    var velocity: Double

    /// How much of the difference between sample and prediction goes into position and velocity.
    struct Gain: Sendable, Hashable {
        let position: Double
        let velocity: Double
    }

    var isFinite: Bool { position.isFinite && shared.isFinite && velocity.isFinite }

    /// P⁻ = F P Fᵀ + Q for white acceleration of the spectral density q: F = [1 Δt; 0 1], Q = q [Δt³/3 Δt²/2; Δt²/2 Δt]
    /// (Bar-Shalom et al. 2001, §6.2.2).
    func predicted(over interval: Seconds, density: Double) -> MotionCovariance {
        let square = interval * interval
        return MotionCovariance(
            position: position + 2 * interval * shared + square * velocity + density * square * interval / 3,
            shared: shared + interval * velocity + density * square / 2,
            velocity: velocity + density * interval
        )
    }

    /// K = P⁻ Hᵀ/(H P⁻ Hᵀ + r), H = [1 0].
    func gain(variance: Double) -> Gain {
        let total = position + variance
        return Gain(position: position / total, velocity: shared / total)
    }

    /// P = (I − K H) P⁻ (I − K H)ᵀ + K r Kᵀ: Joseph's form, which stays positive whatever is rounded.
    func corrected(by gain: Gain, variance: Double) -> MotionCovariance {
        let rest = 1 - gain.position
        return MotionCovariance(
            position: rest * rest * position + gain.position * gain.position * variance,
            shared: rest * (shared - gain.velocity * position) + gain.position * gain.velocity * variance,
            velocity: velocity - 2 * gain.velocity * shared + gain.velocity * gain.velocity * (position + variance)
        )
    }
}
