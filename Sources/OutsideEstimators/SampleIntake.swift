import SensorModel

/// Skips and counts unusable samples, by the same rules as for all other estimators.
///
/// A sample is unusable if it is not finite, if it is zero although its direction is needed, or if it is not later than
/// the sensor's previous sample.
struct SampleIntake {
    /// The sensors whose samples are used.
    let sensors: [SensorKind]
    var skips = SkipCounts()
    /// The time of each sensor's last usable sample, in seconds.
    private var last = SIMD4<Seconds>(repeating: -.infinity)

    /// Creates an intake for the vector sensors among `sensors`.
    init(of sensors: [SensorKind]) { self.sensors = sensors }

    /// Returns the usable samples in a frame, in the order of ``SensorKind/vectors``.
    mutating func samples(of frame: SensorFrame) -> [(sensor: SensorKind, value: Vector3)] {
        var samples: [(sensor: SensorKind, value: Vector3)] = []
        for index in SensorKind.vectors.indices {
            if let value = sample(index, of: frame) { samples.append((SensorKind.vectors[index], value)) }
        }
        return samples
    }

    /// Returns the usable samples in a frame as lines for a program.
    mutating func lines(of frame: SensorFrame) -> [(sensor: SensorKind, text: String)] {
        samples(of: frame).map { ($0.sensor, SampleText.line($0.sensor, $0.value, at: frame.time)) }
    }

    /// Returns a sensor's sample in a frame; `nil` if the sensor is not used, or if the sample is missing or skipped.
    ///
    /// - Parameters:
    ///   - index: index of the sensor in ``SensorKind/vectors``.
    ///   - frame: frame with the sample.
    mutating func sample(_ index: Int, of frame: SensorFrame) -> Vector3? {
        let sensor = SensorKind.vectors[index]
        guard sensors.contains(sensor) else { return nil }
        let value =
            switch sensor {
            case .accelerometer: frame.accelerometer
            case .gyroscope: frame.gyroscope
            case .magnetometer: frame.magnetometer
            case .heading, .location, .attitude, .pose: Vector3?.none
            }
        guard let value else { return nil }
        guard value.isFinite, frame.time.isFinite else {
            skips.nonFinite += 1
            return nil
        }
        guard frame.isUsable(sensor) else {
            skips.zero += 1
            return nil
        }
        guard frame.time > last[index] else {
            skips.notLater += 1
            return nil
        }
        last[index] = frame.time
        return value
    }
}

/// The text format in which a program receives samples. A line contains the sensor, the time in seconds, and the
/// columns of the native layout. A value that the device did not report is empty.
enum SampleText {
    static func line(_ sensor: SensorKind, _ value: Vector3, at time: Seconds) -> String {
        "\(sensor.rawValue),\(time),\(value.x),\(value.y),\(value.z)"
    }

    static func line(_ turn: UnitQuaternion, at time: Seconds) -> String {
        "\(SensorKind.attitude.rawValue),\(time),\(turn.w),\(turn.x),\(turn.y),\(turn.z)"
    }

    static func line(_ pose: Pose, at time: Seconds) -> String {
        let (position, turn) = (pose.position, pose.orientation)
        return "\(SensorKind.pose.rawValue),\(time),\(position.x),\(position.y),\(position.z),"
            + "\(turn.w),\(turn.x),\(turn.y),\(turn.z)"
    }

    static func line(_ heading: HeadingReading, at time: Seconds) -> String {
        line(
            .heading,
            [heading.magnetic?.degrees, heading.trueNorth?.degrees, heading.accuracy?.degrees],
            at: time
        )
    }

    static func line(_ fix: LocationFix, at time: Seconds) -> String {
        line(
            .location,
            [
                fix.latitude.degrees, fix.longitude.degrees, fix.altitudeMetres, fix.horizontalAccuracyMetres,
                fix.verticalAccuracyMetres,
            ],
            at: time
        )
    }

    private static func line(_ sensor: SensorKind, _ values: [Double?], at time: Seconds) -> String {
        let cells = values.map { value in value.flatMap { $0.isFinite ? "\($0)" : nil } ?? "" }
        return "\(sensor.rawValue),\(time),\(cells.joined(separator: ","))"
    }
}
