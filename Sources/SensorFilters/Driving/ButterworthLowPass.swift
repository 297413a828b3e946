import RealModule
package import SensorModel

/// A second-order Butterworth low-pass of vectors. At the start, it returns the mean of the samples so far.
///
/// During the first time constant τ, the output is the mean of the samples. The filter then continues as if this mean
/// had always been its input. The first output equals the first sample, but an error of the first sample has little
/// effect later. O(1) time and memory per sample.
package struct ButterworthLowPass: Sendable {
    let timeConstant: Double
    /// The last output; zero before the first sample.
    private(set) var output = Vector3.zero
    /// The state of the transposed direct form II. While the output is a mean, `first` is the sum of the samples and
    /// `second` is zero.
    private var memory = (first: Vector3.zero, second: Vector3.zero)
    /// A Boolean value that indicates whether the low-pass has replaced the mean.
    private var isRunning = false
    /// The number of samples averaged so far. At the start, the filter's output is the mean of these samples.
    private var count = 0.0
    /// The interval between samples in seconds; `nil` before the first call of ``sample(every:)``.
    private var interval: Seconds?
    /// The coefficients for ``interval``; not used while ``interval`` is `nil`.
    private var coefficients = ButterworthCoefficients.passing

    package init(timeConstant: Double) {
        self.timeConstant = timeConstant
    }

    /// Sets the interval between future samples, in seconds. The output for a constant input does not change.
    @inline(never) package mutating func sample(every interval: Seconds) {
        let new = ButterworthCoefficients(timeConstant: timeConstant, interval: interval)
        if isRunning {
            let old = coefficients
            memory.first += output * (old.b0 - new.b0)
            memory.second += output * (old.b0 - new.b0 + old.b1 - new.b1 - old.a1 + new.a1)
        }
        self.interval = interval
        coefficients = new
    }

    /// Sets the state as if `value` had always been the input. ``interval`` must not be `nil`.
    mutating func settle(at value: Vector3) {
        output = value
        memory.first = value * (1 - coefficients.b0)
        memory.second = value * (coefficients.b2 - coefficients.a2)
        isRunning = true
    }

    /// Processes the next sample and returns the output.
    @inline(__always) package mutating func advance(to sample: Vector3) -> Vector3 {
        guard isRunning else { return advanceMean(to: sample) }
        output = sample * coefficients.b0 + memory.first
        memory.first = sample * coefficients.b1 - output * coefficients.a1 + memory.second
        memory.second = sample * coefficients.b2 - output * coefficients.a2
        return output
    }

    /// Adds a sample to the initial mean and returns the mean. When the samples span the time constant, the low-pass
    /// starts at this mean and takes over.
    @inline(never) private mutating func advanceMean(to sample: Vector3) -> Vector3 {
        if let interval, count > 0, count * interval >= timeConstant {
            settle(at: output)
            return advance(to: sample)
        }
        memory.first += sample
        count += 1
        output = memory.first * (1 / count)
        return output
    }
}

/// The difference equation of a second-order Butterworth low-pass: y_n = b₀x_n + b₁x_{n−1} + b₂x_{n−2} − a₁y_{n−1} −
/// a₂y_{n−2}.
package struct ButterworthCoefficients: Sendable, Hashable {
    package let b0: Double
    package let b1: Double
    package let b2: Double
    package let a1: Double
    package let a2: Double

    /// The coefficients of a filter that passes samples unchanged.
    static var passing: Self { Self(timeConstant: 0, interval: 1) }

    /// Creates the coefficients of the low-pass with the cut-off f_c = √2/(2πτ), by the bilinear transform with
    /// prewarping, so that f_c is exact.
    ///
    /// The step response of the continuous filter decays with exp(−t/τ). VQF defines its time constants in the same way
    /// (Laidig & Seel 2023, doi:10.1016/j.inffus.2022.10.014). If τ is shorter than half the sampling interval, the
    /// cut-off would exceed 90 % of the Nyquist frequency. In this case, samples pass unchanged.
    package init(timeConstant: Double, interval: Seconds) {
        guard timeConstant >= interval / 2 else {
            (b0, b1, b2, a1, a2) = (1, 0, 0, 0, 0)
            return
        }
        // C = tan(π f_c T), where T is the sampling interval.
        let c = Double.tan(interval / timeConstant * 0.5.squareRoot())
        let root = 2.0.squareRoot()
        let divisor = 1 + root * c + c * c
        b0 = c * c / divisor
        b1 = 2 * b0
        b2 = b0
        a1 = 2 * (c * c - 1) / divisor
        a2 = (1 - root * c + c * c) / divisor
    }
}
