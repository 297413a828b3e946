import Evaluation
import Recordings

/// A recording of an experiment before its preparations, with the results of its checks.
///
/// All preparations share these results: clocks, units and signs are properties of what was recorded.
struct ExperimentSource: Sendable {
    let recording: Recording
    /// The comparison of the clocks; nil without clocks to compare, and for raw values.
    let clock: RecordingClockComparison?
    let mismatches: [RecordingMismatch]
    /// The remarks that are added to every run.
    let remarks: [String]

    /// Reads a recording and checks it; raw values are not checked.
    init(
        _ input: ExperimentInput,
        form: ExperimentInput.SensorForm,
        options: EvaluationOptions
    ) throws(InputError) {
        recording = try input.recording(form)
        guard form != .raw else {
            (clock, mismatches, remarks) = (nil, [], [])
            return
        }
        clock = RecordingClockComparison(recording)
        let found = RecordingChecks.findings(in: recording, clock: clock, options: options)
        mismatches = found.compactMap(\.mismatch)
        remarks = RecordingChecks.remarks(on: found)
    }
}
