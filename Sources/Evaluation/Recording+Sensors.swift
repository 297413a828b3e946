import Recordings
import SensorModel

extension Recording {
    /// The mean rate of each sensor stream that has one.
    var sensorRates: [SensorKind: Hertz] {
        var rates: [SensorKind: Hertz] = [:]
        rates[.accelerometer] = accelerometer?.meanRate
        rates[.gyroscope] = gyroscope?.meanRate
        rates[.magnetometer] = magnetometer?.meanRate
        rates[.attitude] = attitude?.meanRate
        rates[.heading] = heading?.meanRate
        return rates
    }

    /// Which of the sensors the recording has no sample of.
    func missing(_ sensors: [SensorKind]) -> [SensorKind] {
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

    /// Samples of all sensors that estimate an orientation.
    var sampleCount: Int { sensorTimes.reduce(0) { $0 + $1.count } }

    /// From the first sensor sample to the last.
    var sensorDuration: Seconds {
        guard let first = sensorStart, let last = sensorTimes.compactMap(\.last).max() else { return 0 }
        return last - first
    }

    /// The time of the first sensor sample; nil where there is none.
    var sensorStart: Seconds? { sensorTimes.compactMap(\.first).min() }

    private var sensorTimes: [[Seconds]] {
        [accelerometer?.times, gyroscope?.times, magnetometer?.times, attitude?.times, heading?.times]
            .compactMap { $0 }
    }
}
