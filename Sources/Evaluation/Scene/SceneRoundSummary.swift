import Pipelines
import Recordings
public import SensorModel

/// The result of one round, in which the method corrects a scene's axes if the location estimates determine an angle.
public struct SceneRoundSummary: Sendable, Hashable {
    /// The outcome of a round: a correction, or the reason why the axes were not corrected.
    public enum Verdict: String, Sendable, Hashable {
        /// The axes were corrected.
        case corrected
        /// Fewer than two location estimates were accurate enough and far enough apart.
        case tooFewEstimates
        /// The angles of the pairs of estimates cancel out, so they have no mean.
        case noDirection
        /// The angle of the correction was too uncertain.
        case tooUncertain
    }

    /// The time of the round on the recording's clock, in seconds.
    public var time: Seconds
    /// The number of location estimates in the buffer.
    public var buffered: Int
    /// The number of buffered estimates that were ignored because of poor accuracy.
    public var poor: Int
    /// The number of buffered estimates that were ignored because they lie too close to a more accurate estimate.
    public var close: Int
    /// The number of estimates that were dropped from the full buffer since the previous round.
    public var forgotten: Int
    /// The number of pairs of location estimates. Each of these pairs determines an angle.
    public var pairs: Int
    /// The outcome of the round.
    public var verdict: Verdict
    /// The clockwise rotation by which the axes were corrected; `nil` if the axes were not corrected.
    public var correction: Angle?
    /// The uncertainty of the angle, even if it was too large for a correction; `nil` if no angle was determined.
    public var uncertainty: Angle?
    /// The weighted root mean square difference between the correction and the angles from single pairs of estimates;
    /// `nil` without a correction.
    public var spread: Angle?
    /// The sum of all corrections up to and including this round, clockwise.
    public var turn: Angle
    /// The yaw error of the scene's axes after the round, clockwise; `nil` without a reference.
    public var error: Angle?

    /// The number of location estimates that form pairs.
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
        case .noDirection: "the angles of the pairs of estimates cancel out"
        case .tooUncertain:
            "the uncertainty of the angle is \(CheckText.number(uncertainty?.degrees ?? 180)) deg, which is too large"
        }
    }
}

extension SceneRoundSummary: Encodable {
    /// Writes every key. An unknown value is null. The key `reason` is written if the axes were not corrected.
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
