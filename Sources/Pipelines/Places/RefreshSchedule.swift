internal import Geodesy
public import SensorModel

/// The schedule by which a browser reloads its places: after an interval, or at a distance from the last load.
///
/// Stevense & van der Tak 2010, section 2.2 and research report, section 4.2. The documents do not define the distance.
/// iBetelgeuse's source uses the straight line to the position of the last load, and loads at the first fix that is at
/// least that far away (ARMainController, refreshOnDistanceIfNecessary). Each load restarts the timer. Loads are
/// assumed to take no time.
///
/// ```swift
/// var schedule = RefreshSchedule(time: 60, distance: 100)
/// schedule.process(fix, at: 0)
/// ```
public struct RefreshSchedule: Sendable {
    /// A load with its cause.
    public struct Load: Sendable, Hashable {
        /// The cause of a load.
        public enum Cause: String, Sendable, Hashable {
            /// The first load.
            case start
            /// The time since the last load.
            case time
            /// The distance from the last load.
            case distance
        }

        /// The moment of the load.
        public let time: Seconds
        /// The last fix; `nil` before the first one.
        public let point: GeographicPoint?
        /// The cause.
        public let cause: Cause
        /// The straight-line distance from the last load in metres; `nil` unless both loads have a fix.
        public let distance: Metres?
    }

    /// The interval between loads in seconds; `nil` for no timer.
    public let time: Seconds?
    /// The distance in metres from the last load that causes a load; `nil` for no limit.
    public let distance: Metres?
    /// The loads so far, in the order of time.
    public private(set) var loads: [Load] = []
    private var place: ECEFPosition?
    private var point: GeographicPoint?
    private var lastPlace: ECEFPosition?

    /// Creates a schedule.
    ///
    /// - Parameters:
    ///   - time: interval in seconds, greater than 0; `nil` for no timer.
    ///   - distance: distance in metres, greater than 0; `nil` for no limit.
    public init(time: Seconds?, distance: Metres?) {
        precondition(time ?? 1 > 0 && distance ?? 1 > 0, "time and distance must be greater than 0")
        self.time = time
        self.distance = distance
    }

    /// Performs the first load.
    public mutating func start(at time: Seconds) { load(at: time, .start) }

    /// Processes a fix, and performs the loads that are due. Fixes must be in the order of time.
    public mutating func process(_ fix: GeographicPoint, at time: Seconds) {
        if loads.isEmpty { load(at: time, .start) }
        advance(to: time)
        (place, point) = (GeodeticPosition(point: fix, height: 0).map { ECEFPosition($0) }, fix)
        // The first fix after a load without position defines the position of that load.
        if lastPlace == nil { lastPlace = place }
        guard let distance, let away, away >= distance else { return }
        load(at: time, .distance)
    }

    /// Performs all loads that are due up to and including a moment.
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
