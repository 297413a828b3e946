public import Recordings
package import SensorModel

/// The comparison of the sensors' clock with the clock of the reference or the poses.
///
/// ```swift
/// if let clock = RecordingClockComparison(recording), case .found(let offset) = clock.estimate {
///     print(offset.offset, offset.uncertainty)
/// }
/// ```
public struct RecordingClockComparison: Sendable, Hashable {
    /// The two compared signals, such as "angular speed of the gyroscope with that of the reference".
    public var compared: String
    /// The offset between the clocks, or the reason why the offset is unknown.
    public var estimate: ClockEstimate
    /// A Boolean value that indicates whether the gyroscope was compared with the device's attitude. If so, an
    /// alignment shifts the sensors, but not the attitude.
    var keepsAttitude = false

    /// The reason why a recording has no clocks to compare.
    static let reasonWithout =
        "the recording has only the sensors' clock (no reference, pose or attitude)"
    /// The limit for the standard deviation of an angular speed: 2°/s, in rad/s. Signals with a smaller deviation are
    /// too steady to compare their clocks.
    package static let minimumDeviationOfSpeed = Angle(degrees: 2).radians
    private static let minimumDeviationOfForce = 0.2
    /// The maximum length of the compared part in seconds. Over longer times, clocks can drift apart.
    private static let maximumTime: Seconds = 600

    /// Compares the clocks. Returns `nil` if the recording has no clocks to compare. O(samples · offsets).
    ///
    /// The compared signals are the first of these pairs that the recording contains:
    /// - The angular speed of the gyroscope and the angular speed of the reference. The device's attitude replaces a
    ///   missing gyroscope, and the poses replace a missing reference.
    /// - The length of the specific force measured by the accelerometer, and the length computed from the positions'
    ///   second differences and gravity.
    /// - The angular speed of the gyroscope and of the device's attitude.
    public init?(_ recording: Recording) {
        if let pair = Self.speeds(recording) {
            (compared, estimate) = Self.compare(pair.sensor, pair.target)
        } else if let accelerometer = recording.accelerometer, let path = Self.positions(recording) {
            compared = "acceleration of the accelerometer with that of the \(path.name)'s positions"
            estimate = Self.compare(accelerometer, path.times, path.positions)
        } else if let gyroscope = recording.gyroscope, let attitude = recording.attitude {
            (compared, estimate) = Self.compare(
                ("gyroscope", OrientationTrack(integrating: gyroscope)),
                ("attitude", OrientationTrack(attitude))
            )
            keepsAttitude = true
        } else {
            return nil
        }
    }

    private typealias Named = (name: String, track: OrientationTrack)

    private static func speeds(_ recording: Recording) -> (sensor: Named, target: Named)? {
        let target: Named
        if let reference = recording.reference, reference.isValid.contains(true) {
            target = ("reference", OrientationTrack(reference))
        } else if let pose = recording.pose, pose.count > 0 {
            target = ("pose", OrientationTrack(pose))
        } else {
            return nil
        }
        if let gyroscope = recording.gyroscope, gyroscope.count > 0 {
            return (("gyroscope", OrientationTrack(integrating: gyroscope)), target)
        }
        guard let attitude = recording.attitude, attitude.count > 0 else { return nil }
        return (("attitude", OrientationTrack(attitude)), target)
    }

    private static func compare(_ sensor: Named, _ target: Named) -> (String, ClockEstimate) {
        let range = middle(of: target.track.times)
        let estimate = ClockComparison(
            MotionSignal(speedOf: sensor.track, within: widened(range)),
            MotionSignal(speedOf: target.track, within: range),
            minimumDeviation: minimumDeviationOfSpeed
        ).estimate()
        return ("angular speed of the \(sensor.name) with that of the \(target.name)", estimate)
    }

    private static func positions(
        _ recording: Recording
    ) -> (name: String, times: [Seconds], positions: [Vector3])? {
        if let reference = recording.reference, let positions = reference.positions {
            return ("reference", reference.times, positions)
        }
        return recording.pose.map { ("pose", $0.times, $0.values.map(\.position)) }
    }

    /// Compares the accelerometer with positions. The vertical axis of the positions' frame may be unknown, so the axis
    /// with the highest correlation is used.
    private static func compare(
        _ accelerometer: SensorStream<Vector3>,
        _ times: [Seconds],
        _ positions: [Vector3]
    ) -> ClockEstimate {
        let range = middle(of: times)
        let sensor = MotionSignal(lengthOf: accelerometer, within: widened(range))
        let axes = [Vector3(0, 0, 1), Vector3(0, 1, 0), Vector3(1, 0, 0)]
        let estimates = (axes + axes.map { -$0 }).map { up in
            ClockComparison(
                sensor,
                MotionSignal(specificForceOf: positions, at: times, up: up, within: range),
                minimumDeviation: minimumDeviationOfForce
            ).estimate()
        }
        let found = estimates.max { correlation(of: $0) < correlation(of: $1) }
        return found ?? .unknown("there are no signals to compare")
    }

    private static func correlation(of estimate: ClockEstimate) -> Double {
        if case .found(let offset) = estimate { offset.correlation } else { 0 }
    }

    /// Returns the time range that is compared: the middle of the recording, at most 600 s long.
    package static func middle(of times: [Seconds]) -> ClosedRange<Seconds> {
        guard let first = times.first, let last = times.last else { return 0...0 }
        let spare = max(0, last - first - maximumTime) / 2
        return (first + spare)...max(first + spare, last - spare)
    }

    /// Returns the range extended by the maximum offset on both sides. Offsets can shift sensor times from the extended
    /// range into `range`.
    package static func widened(_ range: ClosedRange<Seconds>) -> ClosedRange<Seconds> {
        (range.lowerBound - ClockComparison.maximumOffset)...(range.upperBound + ClockComparison.maximumOffset)
    }
}

extension Recording {
    /// Returns the recording with the times of the sensors shifted by an offset.
    ///
    /// The sensors are the accelerometer, the gyroscope, the magnetometer and the compass. Unless `keepingAttitude` is
    /// `true`, the attitude is also shifted, because the device computes it on the same clock.
    func movingSensors(by offset: Seconds, keepingAttitude: Bool) -> Recording {
        var moved = self
        moved.accelerometer?.times.shift(by: offset)
        moved.gyroscope?.times.shift(by: offset)
        moved.magnetometer?.times.shift(by: offset)
        moved.heading?.times.shift(by: offset)
        if !keepingAttitude { moved.attitude?.times.shift(by: offset) }
        return moved
    }
}
