import RealModule

/// The weights of first-order smoothing in continuous time.
///
/// ```swift
/// let timeConstant = ExponentialSmoothing.timeConstant(cutoff: 3)
/// let weight = ExponentialSmoothing.weight(interval: 0.01, timeConstant: timeConstant)
/// ```
public enum ExponentialSmoothing {
    /// Returns the weight in [0, 1) of a new sample that follows the previous one after `interval`: α = 1 − exp(−Δt/τ).
    public static func weight(interval: Seconds, timeConstant: Seconds) -> Double {
        -Double.expMinusOne(-interval / timeConstant)
    }

    /// Returns the time constant of a first-order low-pass with this cutoff frequency: τ = 1/(2π f_c).
    public static func timeConstant(cutoff: Hertz) -> Seconds {
        1 / (2 * Double.pi * cutoff)
    }
}
