public import Recordings
import SensorModel

/// A noise description for `sextant simulate --noise`, fitted to the readings of a recording's sensors at rest.
public struct NoiseFit: Sendable, Hashable {
    /// The recording's name.
    public var recording: String
    /// The rests of the device.
    public var rests: RestSegments
    /// The fits of the accelerometer, the gyroscope and the magnetometer, if the recording has them.
    public var sensors: [SensorNoiseFit]

    /// Fits the noise of a recording's sensors. O(n log n).
    ///
    /// - Parameters:
    /// - recording: the recording whose rests are used.
    /// - path: the recording's path, for errors.
    /// - isAtRest: whether the device is known to be at rest all the time. Otherwise ``RestSegments`` are detected,
    ///   which fails for sensors with noise or steps above 1.5 % of gravity.
    /// - Throws: `InputError` where the recording has no such sensor, or no rest.
    public init(_ recording: Recording, path: String, isAtRest: Bool = false) throws(InputError) {
        let vectors: [(StreamKind, SensorStream<Vector3>?, String)] = [
            (.accelerometer, recording.accelerometer, "m/s²"), (.gyroscope, recording.gyroscope, "rad/s"),
            (.magnetometer, recording.magnetometer, "µT"),
        ]
        let streams = vectors.compactMap { kind, stream, unit in stream.map { (kind, $0, unit) } }
        guard !streams.isEmpty else {
            throw InputError(
                file: path,
                found: "no accelerometer, gyroscope or magnetometer",
                expected: "a sensor whose noise can be fitted",
                remedy: "use another recording"
            )
        }
        rests = isAtRest ? RestSegments(throughout: streams.map(\.1.times)) : RestSegments(recording)
        guard !rests.ranges.isEmpty else {
            throw InputError(
                file: path,
                found: "no rest of \(CheckText.number(RestSegments.shortest)) s",
                expected: "a device at rest, where readings contain noise only",
                remedy: "record it on a table for some minutes, or use --at-rest if it never moved"
            )
        }
        self.recording = recording.name
        sensors = streams.map { [rests] kind, stream, unit in
            SensorNoiseFit(stream, named: kind.rawValue, unit: unit, during: rests)
        }
    }
}

extension NoiseFit {
    /// The description in the format of `sextant simulate --noise`. A comment states the reason for each missing value.
    public func yaml(name: String) -> String {
        let ranges = rests.ranges.prefix(Self.maximumRanges).map {
            "\(CheckText.number($0.lowerBound)) to \(CheckText.number($0.upperBound)) s"
        }
        let more = rests.ranges.count - ranges.count
        let rest = ranges.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
        var lines = [
            "noise: \(YAMLText.quoted(name))",
            "summary: \(YAMLText.quoted("fitted to \(recording) at rest"))",
            "source: \(YAMLText.quoted("measured in \(recording), at rest from \(rest)"))",
            "# A rest does not determine jitter, dropped, scale, misalignment, softIron and range. heading, attitude,",
            "# location and pose are not fitted.",
        ]
        for sensor in sensors { lines += sensor.lines }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The missing values with their reasons: `gyroscope biasWalk: no part rises with slope +1/2`.
    public var leftOut: [String] {
        sensors.flatMap { sensor in sensor.settings.compactMap { $0.reason.map { "\(sensor.stream) \($0)" } } }
    }

    private static let maximumRanges = 5
}

extension SensorNoiseFit {
    /// A key of the description: its line, or the reason why it is missing.
    fileprivate struct Setting {
        let line: String?
        let reason: String?

        init(_ key: String, _ figures: [Measured], digits: Int) {
            let values = figures.compactMap(\.value).map { NoiseText.number($0, digits: digits) }
            let isKnown = values.count == figures.count
            let list = values.count == 1 ? values[0] : "[\(values.joined(separator: ", "))]"
            line = isKnown ? "\(key): \(list)" : nil
            reason = isKnown ? nil : "\(key): \(Self.reasons(figures))"
        }

        private static func reasons(_ figures: [Measured]) -> String {
            let unknown = zip(["x", "y", "z"], figures).compactMap { axis, figure in
                if case .unknown(let reason) = figure { (axis, reason) } else { nil }
            }
            let reasons = unknown.map(\.1).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
            guard figures.count > 1, unknown.count < figures.count || reasons.count > 1 else {
                return reasons.joined()
            }
            return reasons.map { reason in
                unknown.filter { $0.1 == reason }.map(\.0).joined(separator: ", ") + ": " + reason
            }
            .joined(separator: "; ")
        }
    }

    fileprivate var settings: [Setting] {
        [
            Setting("rate", [rate], digits: 6), Setting("noise", noise, digits: 4),
            Setting("correlation", [correlation], digits: 3), Setting("bias", bias, digits: 4),
            Setting("biasWalk", biasWalk, digits: 3), Setting("step", [step], digits: 12),
        ]
    }

    /// The lines of the sensor. A sensor without a rate is left out.
    fileprivate var lines: [String] {
        let reasons = settings.compactMap { $0.reason.map { "# \(stream) \($0)" } }
        guard rate.value != nil else { return reasons }
        return ["\(stream):", "  # \(samples) samples."] + settings.compactMap { $0.line.map { "  " + $0 } } + reasons
    }
}
