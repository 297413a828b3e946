package import Evaluation
package import Recordings
import SensorModel

/// The warning of an evaluation about estimates that score much worse than with another reading.
package enum EstimateHint {
    /// The error in degrees up to which estimates are not diagnosed.
    private static let good = 5.0
    /// The share of the error that must remain with the fix.
    private static let clear = 0.5

    /// The warning in a sentence; nil for estimates without a clear fault.
    ///
    /// - Parameters:
    ///   - run: the run of the estimates over the recording.
    ///   - recording: the recording as it was measured, with its clocks aligned if the options ask for that.
    package static func warning(
        on run: EvaluationRun,
        from source: EstimateSource,
        over recording: Recording
    ) -> String? {
        if let error = run.metrics[.totalRMSE], error < good { return nil }
        guard recording.reference != nil, let path = run.pipeline.source,
            let file = try? EstimateReader().read(path: path),
            let readings = try? EstimateReading.all(of: file, by: source.conventions, for: recording)
        else { return nil }
        let shift = shift(of: run.recording.clock)
        let diagnosis = EstimateDiagnosis(
            recording,
            readings: shift == 0 ? readings : readings.map { $0.shifted(by: shift) },
            given: source.conventions.given,
            checksAlgorithm: false
        )
        guard let figures = diagnosis.figures, figures.measure == .referenceError, figures.before > good,
            figures.after < clear * figures.before,
            let finding = diagnosis.findings.first(where: { $0.subject == .estimate })
        else { return nil }
        let change = "\(CheckText.number(figures.before))° to \(CheckText.number(figures.after))°"
        return "warning: \(finding.fault.title); '\(finding.remedy)' changes the total RMSE from \(change); "
            + "see 'sextant doctor'"
    }

    private static func shift(of clock: ClockSummary?) -> Seconds {
        guard let clock, clock.isApplied, case .found(let offset) = clock.estimate else { return 0 }
        return offset.offset
    }
}
