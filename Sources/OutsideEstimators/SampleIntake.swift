import SensorModel

/// Skips and counts unusable samples, by the rules of the catalogue's estimators.
///
/// A sample is unusable if it is not finite, has no direction where one is needed, or is not later than the previous
/// one.
struct SampleIntake {
    private(set) var skips = SkipCounts()
    /// The time of the last sample, by the index of its sensor.
    private var last = SIMD4<Seconds>(repeating: -.infinity)

    /// Returns the sample of a sensor in a frame; `nil` if it is missing or skipped.
    ///
    /// - Parameter index: index of the sensor in ``SensorKind/vectors``.
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

    /// Returns the indices of sensors in ``SensorKind/vectors``.
    static func indices(of sensors: [SensorKind]) -> [Int] {
        SensorKind.vectors.indices.filter { sensors.contains(SensorKind.vectors[$0]) }
    }
}
