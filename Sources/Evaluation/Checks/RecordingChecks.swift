import Pipelines
public import Recordings

/// All checks of recordings against physics.
public enum RecordingChecks {
    /// In the order in which they build on each other: times, then magnitudes, then directions.
    static var all: [any RecordingCheck.Type] {
        [
            TimeUnitCheck.self,
            TimeStampCheck.self,
            AccelerationUnitCheck.self,
            FieldStrengthCheck.self,
            AngularRateUnitCheck.self,
            ClockCheck.self,
            DipCheck.self,
            OrientationCheck.self,
        ]
    }

    /// Looks at a recording with every check. The recording stays as it is. O(samples).
    public static func results(for recording: Recording) -> [CheckResult] {
        results(for: recording, clock: RecordingClock(recording))
    }

    private static func results(for recording: Recording, clock: RecordingClock?) -> [CheckResult] {
        var evidence = CheckEvidence(recording, clock: clock)
        return all.flatMap { check in
            check.verdicts(on: &evidence).map { CheckResult(check: check.name, verdict: $0) }
        }
    }

    /// What does not agree with physics, in the order of the checks.
    ///
    /// - Parameters:
    ///   - clock: the recording's.
    ///   - isAligned: whether clocks will be aligned, so that their difference does no harm.
    static func mismatches(in recording: Recording, clock: RecordingClock?, isAligned: Bool) -> [CheckResult] {
        results(for: recording, clock: clock)
            .filter { $0.mismatch != nil && !(isAligned && $0.check == ClockCheck.name) }
    }

    /// What is to be said of mismatches in a run. What is to be said of the clocks stands there already.
    static func remarks(on mismatches: [CheckResult]) -> [String] {
        mismatches.filter { $0.check != ClockCheck.name }.compactMap(\.mismatch).map { "warning: \($0)" }
    }
}

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

extension InputError {
    /// A recording's layout gives an estimator parameters that do not fit it.
    init(layoutOf path: String, _ error: SpecificationError) {
        self.init(
            file: path,
            found: "a layout whose parameters do not fit: \(error.found)",
            expected: error.expected,
            remedy: "mend 'estimators' in the layout"
        )
    }
}
