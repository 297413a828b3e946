/// What one check of a recording against physics gave.
public struct CheckResult: Sendable, Hashable {
    public enum Verdict: Sendable, Hashable {
        /// It agrees; with the figure that says so.
        case agrees(String)
        case mismatch(RecordingMismatch)
        /// It cannot be told, for this reason.
        case unknown(String)
    }

    /// The check's name.
    public var check: String
    public var verdict: Verdict

    public init(check: String, verdict: Verdict) {
        self.check = check
        self.verdict = verdict
    }

    /// What does not agree; nil where all is well or nothing can be told.
    public var mismatch: RecordingMismatch? {
        if case .mismatch(let mismatch) = verdict { mismatch } else { nil }
    }
}
