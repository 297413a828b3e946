import Geodesy
public import SensorModel

/// Selects the estimate from which positions are computed: the most accurate one nearby, and the newest of equal ones.
///
/// Yandex 2017, section "Determining the position of an object on the stage": tracking is more accurate than fixes over
/// short distances, but drifts over long ones. The current position is therefore the fix of the best estimate plus the
/// offset in the scene since then. Only estimates within 100 m of the current position are considered. The selection
/// runs at every fix and on a timer. It takes O(n) time for n stored estimates.
///
/// ```swift
/// var best = BestEstimate()
/// best.add(estimate, turn: .none)
/// let position = best.position(at: pose.position, turn: .none)
/// ```
public struct BestEstimate: Sendable {
    /// The range and the number of estimates.
    public struct Parameters: Sendable, Hashable {
        /// The largest distance of an estimate from the current position in metres. 100 m in the document.
        public var reach: Metres
        /// The number of stored estimates; the oldest is discarded. The document has no limit.
        public var capacity: Int
        /// The conversion between geographic offsets and metres.
        public var plane: ScenePlane

        /// Creates parameters.
        public init(reach: Metres = 100, capacity: Int = 1000, plane: ScenePlane = ScenePlane()) {
            precondition(reach >= 0, "the reach must not be negative")
            precondition(capacity > 0, "the capacity must be at least 1")
            self.reach = reach
            self.capacity = capacity
            self.plane = plane
        }
    }

    /// The parameters.
    public let parameters: Parameters
    /// The selected estimate; nil before the first fix, and if no estimate is within reach.
    public private(set) var current: LocationEstimate?
    private var estimates: [LocationEstimate] = []

    /// Creates a selection without estimates.
    public init(_ parameters: Parameters = Parameters()) { self.parameters = parameters }

    /// Adds an estimate and selects the best one. Without a known position, the estimate's own place is used.
    public mutating func add(_ estimate: LocationEstimate, turn: SceneTurn) {
        if estimates.count == parameters.capacity { estimates.removeFirst() }
        estimates.append(estimate)
        choose(near: position(at: estimate.scenePosition, turn: turn) ?? estimate.point)
    }

    /// Selects the best estimate on a timer, because the user may have moved without a new fix.
    public mutating func review(at scenePosition: Vector3, turn: SceneTurn) {
        guard let place = position(at: scenePosition, turn: turn) else { return }
        choose(near: place)
    }

    /// The geographic position of a position in the scene; nil without a best estimate, and beyond a pole.
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
