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
