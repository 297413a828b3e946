import SensorModel

/// A second-order Butterworth low-pass of three channels that starts as a mean, for one time constant or for one in each
/// lane.
///
/// Until samples of one time constant τ have come in, the output is their mean. The filter then continues as if that
/// mean had always been its input. So one wrong first sample weighs little, and the first output is the first sample.
/// O(1) time and memory per sample.
struct ButterworthLowPass<Number: LaneNumber>: Sendable {
    let timeConstant: Number
    /// The mean or the filtered value so far; zero before the first sample.
    private(set) var output = Vector<Number>.zero
    /// The memory of the transposed direct form II; while the output is a mean, the sum of the samples and zero.
    private var memory = (first: Vector<Number>.zero, second: Vector<Number>.zero)
    /// The lanes that filter. The others still compute a mean.
    private var isRunning = Number.Mask(repeating: false)
    /// The number of samples in the mean.
    private var count = Number(repeating: 0)
    /// Nil until the interval between samples is known.
    private var interval: Seconds?
    /// The coefficients for the interval; unused before it is known.
    private var coefficients = ButterworthCoefficients<Number>.passing

    init(timeConstant: Number) {
        self.timeConstant = timeConstant
    }

    /// Sets the interval between samples from now on. The output for a constant input does not change.
    @inline(never) mutating func sample(every interval: Seconds) {
        let new = ButterworthCoefficients(timeConstant: timeConstant, interval: interval)
        if isRunning.inAnyLane {
            let old = coefficients
            let first = memory.first + output * (old.b0 - new.b0)
            let second = memory.second + output * (old.b0 - new.b0 + old.b1 - new.b1 - old.a1 + new.a1)
            memory.first = memory.first.replacing(with: first, where: isRunning)
            memory.second = memory.second.replacing(with: second, where: isRunning)
        }
        self.interval = interval
        coefficients = new
    }

    /// Continues as if a value had always been the input, at a known interval.
    mutating func settle(at value: Vector<Number>) {
        output = value
        memory.first = value * (1 - coefficients.b0)
        memory.second = value * (coefficients.b2 - coefficients.a2)
        isRunning = Number.Mask(repeating: true)
    }

    /// Reads the next sample; returns the output at it.
    @_transparent mutating func advance(to sample: Vector<Number>) -> Vector<Number> {
        guard isRunning.inAllLanes else { return advanceMean(to: sample) }
        output = sample * coefficients.b0 + memory.first
        memory.first = sample * coefficients.b1 - output * coefficients.a1 + memory.second
        memory.second = sample * coefficients.b2 - output * coefficients.a2
        return output
    }

    /// ``advance(to:)`` while at least one lane has not started to filter.
    @inline(never) private mutating func advanceMean(to sample: Vector<Number>) -> Vector<Number> {
        if let interval {
            let starts = .!isRunning .& (count .> 0) .& (count * Number(repeating: interval) .>= timeConstant)
            let first = output * (1 - coefficients.b0)
            let second = output * (coefficients.b2 - coefficients.a2)
            memory.first = memory.first.replacing(with: first, where: starts)
            memory.second = memory.second.replacing(with: second, where: starts)
            isRunning = (isRunning .| starts)
        }
        var mean = self
        mean.memory.first = memory.first + sample
        mean.output = mean.memory.first * (1 / (count + 1))
        mean.count = count + 1
        guard isRunning.inAnyLane else {
            self = mean
            return output
        }
        var filtered = self
        filtered.isRunning = Number.Mask(repeating: true)
        _ = filtered.advance(to: sample)
        let lanes = isRunning
        self = mean
        replaceState(with: filtered, where: lanes)
        isRunning = lanes
        return output
    }

    /// Replaces the memory and the output with those of another low-pass in the lanes of the mask.
    @inline(never) mutating func replaceState(with other: Self, where mask: Number.Mask) {
        output = output.replacing(with: other.output, where: mask)
        memory.first = memory.first.replacing(with: other.memory.first, where: mask)
        memory.second = memory.second.replacing(with: other.memory.second, where: mask)
        count = count.replacing(with: other.count, where: mask)
        isRunning = ((isRunning .& .!mask) .| (other.isRunning .& mask))
    }
}

/// The difference equation of a second-order Butterworth low-pass: y_n = b₀x_n + b₁x_{n−1} + b₂x_{n−2} − a₁y_{n−1} −
/// a₂y_{n−2}.
struct ButterworthCoefficients<Number: LaneNumber>: Sendable, Hashable {
    let b0: Number
    let b1: Number
    let b2: Number
    let a1: Number
    let a2: Number

    /// Samples pass unchanged.
    static var passing: Self { Self(timeConstant: Number(repeating: 0), interval: 1) }

    /// The low-pass with cut-off f_c = √2/(2πτ), by the bilinear transform without its frequency warping.
    ///
    /// The step response of the continuous filter decays with exp(−t/τ); VQF's time constants mean this (Laidig & Seel
    /// 2023, doi:10.1016/j.inffus.2022.10.014). At τ < T/2 the cut-off would reach nine tenths of half the sampling
    /// rate: samples then pass unchanged.
    init(timeConstant: Number, interval: Seconds) {
        let passes = timeConstant .< Number(repeating: interval / 2)
        let (zero, one) = (Number(repeating: 0), Number(repeating: 1))
        // C = tan(π f_c T)
        let c = (Number(repeating: interval) / timeConstant * Number(repeating: 0.5.squareRoot())).tangent
        let root = Number(repeating: 2.0.squareRoot())
        let divisor = 1 + root * c + c * c
        let gain = c * c / divisor
        b0 = gain.replacing(with: one, where: passes)
        b1 = (2 * gain).replacing(with: zero, where: passes)
        b2 = gain.replacing(with: zero, where: passes)
        a1 = (2 * (c * c - 1) / divisor).replacing(with: zero, where: passes)
        a2 = ((1 - root * c + c * c) / divisor).replacing(with: zero, where: passes)
    }
}
