internal import Geodesy
public import SensorModel

/// A schedule that determines when an AR browser reloads its places: after an interval, or when the user has moved far
/// enough.
///
/// The source is Stevense & van der Tak 2010, section 2.2 and research report, section 4.2. The documents do not define
/// how the distance is measured. iBetelgeuse's source code uses the straight line from the position at the last load.
/// The app reloads at the first fix for which this distance is at least the limit (ARMainController,
/// refreshOnDistanceIfNecessary). Each load restarts the timer. Loads are assumed to take no time.
///
/// ```swift
/// var schedule = RefreshSchedule(time: 60, distance: 100)
/// schedule.process(fix, at: 0)
/// ```
public struct RefreshSchedule: Sendable {
    /// A load of places, with its time and cause.
    public struct Load: Sendable, Hashable {
        /// The reason why places were loaded.
        public enum Cause: String, Sendable, Hashable {
            /// The load is the first one.
            case start
            /// The time since the previous load has reached the interval between loads.
            case time
            /// The user has moved by the distance limit since the last load.
            case distance
        }

        /// The time at which the places were loaded, in seconds.
        public let time: Seconds
        /// The latest fix before the load; `nil` before the first fix.
        public let point: GeographicPoint?
        /// The reason for the load.
        public let cause: Cause
        /// The straight-line distance between the fixes of this load and of the previous load, in metres; `nil` unless
        /// both loads have a fix.
        public let distance: Metres?
    }

    /// The interval between loads in seconds; `nil` for no timer.
    public let time: Seconds?
    /// The distance from the last load's fix in metres. Places are loaded again when the user has moved this far; `nil`
    /// for no limit.
    public let distance: Metres?
    /// The loads so far, in order of time.
    public private(set) var loads: [Load] = []
    private var place: ECEFPosition?
    private var point: GeographicPoint?
    private var lastPlace: ECEFPosition?

    /// Creates a schedule.
    ///
    /// - Parameters:
    ///   - time: the interval between loads in seconds, greater than 0; `nil` for no timer.
    ///   - distance: the distance in metres, greater than 0, between the user and the fix of the last load. At this
    ///     distance, places are loaded again; `nil` to ignore the distance.
    public init(time: Seconds?, distance: Metres?) {
        precondition(time ?? 1 > 0 && distance ?? 1 > 0, "time and distance must be greater than 0")
        self.time = time
        self.distance = distance
    }

    /// Performs the first load.
    public mutating func start(at time: Seconds) { load(at: time, .start) }

    /// Processes a fix, and performs the loads that are due. Fixes must be in order of time.
    public mutating func process(_ fix: GeographicPoint, at time: Seconds) {
        if loads.isEmpty { load(at: time, .start) }
        advance(to: time)
        (place, point) = (GeodeticPosition(point: fix, height: 0).map { ECEFPosition($0) }, fix)
        // If there was no fix before the last load, this fix becomes the position of that load.
        if lastPlace == nil { lastPlace = place }
        guard let distance, let away, away >= distance else { return }
        load(at: time, .distance)
    }

    /// Performs all timed loads that are due at or before this time.
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
