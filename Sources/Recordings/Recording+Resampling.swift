public import SensorModel

extension Recording {
    /// Reduces the sampling rate of all sensors, as if the device had requested fewer samples.
    ///
    /// Each stream is divided into intervals of 1/`rate`, beginning with its first sample. The first sample of each
    /// interval is kept, and the other samples are removed. Fixes, poses, the reference, and streams slower than `rate`
    /// do not change. Samples are not averaged, so frequencies above half the new rate alias, as on a device.
    ///
    /// - Parameter rate: the new rate in Hz, above 0.
    /// - Returns: the number of samples afterwards (`kept`) and before (`of`), summed over accelerometer, gyroscope,
    ///   magnetometer, compass and attitude.
    /// - Complexity: O(*n*) in the number of samples.
    @discardableResult
    public mutating func resample(at rate: Hertz) -> (kept: Int, of: Int) {
        precondition(rate > 0, "the rate must be positive")
        return resampleSensors { times in Self.thinned(times, to: rate).map { (times[$0], $0) } }
    }

    /// Resamples all sensor streams. The closure receives the times of a stream, and returns the new times, each with
    /// the index of the sample to use at this time.
    private mutating func resampleSensors(
        _ choose: ([Seconds]) -> [(time: Seconds, sample: Int)]
    ) -> (kept: Int, of: Int) {
        var counts = (kept: 0, of: 0)
        func resample<Value>(_ stream: inout SensorStream<Value>?) {
            guard let whole = stream else { return }
            let chosen = choose(whole.times)
            counts = (counts.kept + chosen.count, counts.of + whole.count)
            stream = SensorStream(times: chosen.map(\.time), values: chosen.map { whole.values[$0.sample] })
        }
        resample(&accelerometer)
        resample(&gyroscope)
        resample(&magnetometer)
        resample(&heading)
        resample(&attitude)
        return counts
    }

    /// The tolerance for rounded timestamps, as a fraction of an interval. A sample that precedes an interval by at
    /// most this tolerance belongs to the interval.
    private static let slack = 1e-6

    /// Returns the index of the first sample of each interval of 1/`rate`. The first interval begins at the first
    /// sample.
    private static func thinned(_ times: [Seconds], to rate: Hertz) -> [Int] {
        var last = -1.0
        return times.indices.filter { index in
            let interval = ((times[index] - times[0]) * rate + slack).rounded(.down)
            guard interval > last else { return false }
            last = interval
            return true
        }
    }

    /// Resamples all sensors at common times, like a program that reads all sensors in a loop.
    ///
    /// The common times are 1/`rate` apart. The first common time is when accelerometer, gyroscope and magnetometer
    /// have all delivered a sample. The last common time is when the first of these streams ends. Streams that the
    /// recording lacks are ignored. At each common time, a sensor repeats its most recent value. Compass and attitude
    /// are resampled at the same times, beginning after their first sample. Fixes, poses and the reference do not
    /// change.
    ///
    /// - Parameter rate: the rate in Hz, above 0.
    /// - Returns: the number of samples afterwards (`kept`) and before (`of`), summed over the resampled streams.
    /// - Throws: ``ResamplingLimit`` if there are more than ``ResamplingLimit/maximumTimes`` common times. The
    ///   recording is then unchanged.
    /// - Complexity: O(*n*) in the number of samples before and after.
    @discardableResult
    public mutating func hold(at rate: Hertz) throws(ResamplingLimit) -> (kept: Int, of: Int) {
        precondition(rate > 0, "the rate must be positive")
        let ranges = [accelerometer?.times, gyroscope?.times, magnetometer?.times].compactMap { times in
            times.flatMap { times in times.first.flatMap { first in times.last.map { (first: first, last: $0) } } }
        }
        guard let start = ranges.map(\.first).max(), let end = ranges.map(\.last).min(), start <= end else {
            return (0, 0)
        }
        let steps = ((end - start) * rate + Self.slack).rounded(.down)
        guard steps < Double(ResamplingLimit.maximumTimes) else {
            throw ResamplingLimit(duration: end - start, rate: rate)
        }
        let wanted = (0...Int(steps)).map { start + Double($0) / rate }
        return resampleSensors { Self.held($0, at: wanted) }
    }

    /// Returns the wanted times with the index of the most recent sample at each of them. The wanted times increase.
    /// Times before the first sample are skipped.
    private static func held(_ times: [Seconds], at wanted: [Seconds]) -> [(time: Seconds, sample: Int)] {
        var next = 0
        return wanted.compactMap { time -> (time: Seconds, sample: Int)? in
            while next < times.count, times[next] <= time { next += 1 }
            return next > 0 ? (time, next - 1) : nil
        }
    }
}

/// The error for a resampling whose samples would not fit in memory. The usual cause is a wrong unit of the timestamps.
public struct ResamplingLimit: Error, Hashable {
    /// The maximum number of resampling times: more than two days at 100 Hz.
    public static let maximumTimes = 20_000_000

    /// The duration of the resampled interval in seconds.
    public let duration: Seconds
    /// The requested rate in Hz.
    public let rate: Hertz
}
