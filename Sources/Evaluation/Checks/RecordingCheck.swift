/// A check of a recording's units, signs and axes against physics.
///
/// A check that finds a mismatch corrects the evidence by what fits, so that later checks look at the rest and each
/// mistake is reported once.
protocol RecordingCheck {
    /// As it stands in reports.
    static var name: String { get }

    /// What it finds: a verdict for each stream, or each orientation, that it looks at.
    static func verdicts(on evidence: inout CheckEvidence) -> [CheckResult.Verdict]
}
