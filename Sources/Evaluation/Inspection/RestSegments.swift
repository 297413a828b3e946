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
/// Consecutive windows form one rest if their mean specific forces agree within 2 %. A rest has at least 20 samples of
/// each sensor, because a few samples of a steady motion, such as that of a car, also meet the conditions.
public struct RestSegments: Sendable, Hashable {
    /// The minimum duration of a rest, in seconds.
    public static let shortest: Seconds = 1
    private static let window: Seconds = 0.5
    private static let minimumSamples = 20
    private static let maximumRateDeparture: RadiansPerSecond = 0.02
    private static let maximumRate: RadiansPerSecond = 0.175
    private static let maximumForceChange = 0.02

    /// The periods in which the device is at rest, in order of time.
    public private(set) var ranges: [ClosedRange<Seconds>] = []
    /// The condition for a rest that the recording does not meet, with limit and measured value; `nil` if there is a
    /// rest.
    public private(set) var reasonWithout: String?

    /// Detects the rests of a recording. O(n).
    ///
    /// A recording with neither an accelerometer nor a gyroscope has no rests.
    public init(_ recording: Recording) {
        let forces = recording.accelerometer
        let rates = recording.gyroscope
        guard let first = [forces?.times.first, rates?.times.first].compactMap(\.self).max(),
            let last = [forces?.times.last, rates?.times.last].compactMap(\.self).min(), last - first >= Self.shortest,
            last - first < 1e7
        else {
            reasonWithout = "acceleration and angular rate do not overlap for 1 s, or last more than 10,000,000 s"
            return
        }
        var cursors = (force: 0, rate: 0)
        var calmest = CalmestWindow()
        var (start, samples): (Seconds?, Int) = (nil, 0)
        var force: Vector3?
        let count = Int(saturating: (last - first) / Self.window)
        for index in 0...count {
            let begin = first + Double(index) * Self.window
            let still = index < count ? Self.still(forces, rates, begin, &cursors, &calmest) : nil
            let continues = still.map { $0.agrees(with: force) } ?? false
            if let from = start, !continues {
                if begin - from >= Self.shortest, samples >= Self.minimumSamples { ranges.append(from...begin) }
                start = nil
            }
            if still != nil, start == nil { (start, samples) = (begin, 0) }
            samples += still?.samples ?? 0
            force = still?.force
        }
        if ranges.isEmpty { reasonWithout = calmest.reason }
    }

    /// Detects the rests of a recording, or creates a single rest if the device is known to be always at rest.
    package init(_ recording: Recording, isAtRest: Bool) {
        guard isAtRest else {
            self = RestSegments(recording)
            return
        }
        let times = [recording.accelerometer, recording.gyroscope, recording.magnetometer].compactMap { $0?.times }
        guard let first = times.compactMap(\.first).min(), let last = times.compactMap(\.last).max(),
            last - first >= Self.shortest
        else {
            reasonWithout = "the recording is shorter than 1 s"
            return
        }
        ranges = [first...last]
    }

    /// The total duration of all rests, in seconds.
    public var total: Seconds { ranges.reduce(0) { $0 + $1.upperBound - $1.lowerBound } }

    /// The longest rest; `nil` without rests.
    public var longest: ClosedRange<Seconds>? {
        ranges.max { $0.upperBound - $0.lowerBound < $1.upperBound - $1.lowerBound }
    }

    /// Returns the mean rate in rad/s of each second at rest. O(n).
    func meanRates(of gyroscope: SensorStream<Vector3>) -> [Vector3] {
        var end = 0
        return ranges.flatMap { range in
            stride(from: range.lowerBound, through: range.upperBound - 1, by: 1).compactMap { second in
                while end < gyroscope.count, gyroscope.times[end] < second { end += 1 }
                let start = end
                while end < gyroscope.count, gyroscope.times[end] < second + 1 { end += 1 }
                return Vector3.mean(of: gyroscope.values[start..<end])
            }
        }
    }

    private struct Still {
        let force: Vector3?
        /// The smallest number of samples of a sensor.
        let samples: Int

        func agrees(with other: Vector3?) -> Bool {
            guard let force, let other else { return true }
            return (force - other).length < RestSegments.maximumForceChange * force.length
        }
    }

    private static func still(
        _ forces: SensorStream<Vector3>?,
        _ rates: SensorStream<Vector3>?,
        _ begin: Seconds,
        _ cursors: inout (force: Int, rate: Int),
        _ calmest: inout CalmestWindow
    ) -> Still? {
        var (isStill, samples) = (true, Int.max)
        var force: Vector3?
        if let forces {
            let window = departure(of: forces, begin, &cursors.force)
            calmest.add(force: window)
            samples = window?.samples ?? 0
            isStill = window.map { $0.departure < SteadyWindows.maximumDeparture * $0.mean.length } ?? false
            force = window?.mean
        }
        if let rates {
            let window = departure(of: rates, begin, &cursors.rate)
            calmest.add(rate: window)
            samples = min(samples, window?.samples ?? 0)
            isStill =
                isStill
                && window.map { $0.departure < maximumRateDeparture && $0.mean.length < maximumRate } ?? false
        }
        return isStill ? Still(force: force, samples: samples) : nil
    }

    private typealias Departure = (mean: Vector3, departure: Double, samples: Int)

    private static func departure(
        of stream: SensorStream<Vector3>,
        _ begin: Seconds,
        _ cursor: inout Int
    ) -> Departure? {
        while cursor < stream.count, stream.times[cursor] < begin { cursor += 1 }
        var end = cursor
        while end < stream.count, stream.times[end] < begin + window { end += 1 }
        let window = SteadyWindows.departure(in: stream.values[cursor..<end])
        return window.map { ($0.mean, $0.departure, end - cursor) }
    }

    /// The smallest values among all time windows: the RMS deviations of acceleration and angular rate from their
    /// means, and the mean angular rate. At rest, each of these quantities is below a limit.
    private struct CalmestWindow {
        private var force: Double?
        private var rateDeparture: RadiansPerSecond?
        private var rate: RadiansPerSecond?
        private var isIncomplete = false

        mutating func add(force window: Departure?) {
            guard let window else {
                isIncomplete = true
                return
            }
            // Zero forces never count as rest, so their ratio is infinite.
            let ratio = window.mean.length > 0 ? window.departure / window.mean.length : .infinity
            force = min(force ?? .infinity, ratio)
        }

        mutating func add(rate window: Departure?) {
            guard let window else {
                isIncomplete = true
                return
            }
            rateDeparture = min(rateDeparture ?? .infinity, window.departure)
            rate = min(rate ?? .infinity, window.mean.length)
        }

        /// The reason why the recording contains no rest, such as the first limit that every time window exceeds.
        var reason: String {
            if let force, force >= SteadyWindows.maximumDeparture {
                return Self.text(
                    "the acceleration deviates from its mean by",
                    100 * force,
                    100 * SteadyWindows.maximumDeparture,
                    "% RMS"
                )
            }
            if let rateDeparture, rateDeparture >= RestSegments.maximumRateDeparture {
                return Self.text(
                    "the angular rate deviates from its mean by",
                    rateDeparture,
                    RestSegments.maximumRateDeparture,
                    "rad/s RMS"
                )
            }
            if let rate, rate >= RestSegments.maximumRate {
                return Self.text("the mean angular rate is", rate, RestSegments.maximumRate, "rad/s")
            }
            if force == nil, rate == nil { return "no half second has five finite samples" }
            return "no run of half seconds with 20 samples meets all limits for acceleration and angular rate"
                + (isIncomplete ? ", or samples are missing" : "")
        }

        private static func text(
            _ subject: String,
            _ value: Double,
            _ limit: Double,
            _ unit: String
        ) -> String {
            "in the calmest of the consecutive half seconds, \(subject) \(CheckText.number(value)) \(unit), but less than "
                + "\(CheckText.number(limit)) \(unit) is required"
        }
    }
}
