import SensorModel

/// Fusion's correction of the gyroscope's offset: a high-pass filter with a cut-off of 0.02 Hz that learns at rest only.
///
/// At rest, each component of the corrected rate has been below a threshold for a period.
struct FusionOffset: Sendable {
    /// In hertz.
    private static var cutoff: Double { 0.02 }
    /// In seconds. Differences below it are rounding errors of sums of intervals.
    static var rounding: Double { 1e-9 }

    /// Whether an offset is learnt.
    let isLearnt: Bool
    /// In rad/s.
    private let threshold: Double
    private let period: Double
    private var quietTime = 0.0
    /// In rad/s.
    private(set) var value = Vector3.zero

    init(_ parameters: Fusion.Parameters) {
        isLearnt = parameters.offsetCorrection
        threshold = Angle(degrees: parameters.stationaryThreshold).radians
        period = parameters.stationaryPeriod
    }

    mutating func reset() {
        quietTime = 0
        value = .zero
    }

    /// The rate without the offset, which this rate may change for the next one.
    @inline(never) mutating func corrected(_ rate: Vector3, over duration: Double) -> Vector3 {
        let rate = rate - value
        let isQuiet =
            abs(rate.x) <= threshold && abs(rate.y) <= threshold && abs(rate.z) <= threshold
        let isShort = quietTime < period - Self.rounding
        // b ← b + 2π f_c Δt ω, at most all of ω
        let weight = min((2 * .pi * Self.cutoff) * duration, 1)
        if isQuiet, !isShort { value += rate * weight }
        if isShort { quietTime += duration }
        if !isQuiet { quietTime = 0 }
        return rate
    }
}
