public import Pipelines
public import Recordings
public import SensorModel

/// The times at which an AR browser would load a file of places during a recording.
public struct RefreshReplay: Sendable {
    /// The maximum time between loads in seconds, or `nil` for no limit.
    public let interval: Seconds?
    /// The distance in metres from the position of the last load. The next load starts when the user has moved this
    /// far; `nil` if movement starts no loads.
    public let reach: Metres?
    /// The loads in order of time. The first load is at the recording's first sample or fix.
    public let loads: [RefreshSchedule.Load]
    /// The time from the first to the last sample or fix, in seconds.
    public let duration: Seconds
    /// The number of location fixes in the recording.
    public let fixes: Int

    /// Replays the refresh rule of a file of places for a recording. O(n) in the number of fixes.
    public init(_ rule: PlaceFile.Refresh, along recording: Recording) {
        (interval, reach) = (rule.time, rule.distance)
        let fixes = recording.location
        let (poses, stamps) = (recording.pose?.times, fixes?.times)
        let start = [recording.sensorStart, poses?.first, stamps?.first].compactMap(\.self).min() ?? 0
        let end = [recording.sensorEnd, poses?.last, stamps?.last].compactMap(\.self).max() ?? start
        var schedule = RefreshSchedule(time: rule.time, distance: rule.distance)
        schedule.start(at: start)
        for (time, fix) in zip(fixes?.times ?? [], fixes?.values ?? []) {
            let (latitude, longitude) = (fix.latitude.degrees, fix.longitude.degrees)
            guard let point = GeographicPoint(latitudeDegrees: latitude, longitudeDegrees: longitude) else { continue }
            schedule.process(point, at: time)
        }
        schedule.advance(to: end)
        loads = schedule.loads
        duration = end - start
        self.fixes = fixes?.count ?? 0
    }
}
