/// A place that moves, such as a friend with a phone: its positions over time.
public struct MovingPlace: Sendable, Hashable {
    /// A position at one time.
    public struct Fix: Sendable, Hashable {
        /// The time on the recording's clock, in seconds.
        public let time: Seconds
        /// The latitude and longitude on WGS84.
        public let point: GeographicPoint
        /// The altitude in metres; `nil` if absent from the file.
        public let altitude: Metres?

        /// Creates a fix from its parts.
        public init(time: Seconds, point: GeographicPoint, altitude: Metres? = nil) {
            self.time = time
            self.point = point
            self.altitude = altitude
        }
    }

    /// The name, as shown on the screen.
    public let name: String
    /// The positions; at least one, with strictly ascending times.
    public let fixes: [Fix]

    /// Creates a moving place, or returns `nil` if there are no positions, or if their times are not strictly
    /// ascending.
    public init?(name: String, fixes: [Fix]) {
        guard !fixes.isEmpty, zip(fixes, fixes.dropFirst()).allSatisfy({ $0.time < $1.time }) else { return nil }
        self.name = name
        self.fixes = fixes
    }

    /// Returns the position at a time, interpolated linearly; `nil` before the first and after the last fix. The
    /// altitude is interpolated if both neighbouring fixes have an altitude. O(log n).
    public func position(at time: Seconds) -> Fix? {
        guard let first = fixes.first, let last = fixes.last, time >= first.time, time <= last.time else { return nil }
        var (low, high) = (0, fixes.count - 1)
        while high - low > 1 {
            let middle = (low + high) / 2
            if fixes[middle].time <= time { low = middle } else { high = middle }
        }
        let (from, to) = (fixes[low], fixes[high])
        guard high > low else { return from }
        let share = (time - from.time) / (to.time - from.time)
        let east = (to.point.longitude - from.point.longitude).wrapped.degrees
        let point = GeographicPoint(
            latitudeDegrees: from.point.latitudeDegrees
                + share * (to.point.latitudeDegrees - from.point.latitudeDegrees),
            longitudeDegrees: from.point.longitudeDegrees + share * east
        )
        let altitude = from.altitude.flatMap { start in to.altitude.map { start + share * ($0 - start) } }
        return point.map { Fix(time: time, point: $0, altitude: altitude) }
    }
}
