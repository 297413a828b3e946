import Geodesy
import SensorModel

/// The positions of moving places that a system knows: each place reports its position, and the system fetches the
/// reports at intervals.
struct MovingPlaceReports: Sendable {
    private let places: [MovingPlace]
    private let interval: Seconds?
    private let distance: Metres
    private var next: [Int]
    private var reports: [MovingPlace.Fix]
    private var fetched = -Seconds.infinity

    init(_ places: [MovingPlace], interval: Seconds?, distance: Metres) {
        self.places = places
        self.interval = interval
        self.distance = distance
        next = places.map { _ in 1 }
        reports = places.map { $0.fixes[0] }
    }

    /// Returns the places at the positions that the system knows at a time; `nil` if nothing was fetched since the last
    /// call.
    ///
    /// - Parameters:
    ///   - time: the time in seconds; not before the time of the last call.
    ///   - start: the time of any scheduled fetch, in seconds.
    mutating func fetch(at time: Seconds, from start: Seconds) -> [PointOfInterest]? {
        let due = interval.map { start + ((time - start) / $0).rounded(.down) * $0 } ?? time
        guard !places.isEmpty, due > fetched else { return nil }
        fetched = due
        for index in places.indices { report(index, until: due) }
        return zip(places, reports).map { place, fix in
            PointOfInterest(name: place.name, point: fix.point, altitude: fix.altitude)
        }
    }

    private mutating func report(_ index: Int, until time: Seconds) {
        let fixes = places[index].fixes
        while next[index] < fixes.count, fixes[next[index]].time <= time {
            let fix = fixes[next[index]]
            let moved = Haversine().distance(from: reports[index].point, to: fix.point)
            if moved ?? 0 >= distance { reports[index] = fix }
            next[index] += 1
        }
    }
}
