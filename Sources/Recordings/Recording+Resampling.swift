public import SensorModel

extension Recording {
    /// Resamples the sensors at a lower rate, as a device does that requests fewer samples.
    ///
    /// For each interval of 1/`rate` since the first sample of a stream, the first sample is retained and the others
    /// are removed. Slower streams, fixes, poses and the reference do not change. There is no averaging, so that
    /// frequencies above half the new rate alias, as on a device.
    ///
    /// - Parameter rate: the new rate in Hz, above 0.
    /// - Returns: the retained and the original number of samples, of accelerometer, gyroscope, magnetometer, compass
    ///   and attitude together.
    /// - Complexity: O(*n*) in the number of samples.
    @discardableResult
    public mutating func resample(at rate: Hertz) -> (kept: Int, of: Int) {
        precondition(rate > 0, "the rate must be positive")
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
    /// The share of an interval by which a sample may be early, because time stamps are rounded.
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
