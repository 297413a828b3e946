import Pipelines
import Recordings
import SensorModel

extension RunMeasurement {
    /// The numbers of samples that were not used, by reason.
    func skips(of run: RunSummary) -> [String: Int] {
        var skipped = recording.leftOut
        for (stage, counts) in run.skips {
            count(counts.nonFinite, "\(stage): not finite", in: &skipped)
            count(counts.zero, "\(stage): length zero", in: &skipped)
            count(counts.notLater, "\(stage): not later than the sample before", in: &skipped)
            count(counts.undetermined, "\(stage): gravity and field parallel", in: &skipped)
            count(counts.restarts, "\(stage): restarts after a gap", in: &skipped)
        }
        count(run.withoutOrientation, "samples without an orientation", in: &skipped)
        for (reason, number) in run.leftOut { count(number, reason, in: &skipped) }
        return skipped
    }

    /// Marks the latencies of an offline estimator as unmeasured: it knows a motion before it happens.
    static func omitLatencies(of run: RunSummary, from metrics: inout MetricValues) {
        guard run.specification?.isOffline == true else { return }
        metrics.setUnmeasured([.lag, .stepRise, .stepSettling], because: reasonOffline)
    }

    private static let reasonOffline = "an offline estimator has no latency: it reads the whole recording first"

    func count(_ number: Int, _ reason: String, in skipped: inout [String: Int]) {
        if number > 0 { skipped[reason, default: 0] += number }
    }

    /// The remarks on a run, in the order of processing.
    func remarks(on run: RunSummary, _ summary: ReferenceSummary) -> [String] {
        let alignment =
            summary.alignment == ReferenceSummary.exact
            ? "estimates at its own times" : "estimates \(summary.alignment)"
        var remarks = ["\(reference.remark); \(alignment)"] + remarksOnRecording
        guard let specification = run.specification else { return remarks + run.remarks }
        remarks += specification.inputRemarks(isCompassRecorded: isCompassRecorded)
        remarks += run.remarks
        if specification.isOffline { remarks.append("offline: the orientations depend on later samples") }
        remarks += ["one orientation per \(run.drivers.map(\.rawValue).joined(separator: " or ")) sample"]
        for (name, value) in specification.parametersFromRecording.sorted(by: { $0.key < $1.key }) {
            remarks.append("\(name)=\(value) comes from the recording's layout")
        }
        if let remark = recording.remarkWithoutMagnetometer(specification) { remarks.append(remark) }
        guard specification.countsFromMagneticNorth else { return remarks }
        if let declination = recording.declination {
            let degrees = (declination.degrees * 1_000).rounded() / 1_000
            remarks.append("turned from magnetic to true north by a declination of \(degrees) deg")
        } else {
            remarks.append("no declination given: magnetic north is taken for true north")
        }
        return remarks
    }
}
