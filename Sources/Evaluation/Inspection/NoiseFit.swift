public import Recordings
import SensorModel

/// A noise description for `sextant simulate --noise`, fitted to what a recording's sensors read at rest.
public struct NoiseFit: Sendable, Hashable {
    /// The recording's name.
    public var recording: String
    public var rests: RestSegments
    /// Of the accelerometer, the gyroscope and the magnetometer, as far as the recording has them.
    public var sensors: [SensorNoiseFit]

    /// - Parameters:
    ///   - recording: whose rests are looked at.
    ///   - path: of the recording, for errors.
    ///   - isAtRest: whether the device is known to lie still all the time. Otherwise ``RestSegments`` are looked for,
    ///     which sensors with a noise or steps above 1.5 % of gravity do not show.
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
                expected: "one whose noise can be fitted",
                remedy: "take another recording"
            )
        }
        rests = isAtRest ? RestSegments(throughout: streams.map(\.1.times)) : RestSegments(recording)
        guard !rests.ranges.isEmpty else {
            throw InputError(
                file: path,
                found: "no rest of \(CheckText.number(RestSegments.shortest)) s",
                expected: "a device that lies still, for its noise to be told from motion",
                remedy: "record it on a table for some minutes, or give --at-rest if it lay still all the time"
            )
        }
        self.recording = recording.name
        sensors = streams.map { [rests] kind, stream, unit in
            SensorNoiseFit(stream, named: kind.rawValue, unit: unit, during: rests)
        }
    }
}

extension NoiseFit {
    /// The description as `sextant simulate --noise` reads it; what could not be told is left out, and a comment says
    /// why.
    public func yaml(name: String) -> String {
        let ranges = rests.ranges.prefix(Self.mostRanges).map {
            "\(CheckText.number($0.lowerBound)) to \(CheckText.number($0.upperBound)) s"
        }
        let more = rests.ranges.count - ranges.count
        let rest = ranges.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
        var lines = [
            "noise: \(YAMLText.quoted(name))",
            "summary: \(YAMLText.quoted("fitted to \(recording) at rest"))",
            "source: \(YAMLText.quoted("measured in \(recording), at rest from \(rest)"))",
            "# A rest does not tell jitter, dropped, scale, misalignment, softIron and range; nor are heading, attitude,",
            "# location and pose fitted.",
        ]
        for sensor in sensors { lines += sensor.lines }
        return lines.joined(separator: "\n") + "\n"
    }

    /// What could not be told and why: `gyroscope biasWalk: no part rises with slope +1/2`.
    public var leftOut: [String] {
        sensors.flatMap { sensor in sensor.settings.compactMap { $0.reason.map { "\(sensor.stream) \($0)" } } }
    }

    private static let mostRanges = 5
}

extension SensorNoiseFit {
    /// A key of the description: its text, or why there is none.
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

    /// Without a rate there is no sensor.
    fileprivate var lines: [String] {
        let reasons = settings.compactMap { $0.reason.map { "# \(stream) \($0)" } }
        guard rate.value != nil else { return reasons }
        return ["\(stream):", "  # \(samples) samples."] + settings.compactMap { $0.line.map { "  " + $0 } } + reasons
    }
}
