import SensorModel

/// The difference equation of a second-order Butterworth low-pass: y_n = b₀x_n + b₁x_{n−1} + b₂x_{n−2} − a₁y_{n−1} −
/// a₂y_{n−2}.
struct ButterworthCoefficients: Sendable, Hashable {
    let b0: Double
    let b1: Double
    let b2: Double
    let a1: Double
    let a2: Double

    /// The low-pass with cut-off f_c = √2/(2πτ), by the bilinear transform with its frequency warping undone.
    ///
    /// The step response of the continuous filter decays with exp(−t/τ); VQF's time constants mean this (Laidig & Seel
    /// 2023, doi:10.1016/j.inffus.2022.10.014). At τ < T/2 the cut-off would reach nine tenths of half the sampling
    /// rate: samples then pass as they are.
    init(timeConstant: Seconds, interval: Seconds) {
        guard timeConstant >= interval / 2 else {
            (b0, b1, b2, a1, a2) = (1, 0, 0, 0, 0)
            return
        }
        // C = tan(π f_c T)
        let c = Angle(radians: interval / timeConstant * 0.5.squareRoot()).tangent
        let divisor = 1 + 2.0.squareRoot() * c + c * c
        b0 = c * c / divisor
        b1 = 2 * b0
        b2 = b0
        a1 = 2 * (c * c - 1) / divisor
        a2 = (1 - 2.0.squareRoot() * c + c * c) / divisor
    }
}
