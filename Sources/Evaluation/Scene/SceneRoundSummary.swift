import Pipelines
import Recordings
public import SensorModel

/// The result of one round, in which a scene's axes are corrected if the estimates permit it.
public struct SceneRoundSummary: Sendable, Hashable {
    /// The verdict of a round.
    public enum Verdict: String, Sendable, Hashable {
        /// The axes were corrected.
        case corrected
        /// Fewer than two estimates were accurate enough and far enough apart.
        case tooFewEstimates
        /// The directions of the pairs cancel out.
        case noDirection
        /// The angle was too uncertain for a correction.
        case tooUncertain
    }

    /// The time of the round, in the recording's seconds.
    public var time: Seconds
    /// The number of estimates in the buffer.
    public var buffered: Int
    /// The number of estimates that were ignored because of poor accuracy.
    public var poor: Int
    /// The number of estimates that were ignored because a better estimate is too close.
    public var close: Int
    /// The number of estimates that were dropped from the full buffer since the previous round.
    public var forgotten: Int
    /// The number of pairs with an angle.
    public var pairs: Int
    /// The verdict.
    public var verdict: Verdict
    /// The correction, clockwise; `nil` if the axes were not corrected.
    public var correction: Angle?
    /// The uncertainty of the angle, even if it was too large for a correction; `nil` without an angle.
    public var uncertainty: Angle?
    /// The root mean square deviation of the pairs' angles from the correction; `nil` without a correction.
    public var spread: Angle?
    /// The scene's rotation after the round, clockwise.
    public var turn: Angle
    /// The yaw error after the round, clockwise; `nil` without a reference.
    public var error: Angle?

    /// The number of estimates that form pairs.
    public var used: Int { buffered - poor - close }

    init(_ round: SceneRound, error: Angle?) {
        time = round.time
        buffered = round.buffered
        poor = round.poor
        close = round.close
        forgotten = round.forgotten
        pairs = round.pairs
        turn = round.turn.clockwise
        self.error = error
        switch round.correction {
        case .found(let found):
            verdict = .corrected
            correction = found.angle
            uncertainty = found.uncertainty
            spread = found.spread
        case .undetermined(.tooFewEstimates): verdict = .tooFewEstimates
        case .undetermined(.noDirection): verdict = .noDirection
        case .undetermined(.tooUncertain(let angle)):
            verdict = .tooUncertain
            uncertainty = angle
        }
    }

    /// The reason why the axes were not corrected; `nil` if they were corrected.
    public var reason: String? {
        switch verdict {
        case .corrected: nil
        case .tooFewEstimates: "fewer than two estimates are accurate enough and far enough apart"
        case .noDirection: "the pairs' directions cancel"
        case .tooUncertain:
            "the uncertainty of the angle is \(CheckText.number(uncertainty?.degrees ?? 180)) deg, which is too large"
        }
    }
}

extension SceneRoundSummary: Encodable {
    /// Writes every key. An unknown value is null, with a reason.
    public func encode(to encoder: any Encoder) throws {
        var object: JSONObject = [
            "time_s": time,
            "buffered": buffered,
            "poor": poor,
            "close": close,
            "forgotten": forgotten,
            "pairs": pairs,
            "verdict": verdict.rawValue,
            "correction_deg": correction?.degrees,
            "uncertainty_deg": uncertainty?.degrees,
            "spread_rms_deg": spread?.degrees,
            "turn_deg": turn.degrees,
            "error_deg": error?.degrees,
        ]
        object.add("reason", reason)
        try object.encode(to: encoder)
    }
}
