import Pipelines
public import SensorModel

/// What became of the estimates each time that a scene's axes were to be corrected.
public struct SceneRoundSummary: Sendable, Hashable {
    /// What a round said.
    public enum Verdict: String, Sendable, Hashable {
        case corrected
        /// Fewer than two estimates were accurate enough and far enough apart.
        case tooFewEstimates
        /// The pairs' directions cancel.
        case noDirection
        /// An angle was found, but too uncertain to turn the axes by.
        case tooUncertain
    }

    public var time: Seconds
    /// How many estimates were in the buffer.
    public var buffered: Int
    /// Of these: left out because their accuracy is poor.
    public var poor: Int
    /// Left out because they stand too close to a better one.
    public var close: Int
    /// Forgotten since the round before, because the buffer was full.
    public var forgotten: Int
    /// How many pairs had an angle.
    public var pairs: Int
    public var verdict: Verdict
    /// Clockwise; nil where the axes were not turned.
    public var correction: Angle?
    /// Of the angle, also of one that was too uncertain; nil where there was none.
    public var uncertainty: Angle?
    /// Root mean square of the pairs' angles about the correction; nil without one.
    public var spread: Angle?
    /// The scene's turn from here on, clockwise.
    public var turn: Angle
    /// The yaw error from here on, clockwise; nil where nothing is held for true.
    public var error: Angle?

    /// How many estimates the pairs were made of.
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

    /// Why the axes were not turned, in words; nil where they were.
    public var reason: String? {
        switch verdict {
        case .corrected: nil
        case .tooFewEstimates: "fewer than two estimates are accurate enough and far enough apart"
        case .noDirection: "the pairs' directions cancel"
        case .tooUncertain:
            "the angle is known to ±\(CheckText.number(uncertainty?.degrees ?? 180)) deg only"
        }
    }
}

extension SceneRoundSummary: Encodable {
    private enum Key: String, CodingKey {
        case time = "time_s"
        case buffered
        case poor
        case close
        case forgotten
        case pairs
        case verdict
        case correction = "correction_deg"
        case uncertainty = "uncertainty_deg"
        case spread = "spread_rms_deg"
        case reason
        case turn = "turn_deg"
        case error = "error_deg"
    }

    /// What a round could not tell is null, with its reason.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(time, forKey: .time)
        try container.encode(buffered, forKey: .buffered)
        try container.encode(poor, forKey: .poor)
        try container.encode(close, forKey: .close)
        try container.encode(forgotten, forKey: .forgotten)
        try container.encode(pairs, forKey: .pairs)
        try container.encode(verdict.rawValue, forKey: .verdict)
        try container.encode(correction?.degrees, forKey: .correction)
        try container.encode(uncertainty?.degrees, forKey: .uncertainty)
        try container.encode(spread?.degrees, forKey: .spread)
        try container.encodeIfPresent(reason, forKey: .reason)
        try container.encode(turn.degrees, forKey: .turn)
        try container.encode(error?.degrees, forKey: .error)
    }
}
