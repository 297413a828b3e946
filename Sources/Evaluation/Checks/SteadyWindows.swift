import Recordings
import SensorModel

/// The accelerometer's mean over each window in which it holds still, whatever its unit.
///
/// Half a second is still where the samples depart from their mean by less than 1.5 % of it: 0.15 m/s², five times a
/// phone's noise and a tenth of a careful step.
struct SteadyWindows {
    static let length: Seconds = 0.5
    static let mostDeparture = 0.015
    private static let leastSamples = 5

    private(set) var means: [Vector3] = []

    init(_ stream: SensorStream<Vector3>) {
        var start = 0
        while start < stream.count {
            var end = start
            while end < stream.count, stream.times[end] < stream.times[start] + Self.length { end += 1 }
            add(stream.values[start..<end])
            start = max(end, start + 1)
        }
    }

    private mutating func add(_ window: ArraySlice<Vector3>) {
        guard window.count >= Self.leastSamples, window.allSatisfy(\.isFinite),
            let mean = Vector3.mean(of: window),
            let departure = window.lazy.map({ ($0 - mean).length }).rootMeanSquare,
            departure < Self.mostDeparture * mean.length
        else { return }
        means.append(mean)
    }
}
