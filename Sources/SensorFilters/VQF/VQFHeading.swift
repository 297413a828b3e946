import SensorModel

/// VQF's heading correction: a first-order filter of the angle between the almost-inertial frame's second axis and
/// magnetic north.
///
/// Laidig & Seel 2023, doi:10.1016/j.inffus.2022.10.014.
struct VQFHeading<Number: LaneNumber>: Sendable {
    private let timeConstant: Number
    /// δ, about Up, in radians.
    private(set) var offset = Number(repeating: 0)
    private var gain = Number(repeating: 1)
    private var interval = 0.0
    /// 1/N for the Nth sample; 0 when only the filter's own gain remains.
    private var initialGain = Number(repeating: 1)
    /// Cosine and sine of δ/2.
    private(set) var halfTurn = (cosine: Number(repeating: 1), sine: Number(repeating: 0))
    /// Whether `halfTurn` is that of the current offset.
    private var isHalfTurnCurrent = true

    init(timeConstant: Number) {
        self.timeConstant = timeConstant
    }

    @inline(never) mutating func sample(every interval: Seconds) {
        self.interval = interval
        // k = 1 − exp(−T/τ)
        gain = VQFHeading.gain(timeConstant: timeConstant, interval: interval)
    }

    /// Computes `halfTurn` where the offset has changed.
    @_transparent mutating func updateHalfTurn() {
        guard !isHalfTurnCurrent else { return }
        let half = offset / 2
        halfTurn = (half.cosine, half.sine)
        isHalfTurnCurrent = true
    }

    /// Corrects the offset towards where the field points, given in the frame that the inclination correction leads to.
    ///
    /// - Parameter trust: a factor of the gain: 0 for a field that is rejected. The mean over the first samples includes
    ///   all of them.
    @_transparent mutating func correct(field: Vector<Number>, trust: Number) {
        correct(azimuth: field.azimuthRadians, trust: trust)
    }

    /// Corrects the offset towards an angle of the field, in radians.
    @_transparent mutating func correct(azimuth: Number, trust: Number) {
        let error = (azimuth - offset).wrappedRadians
        var k = gain * trust
        if (initialGain .> 0).inAnyLane {
            // k ≥ 1/N: at first the offset is the mean of all angles
            k = k.larger(initialGain)
            let next = initialGain / (initialGain + 1)
            initialGain = next.replacing(
                with: Number(repeating: 0),
                where: next * timeConstant .< Number(repeating: interval)
            )
        }
        offset = (offset + k * error).wrappedRadians
        isHalfTurnCurrent = false
    }

    /// 1 − exp(−T/τ), and 1 for τ = 0.
    static func gain(timeConstant: Number, interval: Seconds) -> Number {
        timeConstant.mapLanes { $0 > 0 ? ExponentialSmoothing.weight(interval: interval, timeConstant: $0) : 1 }
    }
}
