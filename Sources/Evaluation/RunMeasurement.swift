import Pipelines
import Recordings
import SensorModel

/// Measures the runs of one recording. What depends on the reference alone is computed once.
struct RunMeasurement {
    private let recording: Recording
    private let options: EvaluationOptions
    private let reference: ComparisonReference
    let motion: ReferenceMotion?
    private let referenceTrack: OrientationTrack?
    private let remarksOnRecording: [String]
    private let series: SeriesMeasurement?

    init(_ prepared: PreparedRecording, options: EvaluationOptions) {
        recording = prepared.recording
        reference = prepared.reference
        remarksOnRecording = prepared.remarks
        self.options = options
        motion = reference.stream.map(ReferenceMotion.init)
        referenceTrack = reference.stream.map { OrientationTrack($0) }
        series =
            options.keepsSeries
            ? SeriesMeasurement(recording, reference: reference, motion: motion, options: options) : nil
    }

    /// - Parameter sensors: the streams without which nothing can be said; nil for those that the pipeline asks for.
    func measure(
        _ run: PipelineRun,
        of recording: EvaluationRun.RecordingSummary,
        requiring sensors: [SensorKind]? = nil
    ) -> EvaluationRun {
        let specification = run.pipeline.specification
        var metrics = MetricValues()
        var response = FrequencyResponse()
        var series: RunSeries?
        var skipped = skips(of: run)
        var summary = ReferenceSummary(
            kind: reference.kind,
            alignment: options.association.text,
            span: reference.span,
            frames: reference.frames
        )
        metrics.setUnmeasured(MetricCatalogue.ofSystems, because: Self.reasonWithoutScreen)
        if let reason = reasonForNothing(run, requiring: sensors) {
            metrics.setUnmeasured(MetricCatalogue.ofOrientation, because: reason)
            response.note = reason
        } else {
            series = measureOrientation(of: run, into: &metrics, skipped: &skipped, summary: &summary)
            if options.metrics == nil { response = frequencyResponse(of: run) }
        }
        if run.estimates.count > 0, options.asks(for: MetricCatalogue.ofTime) { measureTime(of: run, into: &metrics) }
        if let asked = options.metrics {
            metrics.setUnmeasured(MetricName.allCases.filter { !asked.contains($0) }, because: Self.reasonUnasked)
        }
        return EvaluationRun(
            recording: recording,
            reference: summary,
            pipeline: EvaluationRun.PipelineSummary(
                name: specification.text,
                parameters: specification.parameters
            ),
            orientations: run.estimates.count,
            metrics: metrics,
            frequencyResponse: response,
            series: series,
            skipped: skipped,
            remarks: remarks(on: run, summary)
        )
    }

    private func measureOrientation(
        of run: PipelineRun,
        into metrics: inout MetricValues,
        skipped: inout [String: Int],
        summary: inout ReferenceSummary
    ) -> RunSeries? {
        guard let stream = reference.stream, let motion, let referenceTrack else { return nil }
        let estimate = OrientationTrack(run.estimates, longestGap: options.association.longestGap)
        let associated = AssociatedSamples(estimate: estimate, reference: stream, by: options.association)
        for (reason, number) in associated.skipped { count(number, reason, in: &skipped) }
        if associated.isExact, !associated.samples.isEmpty { summary.alignment = ReferenceSummary.exact }
        measureAccuracy(associated, into: &metrics)
        if options.asks(for: [.stillRMS]) { StillJitter.measure(run.estimates, motion: motion, into: &metrics) }
        if options.asks(for: [.incrementRMS, .jumpCount]) {
            FrameJitter.measure(
                estimate: estimate,
                reference: referenceTrack,
                displayRate: options.displayRate,
                into: &metrics
            )
        }
        if options.asks(for: [.lag]) {
            LagEvaluation.measure(
                estimate: estimate,
                reference: stream,
                motion: motion,
                span: reference.span,
                into: &metrics
            )
        }
        if options.asks(for: [.stepRise, .stepSettling, .stepOvershoot]) {
            StepResponse.measure(run.estimates, simulation: recording.simulation, into: &metrics)
        }
        return series?.measure(associated, run.estimates)
    }

    private func frequencyResponse(of run: PipelineRun) -> FrequencyResponse {
        guard let referenceTrack, reference.kind == .truth else {
            return FrequencyResponse(note: "a frequency response needs the truth")
        }
        return FrequencyResponse.measure(run.estimates, truth: referenceTrack, simulation: recording.simulation)
    }

    private func measureAccuracy(_ associated: AssociatedSamples, into metrics: inout MetricValues) {
        if options.asks(for: [.shortTermRMS]) {
            ShortTermError.measure(associated.samples, span: options.span, into: &metrics)
        }
        guard let reason = reference.reasonWithoutFrame else {
            AccuracyEvaluation(associated).measure(options.headingAlignment, into: &metrics)
            if let reason = reference.reasonWithoutNorth, options.headingAlignment == .none {
                metrics.setUnmeasured(MetricCatalogue.withNorth, because: reason)
            }
            return
        }
        let others = MetricCatalogue.metrics(in: .accuracy).map(\.name).filter { $0 != .shortTermRMS && $0 != .count }
        metrics.setUnmeasured(others, because: reason)
        metrics.set(.count, to: Double(associated.samples.count))
    }

    private func measureTime(of run: PipelineRun, into metrics: inout MetricValues) {
        #if DEBUG
        metrics.setUnmeasured(
            MetricCatalogue.ofTime,
            because: "a debug build says nothing about speed; build with -c release"
        )
        #else
        run.clock.measure(into: &metrics)
        #endif
    }

    /// Why nothing can be said of the orientation at all; nil where something can.
    private func reasonForNothing(_ run: PipelineRun, requiring sensors: [SensorKind]?) -> String? {
        let specification = run.pipeline.specification
        let missing = recording.missing(sensors ?? specification.requiredSensors)
        if !missing.isEmpty { return "the recording has no \(missing.map(\.rawValue).joined(separator: " and no "))" }
        if run.estimates.count == 0 { return "the samples never determined an orientation" }
        guard reference.stream != nil else { return reference.reasonWithout }
        // A tracked scene gives attitudes that the device did not record.
        let isRecorded = sensors?.contains(.attitude) ?? true
        return reference.kind == .device && specification.isDeviceAttitude && isRecorded
            ? Self.reasonOfDevice : nil
    }

    static let reasonUnasked = "not among the metrics that were asked for"
    static let reasonOfDevice = "the device's own attitude is what estimates are held against"

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

    static let reasonWithoutScreen = "a pipeline has no screen; a described system has, with --pois or --at"

    private func count(_ number: Int, _ reason: String, in skipped: inout [String: Int]) {
        if number > 0 { skipped[reason, default: 0] += number }
    }

    private func remarks(on run: PipelineRun, _ summary: ReferenceSummary) -> [String] {
        let alignment =
            summary.alignment == ReferenceSummary.exact
            ? "estimates at its own times" : "estimates \(summary.alignment)"
        var remarks = ["\(reference.remark); \(alignment)"] + remarksOnRecording
        remarks += ["one orientation per \(run.pipeline.driver.rawValue) sample"]
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

extension PipelineSpecification {
    /// Whether what comes out is the device's attitude as it was recorded.
    fileprivate var isDeviceAttitude: Bool {
        requiredSensors == [.attitude] && sensorFilters.isEmpty && orientationFilters.isEmpty
    }
}
