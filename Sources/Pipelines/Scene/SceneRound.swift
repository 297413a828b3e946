public import SensorModel

/// One time that the axes were to be corrected, with what became of the estimates.
public struct SceneRound: Sendable, Hashable {
    /// Of the newest estimate in the buffer, or of the timer.
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
    public var correction: SceneCorrection
    /// The scene's turn from here on.
    public var turn: SceneTurn

    /// How many estimates the pairs were made of.
    public var used: Int { buffered - poor - close }
}
