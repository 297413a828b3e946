import Recordings
import SensorModel

/// A recording made ready to be measured: its clocks compared, and aligned where that is wanted.
struct PreparedRecording {
    private(set) var recording: Recording
    private(set) var clock: ClockSummary?
    /// What a reader must know of every run over the recording.
    private(set) var remarks: [String] = []

    init(_ original: Recording, options: EvaluationOptions) {
        recording = original
        alignClocks(isWanted: options.alignsClocks)
    }

    private mutating func alignClocks(isWanted: Bool) {
        guard let comparison = RecordingClock(recording) else {
            if isWanted { remarks.append("clocks were not aligned: nothing was recorded that two clocks share") }
            return
        }
        var isApplied = false
        if isWanted, case .found(let offset) = comparison.estimate {
            recording = recording.movingSensors(by: offset.offset, keepingAttitude: comparison.keepsAttitude)
            isApplied = true
        }
        let summary = ClockSummary(
            isApplied: isApplied,
            compared: comparison.compared,
            estimate: comparison.estimate
        )
        if let remark = summary.remark(isWanted: isWanted) { remarks.append(remark) }
        clock = summary
    }
}
