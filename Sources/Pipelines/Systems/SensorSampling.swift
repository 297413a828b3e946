public import SensorModel

/// Reads sensors at the rate at which a system did, from a recording that holds more samples.
///
/// Of each interval of the rate, counted from the sensor's first sample, the first sample is taken and the others are
/// left out, as a sensor that is asked less often gives fewer. A sensor without a rate gives every sample. O(1).
public struct SensorSampling: Sendable, Hashable {
    private struct Sensor: Sendable, Hashable {
        let rate: Hertz?
        var start: Seconds?
        var interval = -1.0

        init(rate: Hertz?) { self.rate = rate }

        mutating func takes(at time: Seconds) -> Bool {
            guard let rate, time.isFinite else { return true }
            guard let start else {
                (self.start, interval) = (time, 0)
                return true
            }
            // A thousandth of an interval: stamps are rounded.
            let next = ((time - start) * rate + 1e-3).rounded(.down)
            guard next > interval else { return false }
            interval = next
            return true
        }
    }

    private var accelerometer: Sensor
    private var magnetometer: Sensor

    /// - Parameters: rates above 0; nil for every recorded sample.
    public init(accelerometerRate: Hertz? = nil, magnetometerRate: Hertz? = nil) {
        accelerometer = Sensor(rate: accelerometerRate)
        magnetometer = Sensor(rate: magnetometerRate)
    }

    /// The frame with the samples that are read.
    public mutating func read(_ frame: SensorFrame) -> SensorFrame {
        var frame = frame
        if frame.accelerometer != nil, !accelerometer.takes(at: frame.time) { frame.accelerometer = nil }
        if frame.magnetometer != nil, !magnetometer.takes(at: frame.time) { frame.magnetometer = nil }
        return frame
    }
}
