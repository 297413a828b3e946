import SensorModel

/// Fusion's correction of the gyroscope's offset: a high-pass filter with a cut-off of 0.02 Hz that learns at rest only.
///
/// At rest, each component of the corrected rate has been below a threshold for a period.
struct FusionOffset<Number: LaneNumber>: Sendable {
    /// In hertz.
    private static var cutoff: Double { 0.02 }
    /// In seconds. Differences below it are rounding errors of sums of intervals.
    static var rounding: Double { 1e-9 }

    /// Whether an offset is learnt.
    let isLearnt: Bool
    /// In rad/s.
    private let threshold: Number
    private let period: Number
    private var quietTime = Number(repeating: 0)
    /// In rad/s.
    private(set) var value = Vector<Number>.zero

    /// - Parameter settings: all with or all without correction of the offset.
    init(_ settings: [Fusion.Parameters]) {
        isLearnt = settings[0].offsetCorrection
        threshold = Number(settings) { Angle(degrees: $0.stationaryThreshold).radians }
        period = Number(settings, \.stationaryPeriod)
    }

    mutating func reset() {
        quietTime = Number(repeating: 0)
        value = .zero
    }

    /// The rate without the offset, which this rate may change for the next one.
    @inline(never) mutating func corrected(_ rate: Vector<Number>, over duration: Number) -> Vector<Number> {
        let rate = rate - value
        let isQuiet =
            (rate.x.magnitude .<= threshold) .& (rate.y.magnitude .<= threshold) .& (rate.z.magnitude .<= threshold)
        let isShort = quietTime .< (period - Number(repeating: Self.rounding))
        // b ← b + 2π f_c Δt ω, at most all of ω
        let weight = (Number(repeating: 2 * .pi * Self.cutoff) * duration).smaller(1)
        value = value.replacing(with: value + rate * weight, where: isQuiet .& .!isShort)
        quietTime = quietTime.replacing(with: quietTime + duration, where: isShort)
        quietTime = quietTime.replacing(with: Number(repeating: 0), where: .!isQuiet)
        return rate
    }
}
