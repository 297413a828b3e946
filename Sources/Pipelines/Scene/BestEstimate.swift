import Geodesy
public import SensorModel

/// The estimate that a position is counted from: the most accurate one near by, and of equals the newest.
///
/// Yandex 2017, section "Determining the position of an object on the stage": tracking is more exact than fixes over
/// short ways and drifts over long ones, so the position now is the best estimate's fix and the scene's offset since,
/// and only estimates within 100 m of the current place take part. It is chosen anew at every fix and by a timer. A
/// choice takes O(estimates kept).
public struct BestEstimate: Sendable {
    public struct Parameters: Sendable, Hashable {
        /// How far from the current place an estimate may lie. 100 m in the document.
        public var reach: Metres
        /// How many estimates are remembered; the oldest is forgotten. The document names no limit.
        public var capacity: Int
        public var plane: ScenePlane

        public init(reach: Metres = 100, capacity: Int = 1000, plane: ScenePlane = ScenePlane()) {
            precondition(reach >= 0, "a reach is not negative")
            precondition(capacity > 0, "at least one estimate is remembered")
            self.reach = reach
            self.capacity = capacity
            self.plane = plane
        }
    }

    public let parameters: Parameters
    /// nil before the first fix, and where none lies within reach.
    public private(set) var current: LocationEstimate?
    private var estimates: [LocationEstimate] = []

    public init(_ parameters: Parameters = Parameters()) { self.parameters = parameters }

    /// A new fix. Where no position is known, its own place is the current one.
    public mutating func take(_ estimate: LocationEstimate, turn: SceneTurn) {
        if estimates.count == parameters.capacity { estimates.removeFirst() }
        estimates.append(estimate)
        choose(near: position(at: estimate.scenePosition, turn: turn) ?? estimate.point)
    }

    /// The timer's choice: the user may have walked away from the best estimate without a fix since.
    public mutating func review(at scenePosition: Vector3, turn: SceneTurn) {
        guard let place = position(at: scenePosition, turn: turn) else { return }
        choose(near: place)
    }

    /// Where the device is that is at this position of the scene; nil without a best estimate, and beyond a pole.
    public func position(at scenePosition: Vector3, turn: SceneTurn) -> GeographicPoint? {
        guard let current else { return nil }
        let offset = turn.rotate(scenePosition - current.scenePosition)
        return parameters.plane.point(from: current.point, offset: offset)
    }

    private mutating func choose(near place: GeographicPoint) {
        var best: LocationEstimate?
        for estimate in estimates
        where parameters.plane.offset(from: place, to: estimate.point).length <= parameters.reach {
            if best.map(estimate.isBetter) ?? true { best = estimate }
        }
        current = best
    }
}
