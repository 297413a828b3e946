import RealModule

/// First-order smoothing in continuous time.
public enum ExponentialSmoothing {
    /// The weight of a new sample `interval` after the one before: α = 1 − exp(−Δt/τ).
    public static func weight(interval: Seconds, timeConstant: Seconds) -> Double {
        -Double.expMinusOne(-interval / timeConstant)
    }

    /// The time constant of a first-order low-pass: τ = 1/(2π f_c).
    public static func timeConstant(cutoff: Hertz) -> Seconds {
        1 / (2 * Double.pi * cutoff)
    }
}
