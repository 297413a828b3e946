import Geodesy
public import Pipelines
public import Recordings
public import SensorModel

/// The views of a route along a recording, one for each fix.
public struct RouteReplay: Sendable {
    /// The views in the order of the fixes.
    public let sights: [RouteSight]
    /// The described system that provides orientation and screen.
    public let system: String

    /// Replays a system over a recording. Call ``GeodesicReference/load()`` first. O(samples + fixes · points).
    ///
    /// - Parameters:
    /// - route: a route of at least two points.
    /// - recording: a recording with fixes.
    /// - system: the system that provides orientations; its projection is not used.
    /// - style: the display of the route, with its projection.
    /// - Throws: `SpecificationError` where the layout's estimator parameters do not fit the system's estimator.
    public init(
        of route: Route,
        along recording: Recording,
        system: DescribedSystem,
        style: RouteSight.Style
    ) throws(SpecificationError) {
        let hasMagnetometer = recording.missing([.magnetometer]).isEmpty
        let system = try system.filled(from: recording.estimators).withMagnetometer(hasMagnetometer)
        var replay = SystemReplay(
            system,
            places: PlaceSet([]),
            rates: recording.sensorRates,
            declination: recording.declination
        )
        var sights: [RouteSight] = []
        var frames = FrameMerge(recording)
        var next = frames.next()
        var poses = zip(recording.pose?.times ?? [], recording.pose?.values ?? []).makeIterator()
        var pose = poses.next()
        for (time, fix) in zip(recording.location?.times ?? [], recording.location?.values ?? []) {
            while true {
                let (frameTime, poseTime) = (next?.time ?? .infinity, pose?.0 ?? .infinity)
                guard min(frameTime, poseTime) <= time else { break }
                if let (poseTime, value) = pose, poseTime <= frameTime {
                    replay.process(value, at: poseTime) { _ in }
                    pose = poses.next()
                } else if let frame = next {
                    replay.process(frame) { _ in }
                    next = frames.next()
                }
            }
            replay.process(fix, at: time) { _ in }
            guard let position = GeodeticPosition(fix, heightIfMissing: 0) else { continue }
            sights.append(
                RouteSight(
                    of: route,
                    from: position.point,
                    orientation: replay.orientation,
                    style: style,
                    time: time,
                    accuracy: fix.horizontalAccuracyMetres
                )
            )
        }
        self.sights = sights
        self.system = system.name
    }
}
