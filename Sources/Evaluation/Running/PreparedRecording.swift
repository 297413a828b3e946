import Recordings
import SensorModel

/// A recording prepared for measurement: its clocks are compared and optionally aligned, and its reference is chosen.
struct PreparedRecording {
    let recording: Recording
    let clock: ClockSummary?
    let reference: ComparisonReference
    /// Remarks for every run over the recording.
    let remarks: [String]

    init(_ original: Recording, options: EvaluationOptions) {
        self.init(original, clock: RecordingClockComparison(original), options: options)
    }

    /// - Parameter clock: the comparison of the recording's clocks; nil without clocks to compare.
    init(_ original: Recording, clock: RecordingClockComparison?, options: EvaluationOptions) {
        let aligned = Self.aligning(clock, of: original, isWanted: options.alignsClocks)
        recording = aligned.recording
        self.clock = aligned.clock
        var reference = ComparisonReference(
            recording,
            wanted: options.reference,
            span: options.span,
            skip: options.skip
        )
        let frames = options.fitsFrames ? reference.fitFrames(to: recording) : nil
        self.reference = reference
        remarks = [original.remark].compactMap(\.self) + original.notes + [aligned.remark, frames].compactMap(\.self)
    }

    private static func aligning(
        _ clock: RecordingClockComparison?,
        of recording: Recording,
        isWanted: Bool
    ) -> (recording: Recording, clock: ClockSummary?, remark: String?) {
        guard let comparison = clock else {
            let remark = "clocks were not aligned: the recording has no motion on two clocks"
            return (recording, nil, isWanted ? remark : nil)
        }
        var summary = ClockSummary(
            isApplied: false,
            compared: comparison.compared,
            estimate: comparison.estimate
        )
        var result = recording
        if isWanted, case .found(let offset) = comparison.estimate {
            result = recording.movingSensors(by: offset.offset, keepingAttitude: comparison.keepsAttitude)
            summary.isApplied = true
        }
        return (result, summary, summary.remark(isWanted: isWanted))
    }
}
