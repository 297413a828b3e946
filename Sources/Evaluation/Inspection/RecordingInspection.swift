public import Geodesy
public import Recordings
public import SensorModel

/// The content of a recording, and the mismatches that checks detect.
public struct RecordingInspection: Sendable, Hashable {
    /// The recording's path as the user gave it.
    public var path: String
    /// The recording's name.
    public var name: String
    /// The recording's SHA-256 in hexadecimal digits.
    public var sha256: String
    /// The source; nil where the recording does not state it.
    public var source: String?
    /// The licence; nil where the recording does not state it.
    public var licence: String?
    /// The magnetic declination, positive east of true north; nil where the recording does not state it.
    public var declination: Angle?
    /// The reason why the World Magnetic Model gives no field; nil where it gives one.
    public var withoutMagneticModel: String?
    /// The field of the World Magnetic Model at the recording's place and date.
    public var magneticField: MagneticField?
    /// Notes on how the recording was read.
    public var notes: [String]
    /// The streams.
    public var streams: [StreamInspection]
    /// The rests of the device.
    public var rests: RestSegments
    /// The results of the checks.
    public var checks: [CheckResult]
    /// The numbers of rows that were left out on reading, by reason.
    public var leftOut: [String: Int]
    /// The files and columns that the layout does not read.
    public var unused: UnusedContent
    /// The layout's caveat about the recording; nil without one.
    public var remark: String?

    /// Inspects a recording. O(n log n).
    public init(_ recording: Recording, path: String) {
        self.path = path
        name = recording.name
        sha256 = recording.sha256
        source = recording.source
        licence = recording.licence
        declination = recording.declination
        withoutMagneticModel = recording.magneticModel.reason
        magneticField = recording.magneticModel.prediction?.field
        notes = recording.notes
        rests = RestSegments(recording)
        streams = StreamInspection.streams(of: recording, rests: rests)
        checks = RecordingChecks.results(for: recording)
        leftOut = recording.leftOut
        unused = recording.unused
        remark = recording.remark
    }

    /// The mismatches of the checks.
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
        case magneticField = "magnetic_model"
        case notes
        case streams
        case rests
        case checks
        case leftOut = "left_out"
        case unused
        case remark
    }

    /// Writes every key. An unknown value is null.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(path, forKey: .path)
        try container.encode(name, forKey: .name)
        try container.encode(sha256, forKey: .sha256)
        try container.encode(source, forKey: .source)
        try container.encode(licence, forKey: .licence)
        try container.encode(declination?.degrees, forKey: .declination)
        try container.encode(MagneticFieldFigures(magneticField, withoutMagneticModel), forKey: .magneticField)
        try container.encode(notes, forKey: .notes)
        try container.encode(streams, forKey: .streams)
        try container.encode(rests, forKey: .rests)
        try container.encode(checks, forKey: .checks)
        try container.encode(leftOut, forKey: .leftOut)
        try container.encode(unused, forKey: .unused)
        try container.encode(remark, forKey: .remark)
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

    /// Writes every key. An unknown value is null.
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

    /// Writes the number of rests, their total duration and their ranges, in seconds.
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

    /// Writes every key. `verdict` is `agrees`, `noted`, `mismatch` or `unknown`; `mismatch` is null for the other verdicts.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(check, forKey: .check)
        switch verdict {
        case .agrees(let figure):
            try container.encode("agrees", forKey: .verdict)
            try container.encode(figure, forKey: .detail)
        case .noted(let fact):
            try container.encode("noted", forKey: .verdict)
            try container.encode(fact, forKey: .detail)
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
