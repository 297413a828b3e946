package import SensorModel

extension Recording {
    /// The mean sampling rate of each sensor stream that has one.
    package var sensorRates: [SensorKind: Hertz] {
        var rates: [SensorKind: Hertz] = [:]
        rates[.accelerometer] = accelerometer?.meanRate
        rates[.gyroscope] = gyroscope?.meanRate
        rates[.magnetometer] = magnetometer?.meanRate
        rates[.attitude] = attitude?.meanRate
        rates[.heading] = heading?.meanRate
        return rates
    }

    /// The sensors among these without a sample in the recording.
    package func missing(_ sensors: [SensorKind]) -> [SensorKind] {
        sensors.filter { sensor in
            switch sensor {
            case .accelerometer: (accelerometer?.count ?? 0) == 0
            case .gyroscope: (gyroscope?.count ?? 0) == 0
            case .magnetometer: (magnetometer?.count ?? 0) == 0
            case .attitude: (attitude?.count ?? 0) == 0
            case .heading: (heading?.count ?? 0) == 0
            case .location: (location?.count ?? 0) == 0
            case .pose: (pose?.count ?? 0) == 0
            }
        }
    }

    /// The number of samples of all sensors that contribute to an orientation.
    package var sampleCount: Int { sensorTimes.reduce(0) { $0 + $1.count } }

    /// The number of samples of the sensor with the most of them.
    package var mostSamplesOfASensor: Int { sensorTimes.map(\.count).max() ?? 0 }

    /// The time from the first sensor sample to the last; 0 without samples.
    package var sensorDuration: Seconds {
        guard let first = sensorStart, let last = sensorTimes.compactMap(\.last).max() else { return 0 }
        return last - first
    }

    /// The time of the first sensor sample; nil without samples.
    package var sensorStart: Seconds? { sensorTimes.compactMap(\.first).min() }

    private var sensorTimes: [[Seconds]] {
        [accelerometer?.times, gyroscope?.times, magnetometer?.times, attitude?.times, heading?.times]
            .compactMap { $0 }
    }
}
