import Recordings
import SensorModel

/// The check that stamps are those of samples: few stamps are equal, and the streams overlap in time.
enum TimeStampCheck: RecordingCheck {
    static let name = "time stamps"

    /// The share of equal neighbours above which samples were written twice, or stamps were rounded.
    private static let maximumDuplicates = 0.1

    static func verdicts(on evidence: inout CheckEvidence) -> [CheckResult.Verdict] {
        let streams = evidence.recording.stampedStreams.filter { $0.times.count >= CheckEvidence.minimumSamples }
        guard !streams.isEmpty else { return [.unknown("no stream has enough samples")] }
        var verdicts = streams.compactMap(duplicates).map(CheckResult.Verdict.mismatch)
        let files = evidence.recording.files
        verdicts += streams.compactMap { interruption($0, files[$0.kind]) }.map(CheckResult.Verdict.mismatch)
        if let apart = apart(streams) { verdicts.append(.mismatch(apart)) }
        return verdicts.isEmpty ? [.agrees("stamps are distinct, and the streams overlap")] : verdicts
    }

    private static func duplicates(_ stream: StampedStream) -> RecordingMismatch? {
        let count = zip(stream.times, stream.times.dropFirst()).count { $0 == $1 }
        guard Double(count) > maximumDuplicates * Double(stream.times.count) else { return nil }
        return RecordingMismatch(
            stream: stream.kind.rawValue,
            found: "\(count) of \(stream.times.count) stamps equal to the one before",
            expected: "a distinct stamp for each sample",
            fits: "the file repeats samples, or its stamps are rounded: export it with more digits",
            confidence: .likely
        )
    }

    /// The shortest interruption of a sensor that is reported, in seconds and in median intervals.
    private static let shortestInterruption: (seconds: Seconds, intervals: Double) = (2, 20)

    /// The maximum number of samples at the start that have a clock of their own.
    private static let maximumOwnStart = 20

    /// Interruptions of a sensor, over which estimators cannot integrate.
    private static func interruption(_ stream: StampedStream, _ file: String?) -> RecordingMismatch? {
        guard [.accelerometer, .gyroscope, .magnetometer].contains(stream.kind) else { return nil }
        let timing = StreamTiming(stream.times)
        guard let gap = timing.longestGap, let median = timing.medianInterval,
            gap.length > max(shortestInterruption.seconds, shortestInterruption.intervals * median)
        else { return nil }
        let before = stream.times.prefix { $0 <= gap.start }.count
        if before <= maximumOwnStart, before * 100 <= stream.times.count {
            let samples = before == 1 ? "sample" : "\(before) samples"
            return RecordingMismatch(
                stream: stream.kind.rawValue,
                found: "the first \(samples) \(CheckText.number(gap.length)) s before the next",
                expected: "stamps of one clock",
                fits: "another clock stamped the first \(samples), or the device stored them before the start: remove "
                    + "\(before == 1 ? "that row" : "these rows") of \(file ?? "the file")",
                confidence: .likely
            )
        }
        return RecordingMismatch(
            stream: stream.kind.rawValue,
            found: "no sample for \(CheckText.number(gap.length)) s from \(CheckText.number(gap.start)) s on",
            expected: "samples without interruption",
            fits: "the app was suspended or paused: split the recording there, or exclude the interval with a mask",
            confidence: .possible
        )
    }

    /// A stream that does not overlap with the first one.
    private static func apart(_ streams: [StampedStream]) -> RecordingMismatch? {
        let first = streams[0]
        guard let range = first.range else { return nil }
        for stream in streams.dropFirst() {
            guard let other = stream.range, !other.overlaps(range) else { continue }
            return RecordingMismatch(
                stream: stream.kind.rawValue,
                found: "\(CheckText.range(other)) s",
                expected: "times that overlap those of the \(first.kind.rawValue), \(CheckText.range(range)) s",
                fits: "their clocks start at different times: set the difference as 'clockOffsets'",
                confidence: .certain
            )
        }
        return nil
    }
}
