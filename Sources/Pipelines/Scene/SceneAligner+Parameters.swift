public import SensorModel

/// How ``SceneAligner`` buffers, filters, pairs and averages.
///
/// Yandex 2017, section "Coordinate system adjustment", names the steps and few numbers. Where it has none,
/// the default is ours and says why.
public struct SceneAlignerParameters: Sendable, Hashable {
    /// New estimates after which a round runs. 10: one of the document's two examples, "every 10 seconds (during this
    /// time we will receive an average of 10 readings)"; the other is 100.
    public var countLimit = 10
    /// The time after which a round runs with fewer of them. 10 s: the same example.
    public var timeLimit: Seconds = 10
    /// How many estimates the buffer holds at most, if the count limit is not larger; the oldest are forgotten. No number
    /// in the document; all pairs of 400 take milliseconds.
    public var capacity = 400
    /// Whether estimates stay in the buffer after a correction. The document accumulates anew.
    public var keepsEstimates = false
    /// Estimates with a larger accuracy are left out. No number in the document; phones state 65 m without satellites.
    public var worstAccuracy: Metres = 50
    /// Estimates nearer to a better one are left out, measured in the scene, because the fixes of a user who stands
    /// still wander apart. No number in the document; 5 m is what a phone states at best.
    public var leastSeparation: Metres = 5
    /// The document tried three ways and names no winner.
    public var pairs = ScenePairChoice.all
    /// Whether a pair counts by its weight, the distance over the sum of the accuracies, or each the same. The document
    /// chooses pairs by it.
    public var isWeighted = true
    /// How many standard deviations along each axis an accuracy stands for. 1.51 = √(−2 ln 0.32): the radius of 68 %,
    /// as Android documents its own; Core Location's share is not documented.
    public var deviationsPerAccuracy = 1.51
    /// The axes are not turned by an angle that is known worse than this; nil turns them by any, as the document does.
    /// 15°: a mark 15° off is still on a phone's screen.
    public var mostUncertainty: Angle? = Angle(degrees: 15)
    public var plane = ScenePlane()

    public init() {}
}
