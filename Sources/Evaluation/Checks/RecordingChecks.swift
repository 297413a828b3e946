package import Pipelines
public import Recordings

/// The checks of recordings for physical plausibility.
public enum RecordingChecks {
    /// The checks in the order in which they depend on each other: single samples, times, magnitudes, directions.
    static var all: [any RecordingCheck.Type] {
        [
            OutlierCheck.self,
            TimeUnitCheck.self,
            TimeStampCheck.self,
            LostDecimalsCheck.self,
            AccelerationUnitCheck.self,
            FieldStrengthCheck.self,
            HardIronCheck.self,
            AngularRateUnitCheck.self,
            MagneticJumpCheck.self,
            ClockCheck.self,
            DipCheck.self,
            OrientationCheck.self,
        ]
    }

    /// Runs all checks on a recording. O(samples).
    public static func results(for recording: Recording) -> [CheckResult] {
        results(for: recording, clock: RecordingClockComparison(recording))
    }

    private static func results(
        for recording: Recording,
        clock: RecordingClockComparison?,
        fitsFrames: Bool = false
    ) -> [CheckResult] {
        var evidence = CheckEvidence(recording, clock: clock, fitsFrames: fitsFrames)
        return all.flatMap { check in
            check.verdicts(on: &evidence).map { CheckResult(check: check.name, verdict: $0) }
        }
    }

    /// The mismatches and notes, in the order of the checks.
    ///
    /// - Parameters:
    ///   - clock: the clock comparison of the recording.
    ///   - options: the options of the evaluation. Clocks that it aligns and frames that it fits are no mismatches.
    package static func findings(
        in recording: Recording,
        clock: RecordingClockComparison?,
        options: EvaluationOptions
    ) -> [CheckResult] {
        results(for: recording, clock: clock, fitsFrames: options.fitsFrames)
            .filter { $0.remark != nil && !(options.alignsClocks && $0.check == ClockCheck.name) }
    }

    /// The warnings and notes for a run. Clocks have a remark of their own.
    package static func remarks(on findings: [CheckResult]) -> [String] {
        findings.filter { $0.check != ClockCheck.name }.compactMap(\.remark)
    }
}

/// A check of a recording's units, signs and axes for physical plausibility.
///
/// A check that finds a mismatch corrects it in the evidence. The following checks then do not report it again.
protocol RecordingCheck {
    /// The name of the check in reports.
    static var name: String { get }

    /// The verdicts of the check, one for each stream or orientation.
    static func verdicts(on evidence: inout CheckEvidence) -> [CheckResult.Verdict]
}

/// The result of one check of a recording.
public struct CheckResult: Sendable, Hashable {
    /// The verdict of a check.
    public enum Verdict: Sendable, Hashable {
        /// The recording is plausible, with the figure that was checked.
        case agrees(String)
        /// The recording is plausible, but its figures depend on this fact.
        case noted(String)
        /// The recording is not plausible.
        case mismatch(RecordingMismatch)
        /// The check was not possible, for this reason.
        case unknown(String)
    }

    /// The check's name.
    public var check: String
    /// The verdict.
    public var verdict: Verdict

    /// Creates a result.
    public init(check: String, verdict: Verdict) {
        self.check = check
        self.verdict = verdict
    }

    /// The mismatch; nil for another verdict.
    public var mismatch: RecordingMismatch? {
        if case .mismatch(let mismatch) = verdict { mismatch } else { nil }
    }

    /// The sentence on a mismatch or a note for reports; nil for another verdict.
    var remark: String? {
        switch verdict {
        case .mismatch(let mismatch): "warning: \(mismatch)"
        case .noted(let fact): fact
        case .agrees, .unknown: nil
        }
    }
}

extension InputError {
    /// The error of a recording whose layout gives an estimator invalid parameters.
    package init(layoutOf path: String, _ error: SpecificationError) {
        self.init(
            file: path,
            found: "invalid estimator parameters in the layout: \(error.found)",
            expected: error.expected,
            remedy: "correct 'estimators' in the layout"
        )
    }
}
