import Pipelines
public import Recordings
public import SensorModel

/// The times at which a browser would load a file of places along a recording.
public struct RefreshReplay: Sendable {
    /// One load of the file.
    public struct Load: Sendable, Hashable {
        /// The time of the load, in the recording's seconds.
        public let time: Seconds
        /// The position of the last fix, or `nil` before the first fix.
        public let point: GeographicPoint?
        /// The cause: `start`, `time` or `distance`.
        public let cause: String
        /// The straight distance from the position of the previous load, or `nil` if either position is unknown.
        public let distance: Metres?
    }

    /// The maximum time between loads, or `nil` for no limit.
    public let interval: Seconds?
    /// The distance from the last load that causes the next load, or `nil` for no limit.
    public let reach: Metres?
    /// The loads in the order of time. The first is at the recording's first sample or fix.
    public let loads: [Load]
    /// The time from the first to the last sample or fix.
    public let duration: Seconds
    /// The number of fixes.
    public let fixes: Int

    /// Replays the refresh rule of a file along a recording. O(n) in the number of fixes.
    public init(_ rule: PlaceFile.Refresh, along recording: Recording) {
        (interval, reach) = (rule.time, rule.distance)
        let fixes = recording.location
        let streams = [
            recording.accelerometer?.times, recording.gyroscope?.times, recording.magnetometer?.times,
            recording.attitude?.times, recording.heading?.times, recording.pose?.times, fixes?.times,
        ]
        let start = streams.compactMap { $0?.first }.min() ?? 0
        let end = streams.compactMap { $0?.last }.max() ?? start
        var schedule = RefreshSchedule(time: rule.time, distance: rule.distance)
        schedule.start(at: start)
        for (time, fix) in zip(fixes?.times ?? [], fixes?.values ?? []) {
            let (latitude, longitude) = (fix.latitude.degrees, fix.longitude.degrees)
            guard let point = GeographicPoint(latitudeDegrees: latitude, longitudeDegrees: longitude) else { continue }
            schedule.process(point, at: time)
        }
        schedule.advance(to: end)
        loads = schedule.loads.map { load in
            Load(time: load.time, point: load.point, cause: load.cause.rawValue, distance: load.distance)
        }
        duration = end - start
        self.fixes = fixes?.count ?? 0
    }
}
