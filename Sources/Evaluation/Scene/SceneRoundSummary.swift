public import Pipelines
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

    /// The round, with its time and its counts of location estimates.
    public let round: SceneRound
    /// The yaw error of the scene's axes after the round, clockwise; `nil` without a reference.
    public let error: Angle?

    /// The outcome of the round.
    public var verdict: Verdict {
        switch round.correction {
        case .found: .corrected
        case .undetermined(.tooFewEstimates): .tooFewEstimates
        case .undetermined(.noDirection): .noDirection
        case .undetermined(.tooUncertain): .tooUncertain
        }
    }

    /// The clockwise rotation by which the axes were corrected; `nil` if the axes were not corrected.
    public var correction: Angle? { round.correction.found?.angle }

    /// The uncertainty of the angle, even if it was too large for a correction; `nil` if no angle was determined.
    public var uncertainty: Angle? {
        if case .undetermined(.tooUncertain(let angle)) = round.correction { return angle }
        return round.correction.found?.uncertainty
    }

    /// The weighted root mean square difference between the correction and the angles from single pairs of estimates;
    /// `nil` without a correction.
    public var spread: Angle? { round.correction.found?.spread }

    /// The sum of all corrections up to and including this round, clockwise.
    public var turn: Angle { round.turn.clockwise }

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
            "time_s": round.time,
            "buffered": round.buffered,
            "poor": round.poor,
            "close": round.close,
            "forgotten": round.forgotten,
            "pairs": round.pairs,
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
