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

extension RecordingInspection: Encodable {
    private enum Key: String, CodingKey {
        case path
        case name
        case sha256
        case source
        case licence
        case declination = "declination_deg"
        case streams
        case rests
        case checks
        case leftOut = "left_out"
    }

    /// Every key is written; what the recording does not say is null.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(path, forKey: .path)
        try container.encode(name, forKey: .name)
        try container.encode(sha256, forKey: .sha256)
        try container.encode(source, forKey: .source)
        try container.encode(licence, forKey: .licence)
        try container.encode(declination?.degrees, forKey: .declination)
        try container.encode(streams, forKey: .streams)
        try container.encode(rests, forKey: .rests)
        try container.encode(checks, forKey: .checks)
        try container.encode(leftOut, forKey: .leftOut)
    }
}

extension StreamInspection: Encodable {
    private enum Key: String, CodingKey {
        case stream
        case file
        case samples
        case span = "span_s"
        case rate = "mean_rate_hz"
        case interval = "median_interval_s"
        case jitter = "interval_std_s"
        case gaps
        case longestGap = "longest_gap"
        case duplicates = "repeated_stamps"
        case columns
        case noise
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(stream, forKey: .stream)
        try container.encode(file, forKey: .file)
        try container.encode(timing.count, forKey: .samples)
        try container.encode(timing.span, forKey: .span)
        try container.encode(timing.meanRate, forKey: .rate)
        try container.encode(timing.medianInterval, forKey: .interval)
        try container.encode(timing.jitter, forKey: .jitter)
        try container.encode(timing.gapCount, forKey: .gaps)
        try container.encode(timing.longestGap, forKey: .longestGap)
        try container.encode(timing.duplicates, forKey: .duplicates)
        try container.encode(columns, forKey: .columns)
        try container.encode(noise, forKey: .noise)
    }
}

extension RestSegments: Encodable {
    private enum Key: String, CodingKey {
        case count
        case total = "total_s"
        case ranges = "ranges_s"
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(ranges.count, forKey: .count)
        try container.encode(total, forKey: .total)
        try container.encode(ranges.map { [$0.lowerBound, $0.upperBound] }, forKey: .ranges)
    }
}

extension CheckResult: Encodable {
    private enum Key: String, CodingKey {
        case check
        case verdict
        case detail
        case mismatch
    }

    /// `verdict` is `agrees`, `mismatch` or `unknown`; `mismatch` is null unless it is one.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(check, forKey: .check)
        switch verdict {
        case .agrees(let figure):
            try container.encode("agrees", forKey: .verdict)
            try container.encode(figure, forKey: .detail)
        case .unknown(let reason):
            try container.encode("unknown", forKey: .verdict)
            try container.encode(reason, forKey: .detail)
        case .mismatch(let mismatch):
            try container.encode("mismatch", forKey: .verdict)
            try container.encode(mismatch.description, forKey: .detail)
        }
        try container.encode(mismatch, forKey: .mismatch)
    }
}
