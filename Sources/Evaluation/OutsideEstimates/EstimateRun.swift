import Recordings
package import SensorModel

/// Estimates of one recording that were read from a file, treated as the output of a pipeline.
package struct EstimateRun {
    /// The name, parameters, file path and checksum of the estimates.
    package private(set) var pipeline: EvaluationRun.PipelineSummary
    private(set) var estimates = Estimates()
    /// The positions on the recording's clock; `nil` if the file has orientations.
    private(set) var positions: EstimateFile.Rows<EstimatedPosition>?
    private(set) var leftOut: [String: Int] = [:]
    private(set) var remarks: [String] = []
    /// The reason why the file's estimates cannot be evaluated; `nil` if the estimates can be evaluated.
    package private(set) var failure: InputError?

    /// The minimum number of orientations or positions for a measurement.
    private static let minimumCount = 2

    /// Reads the estimates of a recording.
    ///
    /// - Parameters:
    ///   - source: the file or folder with the estimates, and the conventions of the estimates.
    ///   - prepared: the recording.
    ///   - names: the recording's names. In a folder, the file with one of these names is read.
    init(_ source: EstimateSource, of prepared: PreparedRecording, named names: [String]) {
        pipeline = EvaluationRun.PipelineSummary(
            name: source.name,
            parameters: source.conventions.given.mapValues { Double($0).map(ParameterValue.number) ?? .word($0) }
        )
        pipeline.source = source.path
        do throws(InputError) {
            let path = try source.file(for: names)
            pipeline.source = path
            let file = try EstimateReader().read(path: path, content: source.conventions.content)
            pipeline.parameters["sha256"] = .word(file.sha256)
            if file.hasPositions {
                try readPositions(file, source.conventions, prepared)
            } else {
                try readOrientations(file, source.conventions, prepared)
            }
        } catch {
            failure = error
            remarks.append("\(source.name) was not measured: \(error)")
        }
    }

    private mutating func readOrientations(
        _ file: EstimateFile,
        _ conventions: EstimateConventions,
        _ prepared: PreparedRecording
    ) throws(InputError) {
        let recording = prepared.recording
        let read = try file.orientations(
            by: conventions,
            epoch: recording.epoch,
            declination: recording.declination
        )
        note(read, of: file, shiftedBy: prepared.sensorShift)
        estimates.reserve(read.times.count)
        for (time, value) in zip(read.times, read.values) { estimates.append(value, at: time + prepared.sensorShift) }
        try check(estimates.times, "orientation", file.path, conventions, against: prepared)
    }

    private mutating func readPositions(
        _ file: EstimateFile,
        _ conventions: EstimateConventions,
        _ prepared: PreparedRecording
    ) throws(InputError) {
        let read = try file.positions(by: conventions, epoch: prepared.recording.epoch)
        note(read, of: file, shiftedBy: 0)
        if prepared.sensorShift != 0 {
            remarks.append("--align-clocks does not shift positions; add clock=… if they have the sensors' times")
        }
        try check(read.times, "position", file.path, conventions, against: prepared)
        positions = read
    }

    private mutating func note<Value>(_ read: EstimateFile.Rows<Value>, of file: EstimateFile, shiftedBy shift: Seconds)
    {
        leftOut = read.leftOut
        remarks = ["\(pipeline.name): \(file.count) rows of \(file.path), \(read.summary)"] + read.remarks
        if shift != 0 { remarks.append("the estimates' times were shifted by \(shift) s, like the sensors' times") }
    }

    /// Counts the estimates outside the recording's time range.
    ///
    /// - Throws: `InputError` if the file has too few estimates, or if their times do not overlap those of the reference.
    ///   The error is also thrown if the file lasts as long as the recording but starts at another time.
    private mutating func check(
        _ times: [Seconds],
        _ name: String,
        _ path: String,
        _ conventions: EstimateConventions,
        against prepared: PreparedRecording
    ) throws(InputError) {
        guard times.count >= Self.minimumCount else {
            let (count, nouns) = (times.count, times.count == 1 ? name : "\(name)s")
            throw InputError(
                file: path,
                message: "the file has \(count) usable \(nouns), but at least 2 are needed",
                advice: "check that the file is complete"
            )
        }
        guard let span = prepared.span, let first = times.first, let last = times.last else { return }
        let extent = prepared.extent(with: span)
        let outside = times.count { !extent.contains($0) }
        if outside > 0 { leftOut["\(name)s outside the recording's times"] = outside }
        guard first <= span.upperBound, last >= span.lowerBound else {
            let (start, end, offset) = (span.lowerBound, span.upperBound, span.lowerBound - first)
            throw InputError(
                file: path,
                message: "the estimates have times from \(Self.text(first)) to \(Self.text(last)) s, "
                    + "but the recording has times from \(Self.text(start)) to \(Self.text(end)) s",
                advice: "if both began at the same moment and only their clocks differ, add "
                    + "clock=\(Self.text(offset)); otherwise check the file"
            )
        }
        guard conventions.given[EstimateConventions.Key.clock.rawValue] == nil,
            let offset = EstimateClock.offset(from: first...last, to: prepared.sensorSpan ?? span)
        else { return }
        throw InputError(
            file: path,
            message: "the estimates last as long as the recording, but start \(Self.text(offset.magnitude)) s "
                + "\(offset < 0 ? "after" : "before") it, so the two clocks probably differ",
            advice: "append ,clock=\(Self.text(offset)) to --estimate, or ,clock=0 if the clocks are the same"
        )
    }

    private static func text(_ time: Seconds) -> String { DecimalText.fixed(time, decimals: 3) }
}

extension PreparedRecording {
    /// The time that was added to the sensors' times to align them with the reference's clock; 0 without an alignment.
    fileprivate var sensorShift: Seconds {
        guard let clock, clock.isApplied, case .found(let offset) = clock.estimate else { return 0 }
        return offset.offset
    }

    /// The time range of the reference, or of the sensors if there is no reference; `nil` if both are missing.
    fileprivate var span: ClosedRange<Seconds>? {
        let times = reference.stream?.times ?? recording.reference?.times ?? recording.waypoints?.times
        guard let times, let first = times.min(), let last = times.max() else { return sensorSpan }
        return first...last
    }

    /// Returns the smallest time range that includes `span` and the sensors' samples.
    fileprivate func extent(with span: ClosedRange<Seconds>) -> ClosedRange<Seconds> {
        guard let sensors = sensorSpan else { return span }
        return min(span.lowerBound, sensors.lowerBound)...max(span.upperBound, sensors.upperBound)
    }

    fileprivate var sensorSpan: ClosedRange<Seconds>? {
        recording.sensorStart.map { $0...($0 + recording.sensorDuration) }
    }
}

/// The comparison of the clocks of an estimate and its recording by their time ranges.
package enum EstimateClock {
    /// The maximum difference of two durations that count as equal: relative, and in seconds.
    private static let (relativeTolerance, tolerance) = (0.05, 0.5)
    /// The minimum offset, in seconds, that indicates different clocks.
    private static let smallest = 2.0

    /// Returns the offset to add to an estimate's times if the estimate lasts as long as the recording but starts much
    /// earlier or later, and `nil` otherwise.
    package static func offset(from own: ClosedRange<Seconds>, to span: ClosedRange<Seconds>) -> Seconds? {
        let (length, whole) = (own.upperBound - own.lowerBound, span.upperBound - span.lowerBound)
        let limit = max(relativeTolerance * whole, tolerance)
        let offset = span.lowerBound - own.lowerBound
        guard (length - whole).magnitude <= limit, offset.magnitude > max(limit, smallest) else { return nil }
        return offset
    }
}
