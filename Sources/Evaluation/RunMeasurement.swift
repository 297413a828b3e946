import Pipelines
import Recordings
import SensorModel

/// Measures the runs of one recording. What depends on the reference alone is computed once.
struct RunMeasurement {
    private let recording: Recording
    private let options: EvaluationOptions
    private let motion: ReferenceMotion?
    private let referenceTrack: OrientationTrack?
    private let remarksOnRecording: [String]

    init(_ prepared: PreparedRecording, options: EvaluationOptions) {
        recording = prepared.recording
        remarksOnRecording = prepared.remarks
        self.options = options
        motion = recording.reference.map(ReferenceMotion.init)
        referenceTrack = recording.reference.map { OrientationTrack($0) }
    }

    func measure(_ run: PipelineRun, of summary: EvaluationRun.RecordingSummary) -> EvaluationRun {
        let specification = run.pipeline.specification
        var metrics = MetricValues()
        var skipped = skips(of: run)
        if let reason = reasonForNothing(run) {
            metrics.setUnmeasured(MetricCatalogue.metrics.map(\.name), because: reason)
        } else {
            measureOrientation(of: run, into: &metrics, skipped: &skipped)
        }
        if run.estimates.count > 0 { measureTime(of: run, into: &metrics) }
        return EvaluationRun(
            recording: summary,
            pipeline: EvaluationRun.PipelineSummary(
                name: specification.text,
                parameters: specification.parameters
            ),
            orientations: run.estimates.count,
            metrics: metrics,
            skipped: skipped,
            remarks: remarks(on: run)
        )
    }

    private func measureOrientation(
        of run: PipelineRun,
        into metrics: inout MetricValues,
        skipped: inout [String: Int]
    ) {
        guard let reference = recording.reference, let motion, let referenceTrack else { return }
        let estimate = OrientationTrack(run.estimates, longestGap: EvaluationOptions.longestEstimateGap)
        let accuracy = AccuracyEvaluation(estimate: estimate, reference: reference)
        accuracy.measure(options.headingAlignment, into: &metrics)
        count(accuracy.invalid, "reference samples that are no truth", in: &skipped)
        count(accuracy.masked, "reference samples outside the evaluated part", in: &skipped)
        count(accuracy.withoutEstimate, "reference samples without an estimate", in: &skipped)
        StillJitter.measure(run.estimates, motion: motion, into: &metrics)
        FrameJitter.measure(
            estimate: estimate,
            reference: referenceTrack,
            displayRate: options.displayRate,
            into: &metrics
        )
        LagEvaluation.measure(estimate: estimate, reference: reference, motion: motion, into: &metrics)
    }

    private func measureTime(of run: PipelineRun, into metrics: inout MetricValues) {
        #if DEBUG
        metrics.setUnmeasured(
            [.computeP50, .computeP99, .computeMax, .computeMean],
            because: "a debug build says nothing about speed; build with -c release"
        )
        #else
        run.clock.measure(into: &metrics)
        #endif
    }

    /// Why nothing can be said of the orientation at all; nil where something can.
    private func reasonForNothing(_ run: PipelineRun) -> String? {
        let missing = recording.missing(run.pipeline.specification.requiredSensors)
        if !missing.isEmpty { return "the recording has no \(missing.map(\.rawValue).joined(separator: " and no "))" }
        if run.estimates.count == 0 { return "the samples never determined an orientation" }
        guard let reference = recording.reference else { return "the recording has no reference orientation" }
        return reference.isValid.contains(true) ? nil : "the recording's reference has no valid sample"
    }

    private func skips(of run: PipelineRun) -> [String: Int] {
        var skipped = recording.leftOut
        for (stage, counts) in run.pipeline.skips {
            count(counts.nonFinite, "\(stage): not finite", in: &skipped)
            count(counts.zero, "\(stage): length zero", in: &skipped)
            count(counts.notLater, "\(stage): not later than the sample before", in: &skipped)
            count(counts.undetermined, "\(stage): gravity and field parallel", in: &skipped)
            count(counts.restarts, "\(stage): restarts after a gap", in: &skipped)
        }
        count(run.pipeline.withoutOrientation, "samples without an orientation", in: &skipped)
        return skipped
    }

    private func count(_ number: Int, _ reason: String, in skipped: inout [String: Int]) {
        if number > 0 { skipped[reason, default: 0] += number }
    }

    private func remarks(on run: PipelineRun) -> [String] {
        var remarks = remarksOnRecording + ["one orientation per \(run.pipeline.driver.rawValue) sample"]
        for (name, value) in run.pipeline.specification.parametersFromRecording.sorted(by: { $0.key < $1.key }) {
            remarks.append("\(name)=\(value) comes from the recording's layout")
        }
        guard run.pipeline.specification.countsFromMagneticNorth else { return remarks }
        if let declination = recording.declination {
            let degrees = (declination.degrees * 1_000).rounded() / 1_000
            remarks.append("turned from magnetic to true north by a declination of \(degrees) deg")
        } else {
            remarks.append("no declination given: magnetic north is taken for true north")
        }
        return remarks
    }
}
