import Geodesy
public import SensorModel

/// How far the position that a tracked scene tells is from the true one, beside that of the last fix: root mean squares over
/// moments, over ground.
public struct SceneLocationErrors: Sendable, Hashable {
    /// Metres: of the best estimate's fix and the scene's offset since.
    public var bestEstimate: Metres
    /// Metres: of the last fix.
    public var lastFix: Metres
    /// How many moments count.
    public var moments: Int

    /// Moments are at least so far apart.
    static let interval: Seconds = 1

    /// Why there are none.
    public static let reasonWithout = "the recording has no true positions that can be tied to the Earth"

    struct Moment: Sendable {
        let time: Seconds
        let bestEstimate: GeographicPoint
        let lastFix: GeographicPoint
    }

    /// - Returns: nil where no moment has a true position.
    init?(_ moments: [Moment], _ truth: SceneTruePlaces) {
        let geodesic = Geodesic()
        var (best, last) = (CompensatedSum(0), CompensatedSum(0))
        var count = 0
        for (moment, point) in zip(moments, truth.points(at: moments.map(\.time))) {
            guard let point else { continue }
            let errors = (
                geodesic.distance(from: point, to: moment.bestEstimate),
                geodesic.distance(from: point, to: moment.lastFix)
            )
            best.add(errors.0 * errors.0)
            last.add(errors.1 * errors.1)
            count += 1
        }
        guard count > 0 else { return nil }
        bestEstimate = (best.value / Double(count)).squareRoot()
        lastFix = (last.value / Double(count)).squareRoot()
        self.moments = count
    }
}
