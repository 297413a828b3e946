public import SensorModel

extension Recording {
    /// Samples the sensors again, as a device would that asks for fewer samples: of each interval of 1/`rate` from a
    /// stream's first sample on, the first sample is kept as it is. A stream that is slower than that stays whole, and
    /// so do fixes, poses and the truth.
    ///
    /// Nothing is averaged: what the sensor saw above half the new rate is in its samples, as it is on a device.
    ///
    /// - Parameter rate: above 0.
    /// - Returns: how many samples of how many are left, of accelerometer, gyroscope, magnetometer, compass and
    ///   attitude together.
    @discardableResult
    public mutating func resample(at rate: Hertz) -> (kept: Int, of: Int) {
        precondition(rate > 0, "some samples are taken")
        var counts = (kept: 0, of: 0)
        func thin<Value>(_ stream: inout SensorStream<Value>?) {
            guard let whole = stream else { return }
            let thinned = whole.thinned(to: rate)
            counts = (counts.kept + thinned.count, counts.of + whole.count)
            stream = thinned
        }
        thin(&accelerometer)
        thin(&gyroscope)
        thin(&magnetometer)
        thin(&heading)
        thin(&attitude)
        return counts
    }
}

extension SensorStream {
    /// A sample that comes this share of an interval early still belongs to the next: stamps are rounded.
    private static var slack: Double { 1e-6 }

    /// The first sample of each interval of 1/`rate`, counted from the first sample.
    fileprivate func thinned(to rate: Hertz) -> SensorStream {
        guard let start = times.first else { return self }
        var last = -1.0
        var thinned = SensorStream()
        for (time, value) in zip(times, values) {
            let interval = ((time - start) * rate + Self.slack).rounded(.down)
            guard interval > last else { continue }
            last = interval
            thinned.times.append(time)
            thinned.values.append(value)
        }
        return thinned
    }
}
