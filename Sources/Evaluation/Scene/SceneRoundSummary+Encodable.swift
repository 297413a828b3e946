import SensorModel

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
