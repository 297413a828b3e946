import SensorModel

/// The rules for unusable samples, as for the estimators of the catalogue: a sample that is not finite, that has no
/// direction where one is needed, or that is not later than the previous one is skipped and counted.
struct SampleIntake {
    private(set) var skips = SkipCounts()
    /// The time of the last sample by the place of its sensor.
    private var last = SIMD4<Seconds>(repeating: -.infinity)

    /// The sample of a sensor in a frame; `nil` if it is missing or skipped.
    ///
    /// - Parameter place: the place of the sensor among ``SensorKind/vectors``.
    mutating func sample(_ place: Int, of frame: SensorFrame) -> Vector3? {
        let sensor = SensorKind.vectors[place]
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
        guard frame.time > last[place] else {
            skips.notLater += 1
            return nil
        }
        last[place] = frame.time
        return value
    }

    /// The places of sensors among ``SensorKind/vectors``.
    static func places(of sensors: [SensorKind]) -> [Int] {
        SensorKind.vectors.indices.filter { sensors.contains(SensorKind.vectors[$0]) }
    }
}
