public import SensorModel

/// One attempt to correct the axes, with the number of estimates by their use.
public struct SceneRound: Sendable, Hashable {
    /// The time of the newest estimate in the buffer, or of the timer.
    public var time: Seconds
    /// The number of estimates in the buffer.
    public var buffered: Int
    /// The number of estimates discarded for their accuracy.
    public var poor: Int
    /// The number of estimates discarded because they are too close to a better one.
    public var close: Int
    /// The number of estimates discarded since the last round because the buffer was full.
    public var forgotten: Int
    /// The number of pairs with an angle.
    public var pairs: Int
    /// The correction, or the reason for its absence.
    public var correction: SceneCorrection
    /// The scene's rotation after this round.
    public var turn: SceneTurn

    /// The number of estimates that formed pairs.
    public var used: Int { buffered - poor - close }
}

/// The result of comparing a buffer of estimates with a scene's axes.
public enum SceneCorrection: Sendable, Hashable {
    /// The yaw error of the axes, with its uncertainty.
    public struct Found: Sendable, Hashable {
        /// The angle to add to bearings in the scene: clockwise seen from above, in (−180°, 180°].
        public let angle: Angle
        /// An upper bound of the standard deviation for any correlation of the fixes' errors.
        public let uncertainty: Angle
        /// The weighted root mean square of the pairs' angles about their mean.
        public let spread: Angle
    }

    /// The reason for the absence of a correction.
    public enum Reason: Sendable, Hashable {
        /// Fewer than two estimates are accurate enough and far enough apart.
        case tooFewEstimates
        /// The pairs' directions cancel, or no pair has a direction.
        case noDirection
        /// The uncertainty is too large.
        case tooUncertain(Angle)
    }

    /// A correction.
    case found(Found)
    /// No correction.
    case undetermined(Reason)

    /// The correction; nil for none.
    public var found: Found? { if case .found(let found) = self { found } else { nil } }
}
