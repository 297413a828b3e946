import SensorModel

/// Skips and counts unusable samples, by the same rules as for all other estimators.
///
/// A sample is unusable if it is not finite, if it is zero although its direction is needed, or if it is not later than
/// the sensor's previous sample.
struct SampleIntake {
    private(set) var skips = SkipCounts()
    /// The time of each sensor's last usable sample, in seconds.
    private var last = SIMD4<Seconds>(repeating: -.infinity)

    /// Returns a sensor's sample in a frame; `nil` if the sample is missing or skipped.
    ///
    /// - Parameters:
    ///   - index: index of the sensor in ``SensorKind/vectors``.
    ///   - frame: frame with the sample.
    mutating func sample(_ index: Int, of frame: SensorFrame) -> Vector3? {
        let sensor = SensorKind.vectors[index]
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

    /// Returns the indices of these sensors in ``SensorKind/vectors``.
    static func indices(of sensors: [SensorKind]) -> [Int] {
        SensorKind.vectors.indices.filter { sensors.contains(SensorKind.vectors[$0]) }
    }
}
