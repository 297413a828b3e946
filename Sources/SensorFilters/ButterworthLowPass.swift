import SensorModel

/// A second-order Butterworth low-pass of three channels that starts as a mean.
///
/// Until samples of one time constant τ have come in, the output is their mean; the filter then goes on as if that mean
/// had always been its input. So one odd first sample weighs little, and the first output is the first sample. O(1)
/// time and memory per sample.
struct ButterworthLowPass: Sendable {
    private enum Phase: Sendable {
        case averaging(count: Double, sum: Vector3)
        /// The memory of the transposed direct form II.
        case running(first: Vector3, second: Vector3)
    }

    let timeConstant: Seconds
    /// The mean or the filtered value so far; zero before the first sample.
    private(set) var output = Vector3.zero
    private var phase = Phase.averaging(count: 0, sum: .zero)
    /// Nil until the samples' interval is known.
    private var sampling: (interval: Seconds, coefficients: ButterworthCoefficients)?

    init(timeConstant: Seconds) {
        self.timeConstant = timeConstant
    }

    /// Samples come at this interval from now on. The output for a constant input stays what it is.
    mutating func sample(every interval: Seconds) {
        let new = ButterworthCoefficients(timeConstant: timeConstant, interval: interval)
        if case .running(let first, let second) = phase, let old = sampling?.coefficients {
            phase = .running(
                first: first + output * (old.b0 - new.b0),
                second: second + output * (old.b0 - new.b0 + old.b1 - new.b1 - old.a1 + new.a1)
            )
        }
        sampling = (interval, new)
    }

    /// Takes in the next sample and gives the output at it.
    mutating func advance(to sample: Vector3) -> Vector3 {
        if case .averaging(let count, _) = phase, count > 0, let sampling,
            count * sampling.interval >= timeConstant
        {
            let coefficients = sampling.coefficients
            phase = .running(
                first: output * (1 - coefficients.b0),
                second: output * (coefficients.b2 - coefficients.a2)
            )
        }
        switch phase {
        case .averaging(let count, let sum):
            phase = .averaging(count: count + 1, sum: sum + sample)
            output = (sum + sample) * (1 / (count + 1))
        case .running(let first, let second):
            guard let coefficients = sampling?.coefficients else { return output }
            output = sample * coefficients.b0 + first
            phase = .running(
                first: sample * coefficients.b1 - output * coefficients.a1 + second,
                second: sample * coefficients.b2 - output * coefficients.a2
            )
        }
        return output
    }
}
