import Geodesy
public import SensorModel

/// The horizontal position errors of a tracked scene and of the last fix, as root mean squares over time.
public struct SceneLocationErrors: Sendable, Hashable {
    /// The error of the method's position in metres: the best estimate's fix plus the scene's offset since then.
    public var bestEstimate: Metres
    /// The error of the last fix in metres.
    public var lastFix: Metres
    /// The number of times at which the errors were computed.
    public var moments: Int

    /// The shortest time between two of them.
    static let interval: Seconds = 1

    /// The reason why errors are missing.
    public static let reasonWithout = "the recording has no true positions that can be located on the Earth"

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
