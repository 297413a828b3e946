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
