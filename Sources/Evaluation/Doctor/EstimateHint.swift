import Recordings
import SensorModel

/// The warning of an evaluation about an estimate that scores much worse than with another reading.
enum EstimateHint {
    /// The error up to which an estimate is not diagnosed.
    private static let good = Angle(degrees: 5).radians
    /// The share of the error that must remain with the fix.
    private static let clear = 0.5

    /// The warning in a sentence; nil for an estimate without a clear fault.
    static func warning(
        on file: EstimateFile,
        by conventions: EstimateConventions,
        for recording: Recording
    ) -> String? {
        guard let reference = recording.reference,
            let readings = try? EstimateReading.all(of: file, by: conventions, for: recording),
            let asRead = readings.first
        else { return nil }
        let track = OrientationTrack(SensorStream(times: asRead.times, values: asRead.orientations))
        let isGood = WorldFit(track, in: recording, usesField: false)?.error.map { $0.radians < good } ?? false
        guard !isGood, reference.times.count > 1 else { return nil }
        let diagnosis = EstimateDiagnosis(
            recording,
            readings: readings,
            given: conventions.given,
            checksAlgorithm: false
        )
        guard let figures = diagnosis.figures, figures.measure == .referenceError,
            figures.after < clear * figures.before,
            let finding = diagnosis.findings.first(where: { $0.subject == .estimate })
        else { return nil }
        let change = "\(CheckText.number(figures.before))° to \(CheckText.number(figures.after))°"
        return "warning: \(finding.fault.title); '\(finding.remedy)' changes the total RMSE from \(change); "
            + "see 'sextant doctor'"
    }
}
