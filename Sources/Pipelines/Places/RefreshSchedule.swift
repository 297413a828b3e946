internal import Geodesy
public import SensorModel

/// When a browser of a dimension loads it again: some time after the last load, or that far from where it was.
///
/// Stevense & van der Tak 2010, section 2.2 and research report, section 4.2. The documents do not say how far is
/// measured; iBetelgeuse's source takes the straight line to the place of the last load, and loads at the first fix that
/// is at least that far (ARMainController, refreshOnDistanceIfNecessary). Its timer starts anew with each load. Loading
/// takes no time here.
public struct RefreshSchedule: Sendable {
    public struct Load: Sendable, Hashable {
        public enum Cause: String, Sendable, Hashable {
            /// The first one.
            case start
            case time
            case distance
        }

        public let time: Seconds
        /// The last fix; nil before the first.
        public let point: GeographicPoint?
        public let cause: Cause
        /// In a straight line from where the last load was; nil without a fix at both.
        public let distance: Metres?
    }

    /// After so much time; nil for never.
    public let time: Seconds?
    /// That far from the last load; nil for never.
    public let distance: Metres?
    /// So far, in the order of time.
    public private(set) var loads: [Load] = []
    private var place: ECEFPosition?
    private var point: GeographicPoint?
    private var lastPlace: ECEFPosition?

    /// - Parameters:
    ///   - time: above 0; nil for never.
    ///   - distance: above 0; nil for never.
    public init(time: Seconds?, distance: Metres?) {
        precondition(time ?? 1 > 0 && distance ?? 1 > 0, "a refresh waits")
        self.time = time
        self.distance = distance
    }

    /// Loads for the first time.
    public mutating func start(at time: Seconds) { load(at: time, .start) }

    /// Takes in a fix, and loads where it is due. Fixes are given in the order of time.
    public mutating func take(_ fix: GeographicPoint, at time: Seconds) {
        if loads.isEmpty { load(at: time, .start) }
        advance(to: time)
        (place, point) = (GeodeticPosition(point: fix, height: 0).map { ECEFPosition($0) }, fix)
        // The first fix after a load without one is where that load was.
        if lastPlace == nil { lastPlace = place }
        guard let distance, let away, away >= distance else { return }
        load(at: time, .distance)
    }

    /// Loads whatever is due up to a moment, that moment too.
    public mutating func advance(to time: Seconds) {
        guard let interval = self.time else { return }
        while let last = loads.last, last.time + interval <= time { load(at: last.time + interval, .time) }
    }

    private var away: Metres? {
        place.flatMap { place in lastPlace.map { (place.vector - $0.vector).length } }
    }

    private mutating func load(at time: Seconds, _ cause: Load.Cause) {
        loads.append(Load(time: time, point: point, cause: cause, distance: cause == .start ? nil : away))
        lastPlace = place
    }
}
