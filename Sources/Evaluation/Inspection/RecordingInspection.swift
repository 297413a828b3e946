public import Recordings
public import SensorModel

/// What a recording holds, and what is wrong with it.
public struct RecordingInspection: Sendable, Hashable {
    /// The path as it was given.
    public var path: String
    public var name: String
    public var sha256: String
    public var source: String?
    public var licence: String?
    /// East of true north is positive; nil where the recording does not say.
    public var declination: Angle?
    public var streams: [StreamInspection]
    public var rests: RestSegments
    public var checks: [CheckResult]
    /// What was left out on reading, by the reason in words.
    public var leftOut: [String: Int]

    /// Looks at all of it. O(samples · log samples).
    public init(_ recording: Recording, path: String) {
        self.path = path
        name = recording.name
        sha256 = recording.sha256
        source = recording.source
        licence = recording.licence
        declination = recording.declination
        rests = RestSegments(recording)
        streams = StreamInspection.streams(of: recording, rests: rests)
        checks = RecordingChecks.results(for: recording)
        leftOut = recording.leftOut
    }

    /// What does not agree with physics.
    public var mismatches: [RecordingMismatch] { checks.compactMap(\.mismatch) }
}
