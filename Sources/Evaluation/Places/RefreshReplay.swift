import Pipelines
public import Recordings
public import SensorModel

/// When a browser would have loaded a file of places again along a recording.
public struct RefreshReplay: Sendable {
    public struct Load: Sendable, Hashable {
        public let time: Seconds
        /// The last fix; nil before the first.
        public let point: GeographicPoint?
        /// `start`, `time` or `distance`.
        public let cause: String
        /// In a straight line from where the last load was; nil without a fix at both.
        public let distance: Metres?
    }

    /// After so much time; nil for never.
    public let interval: Seconds?
    /// That far from the last load; nil for never.
    public let reach: Metres?
    /// In the order of time; the first is at the recording's first sample or fix.
    public let loads: [Load]
    /// From the first sample or fix to the last.
    public let duration: Seconds
    public let fixes: Int

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
            schedule.take(point, at: time)
        }
        schedule.advance(to: end)
        loads = schedule.loads.map { load in
            Load(time: load.time, point: load.point, cause: load.cause.rawValue, distance: load.distance)
        }
        duration = end - start
        self.fixes = fixes?.count ?? 0
    }
}
