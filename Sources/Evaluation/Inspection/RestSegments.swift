public import Recordings
public import SensorModel

/// The periods in which the device is at rest, according to its own sensors.
///
/// The device is at rest in a window of half a second if three conditions hold:
/// - The RMS deviation of the specific force from its mean is below 1.5 %.
/// - The RMS deviation of the angular rate from its mean is below 0.02 rad/s.
/// - The mean angular rate, including the bias, is below 10°/s. This is the zero-rate level in the data sheet of the
///   gyroscope L3G4200D (STMicroelectronics).
///
/// Consecutive windows form one rest if their mean specific forces agree within 2 %.
public struct RestSegments: Sendable, Hashable {
    /// The minimum duration of a rest, in seconds.
    public static let shortest: Seconds = 1
    private static let window: Seconds = 0.5
    private static let maximumRateDeparture: RadiansPerSecond = 0.02
    private static let maximumRate: RadiansPerSecond = 0.175
    private static let maximumForceChange = 0.02

    /// The rests in order of time.
    public private(set) var ranges: [ClosedRange<Seconds>] = []

    /// Detects the rests of a recording. O(n).
    ///
    /// A recording with neither an accelerometer nor a gyroscope has no rests.
    public init(_ recording: Recording) {
        let forces = recording.accelerometer
        let rates = recording.gyroscope
        guard let first = [forces?.times.first, rates?.times.first].compactMap(\.self).max(),
            let last = [forces?.times.last, rates?.times.last].compactMap(\.self).min(), last - first >= Self.shortest,
            last - first < 1e7
        else { return }
        var cursors = (force: 0, rate: 0)
        var start: Seconds?
        var force: Vector3?
        let count = Int(saturating: (last - first) / Self.window)
        for index in 0...count {
            let begin = first + Double(index) * Self.window
            let still = index < count ? Self.still(forces, rates, begin, &cursors) : nil
            let continues = still.map { $0.agrees(with: force) } ?? false
            if let from = start, !continues {
                if begin - from >= Self.shortest { ranges.append(from...begin) }
                start = nil
            }
            if still != nil, start == nil { start = begin }
            force = still?.force
        }
    }

    /// Detects the rests of a recording, or assumes that the device is always at rest.
    package init(_ recording: Recording, isAtRest: Bool) {
        let times = [recording.accelerometer?.times, recording.gyroscope?.times].compactMap(\.self)
        self = isAtRest ? RestSegments(throughout: times) : RestSegments(recording)
    }

    /// Creates a single rest that spans all given times, for a device that is known to be at rest.
    init(throughout times: [[Seconds]]) {
        guard let first = times.compactMap(\.first).min(), let last = times.compactMap(\.last).max(),
            last - first >= Self.shortest
        else { return }
        ranges = [first...last]
    }

    /// The total duration of all rests, in seconds.
    public var total: Seconds { ranges.reduce(0) { $0 + $1.upperBound - $1.lowerBound } }

    /// The longest rest; `nil` without rests.
    public var longest: ClosedRange<Seconds>? {
        ranges.max { $0.upperBound - $0.lowerBound < $1.upperBound - $1.lowerBound }
    }

    private struct Still {
        let force: Vector3?

        func agrees(with other: Vector3?) -> Bool {
            guard let force, let other else { return true }
            return (force - other).length < RestSegments.maximumForceChange * force.length
        }
    }

    private static func still(
        _ forces: SensorStream<Vector3>?,
        _ rates: SensorStream<Vector3>?,
        _ begin: Seconds,
        _ cursors: inout (force: Int, rate: Int)
    ) -> Still? {
        var force: Vector3?
        if let forces {
            guard let window = values(of: forces, begin, &cursors.force), let mean = Vector3.mean(of: window),
                let departure = window.lazy.map({ ($0 - mean).length }).rootMeanSquare,
                departure < SteadyWindows.maximumDeparture * mean.length
            else { return nil }
            force = mean
        }
        if let rates {
            guard let window = values(of: rates, begin, &cursors.rate), let mean = Vector3.mean(of: window),
                let departure = window.lazy.map({ ($0 - mean).length }).rootMeanSquare,
                departure < maximumRateDeparture, mean.length < maximumRate
            else { return nil }
        }
        return Still(force: force)
    }

    private static func values(
        of stream: SensorStream<Vector3>,
        _ begin: Seconds,
        _ cursor: inout Int
    ) -> ArraySlice<Vector3>? {
        while cursor < stream.count, stream.times[cursor] < begin { cursor += 1 }
        var end = cursor
        while end < stream.count, stream.times[end] < begin + window { end += 1 }
        let slice = stream.values[cursor..<end]
        return slice.count >= 5 && slice.allSatisfy(\.isFinite) ? slice : nil
    }
}
