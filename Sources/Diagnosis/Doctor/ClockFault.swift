import Evaluation
import SensorModel

/// The fault of an estimate's clock.
///
/// A low-pass delays an estimate, too, but it also changes the rates. A delay counts only if the shift alone explains
/// most of the difference, or if it is longer than that of a filter.
enum ClockFault {
    case offset
    case rate

    /// The smallest drift over the estimate, and the smallest rate.
    private static let leastDrift: Seconds = 0.02
    private static let leastRate = 1e-4
    private static let clear = 0.8
    /// The offsets and the shares of the residual that must remain: estimates that are late, and those that are early.
    private static let late: [(offset: Seconds, share: Double)] = [(0.25, 0.9), (0.06, 0.4), (0.03, 0.2)]
    private static let early: [(offset: Seconds, share: Double)] = [(0.05, 0.9), (0.02, 0.5), (0.012, 0.2)]

    init?(_ best: EstimateHypothesis) {
        let fitted = best.rates
        var still = fitted
        still.clock.offset = 0
        still.clock.rate = 0
        guard let unshifted = still.residual(), unshifted > 0 else {
            // The estimate as read does not overlap the gyroscope.
            self = abs(fitted.clock.rate) > Self.leastRate ? .rate : .offset
            return
        }
        var constant = fitted
        constant.clock.rate = 0
        let shifted = constant.fitted(.offset, iterations: 20).residual() ?? unshifted
        let duration = (fitted.turns.last?.end ?? 0) - (fitted.turns.first?.start ?? 0)
        let residual = best.residual
        if abs(fitted.clock.rate) * duration > Self.leastDrift, abs(fitted.clock.rate) > Self.leastRate,
            residual < Self.clear * shifted, residual < Self.clear * unshifted
        {
            self = .rate
            return
        }
        let offset = fitted.clock.offset
        let limits = offset < 0 ? Self.late : Self.early
        guard limits.contains(where: { abs(offset) > $0.offset && residual < $0.share * unshifted }) else { return nil }
        self = .offset
    }
}
