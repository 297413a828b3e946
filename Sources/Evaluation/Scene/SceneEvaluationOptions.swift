public import Pipelines
public import SensorModel

/// How a recording's poses are tied to its fixes, and what is changed of them before.
public struct SceneEvaluationOptions: Sendable, Hashable {
    public var locator = SceneLocator.Parameters()
    /// Clockwise seen from above: what every bearing in the scene is turned by before anything is found, as a test of
    /// whether it is found again.
    public var turnPutIn = Angle.zero
    /// Fixes with a smaller accuracy are kept from the method, as though the sky were worse; nil keeps none.
    public var bestAccuracy: Metres?
    /// Corrections up to this size count as steady: as large as `SceneAligner` takes them for certain.
    public var band = Angle(degrees: 15)

    public init() {}
}
