import Pipelines
import Recordings
import SensorModel

/// The measurement of the runs of one recording. Whatever depends on the reference alone is computed once.
struct RunMeasurement {
    let recording: Recording
    private let options: EvaluationOptions
    let reference: ComparisonReference
    /// The motion of the reference; nil where no requested metric needs it.
    let motion: ReferenceMotion?
    private let referenceTrack: OrientationTrack?
    /// The reference of lags; nil where no lag is requested.
    private let lagReference: LagReference?
    let remarksOnRecording: [String]
    private let series: SeriesMeasurement?

    /// - Parameter hasSystems: whether described systems are measured as well.
    init(_ prepared: PreparedRecording, options: EvaluationOptions, hasSystems: Bool = false) {
        recording = prepared.recording
        reference = prepared.reference
        remarksOnRecording = prepared.remarks
        self.options = options
        let asksForMotion = hasSystems || options.keepsSeries || options.asks(for: [.stillRMS, .lag])
        motion = asksForMotion ? reference.stream.map(ReferenceMotion.init) : nil
        referenceTrack = reference.stream.map { OrientationTrack($0) }
        let span = reference.span
        lagReference = options.asks(for: [.lag]) ? reference.stream.map { LagReference($0, span: span) } : nil
        series =
            options.keepsSeries
            ? SeriesMeasurement(recording, reference: reference, motion: motion, options: options) : nil
    }

    /// - Parameters:
    ///   - sensors: the sensors that the run requires; nil for those that the pipeline requires.
    ///   - shared: what follows from the times of the previous run, reused where the times are equal; afterwards from
    ///     those of this run.
    func measure(
        _ run: PipelineRun,
        of recording: EvaluationRun.RecordingSummary,
        requiring sensors: [SensorKind]? = nil,
        sharing shared: inout SharedTimes?
    ) -> EvaluationRun {
        let run = (summary: RunSummary(run), estimates: run.estimates)
        return measure(run.summary, of: recording, requiring: sensors) { result in
            measureOrientations(run.estimates, of: run.summary, sharing: &shared, into: &result)
        }
    }

    /// Measures estimates from a file.
    func measure(
        _ run: EstimateRun,
        of recording: EvaluationRun.RecordingSummary,
        sharing shared: inout SharedTimes?
    ) -> EvaluationRun {
        let run = (summary: RunSummary(run), estimates: run.estimates)
        return measure(run.summary, of: recording) { result in
            measureOrientations(run.estimates, of: run.summary, sharing: &shared, into: &result)
            guard options.withinRecordingIntervals else { return }
            let track = OrientationTrack(run.estimates, longestGap: options.association.longestGap)
            let remark = GyroscopeLead(self.recording)?.remark(on: run.summary.pipeline.name, track)
            if let remark { result.remarks.append(remark) }
        }
    }

    /// Measures a single run.
    func measure(
        _ run: PipelineRun,
        of recording: EvaluationRun.RecordingSummary,
        requiring sensors: [SensorKind]? = nil
    ) -> EvaluationRun {
        var shared: SharedTimes?
        return measure(run, of: recording, requiring: sensors, sharing: &shared)
    }

    /// Measures a run except for the errors of its orientations.
    ///
    /// - Parameter measureOrientations: measures those errors; called where orientations can be compared.
    func measure(
        _ run: RunSummary,
        of recording: EvaluationRun.RecordingSummary,
        requiring sensors: [SensorKind]? = nil,
        _ measureOrientations: (inout EvaluationRun) -> Void
    ) -> EvaluationRun {
        var summary = ReferenceSummary(
            kind: reference.kind,
            alignment: options.association.text,
            span: reference.span,
            frames: reference.frames
        )
        var result = EvaluationRun(
            recording: recording,
            reference: summary,
            pipeline: run.pipeline,
            orientations: run.orientations,
            metrics: MetricValues(),
            frequencyResponse: FrequencyResponse(),
            skipped: skips(of: run)
        )
        result.metrics.setUnmeasured(MetricCatalogue.ofSystems, because: Self.reasonWithoutScreen)
        if let reason = reasonWithoutOrientation(run, requiring: sensors) {
            result.metrics.setUnmeasured(MetricCatalogue.ofOrientation, because: reason)
            result.frequencyResponse?.note = reason
            if reason == run.failure?.description { result.failure = run.failure }
        } else {
            measureOrientations(&result)
        }
        if let clock = run.clock, run.orientations > 0, result.failure == nil, options.asks(for: MetricCatalogue.ofTime)
        {
            Self.measureTime(clock, orientations: run.orientations, into: &result.metrics)
        }
        Self.omitLatencies(of: run, from: &result.metrics)
        if run.specification == nil {
            result.metrics.setUnmeasured(MetricCatalogue.ofTime, because: Self.reasonWithoutTime)
        }
        if let asked = options.metrics {
            result.metrics.setUnmeasured(Self.names.subtracting(asked), because: Self.reasonUnasked)
        }
        summary = result.reference ?? summary
        result.remarks = remarks(on: run, summary) + result.remarks
        return result
    }

    private static let names = Set(MetricName.allCases)

    private func measureOrientations(
        _ estimates: Estimates,
        of run: RunSummary,
        sharing shared: inout SharedTimes?,
        into result: inout EvaluationRun
    ) {
        guard let stream = reference.stream, let referenceTrack else { return }
        if shared?.plan.times != estimates.times {
            let plan = AssociationPlan(times: estimates.times, reference: stream, by: options.association)
            shared = SharedTimes(plan: plan)
        }
        guard let association = shared?.plan else { return }
        note(association, in: &result)
        let associated = AssociatedSamples(association, estimates: estimates.orientations, reference: stream)
        var startUp = StartUp(start: (recording.sensorStart ?? 0) + options.skip)
        let heading = HeadingComparison(run, options, reference)
        measureAccuracy(associated, heading, startUp: &startUp, into: &result.metrics)
        if reference.reasonWithoutFrame == nil { heading.complete(&result) }
        if let motion, options.asks(for: [.stillRMS]) {
            StillJitter.measure(estimates, motion: motion, into: &result.metrics)
        }
        if options.asks(for: [.incrementRMS, .jumpCount, .lag]) {
            measureMotion(of: estimates, against: referenceTrack, &shared, startUp: &startUp, into: &result.metrics)
        }
        // Like intervals, the remark is for recordings in a report, not for each cell of a grid.
        if options.withinRecordingIntervals, let remark = startUp.remark { result.remarks.append(remark) }
        if options.asks(for: [.stepRise, .stepSettling, .stepOvershoot]) {
            StepResponse.measure(estimates, simulation: recording.simulation, into: &result.metrics)
        }
        result.series = series?.measure(associated, estimates, heading: heading)
        if options.metrics == nil { result.frequencyResponse = frequencyResponse(of: estimates) }
    }

    private func measureMotion(
        of estimates: Estimates,
        against referenceTrack: OrientationTrack,
        _ shared: inout SharedTimes?,
        startUp: inout StartUp,
        into metrics: inout MetricValues
    ) {
        let estimate = OrientationTrack(
            estimates,
            longestGap: shared?.plan.longestGap ?? options.association.longestGap
        )
        if options.asks(for: [.incrementRMS, .jumpCount]) {
            let errors = FrameJitter.measure(
                estimate: estimate,
                reference: referenceTrack,
                displayRate: options.displayRate,
                into: &metrics
            )
            let later = startUp.rootMeanSquare(errors.map { ($0.time, $0.angle.degrees) })
            startUp.compare(.incrementRMS, metrics[.incrementRMS], without: later)
        }
        guard let motion, let lagReference, options.asks(for: [.lag]) else { return }
        var lagTimes = shared?.lag
        let later = LagEvaluation.measure(
            estimate: estimate,
            reference: lagReference,
            motion: motion,
            startUpEnd: startUp.end,
            sharing: &lagTimes,
            into: &metrics
        )
        shared?.lag = lagTimes
        if let later { startUp.add(lag: metrics[.lag], without: later) }
    }

    /// Notes how reference samples are associated, and how many are skipped.
    private func note(_ plan: AssociationPlan, in result: inout EvaluationRun) {
        for (reason, number) in plan.skipped { count(number, reason, in: &result.skipped) }
        if plan.isExact, !plan.pairs.isEmpty { result.reference?.alignment = ReferenceSummary.exact }
    }

    private func frequencyResponse(of estimates: Estimates) -> FrequencyResponse {
        guard let referenceTrack, reference.kind == .truth else {
            return FrequencyResponse(note: "a frequency response needs the truth")
        }
        return FrequencyResponse.measure(estimates, truth: referenceTrack, simulation: recording.simulation)
    }

    private func measureAccuracy(
        _ associated: AssociatedSamples,
        _ heading: HeadingComparison,
        startUp: inout StartUp,
        into metrics: inout MetricValues
    ) {
        if options.asks(for: [.shortTermRMS]) {
            ShortTermError.measure(associated.samples, span: options.span, into: &metrics)
        }
        let evaluation = AccuracyEvaluation(associated)
        var totals: [Angle]?
        measureAccuracy(of: associated.samples.count, into: &metrics) { metrics in
            totals = evaluation.measure(options, alignment: heading.alignment, into: &metrics)
            guard !associated.samples.isEmpty, options.asks(for: [.headingDrift]) else { return }
            HeadingDrift.measure(associated.samples, into: &metrics)
        }
        // Sweeps have many runs and no remarks.
        guard options.withinRecordingIntervals, options.asks(for: [.totalRMSE]) else { return }
        if let totals {
            let samples = zip(associated.samples, totals).map { ($0.time, $1.degrees) }
            startUp.compare(.totalRMSE, metrics[.totalRMSE], without: startUp.rootMeanSquare(samples))
        }
    }

    /// - Parameters:
    ///   - count: the number of reference samples with an estimate.
    ///   - measureErrors: sets the accuracy metrics other than the short-term error; called where the reference has a
    ///     frame.
    private func measureAccuracy(
        of count: Int,
        into metrics: inout MetricValues,
        _ measureErrors: (inout MetricValues) -> Void
    ) {
        guard let reason = reference.reasonWithoutFrame else {
            measureErrors(&metrics)
            return
        }
        let others = MetricCatalogue.metrics(in: .accuracy).map(\.name).filter { $0 != .shortTermRMS && $0 != .count }
        metrics.setUnmeasured(others, because: reason)
        metrics.set(.count, to: Double(count))
    }

    private static func measureTime(_ clock: ComputeClock, orientations: Int, into metrics: inout MetricValues) {
        #if DEBUG
        metrics.setUnmeasured(
            MetricCatalogue.ofTime,
            because: "a debug build says nothing about speed; build with -c release"
        )
        #else
        clock.measure(orientations: orientations, into: &metrics)
        #endif
    }

    /// The reason why no orientation can be compared; nil where some can.
    private func reasonWithoutOrientation(_ run: RunSummary, requiring sensors: [SensorKind]?) -> String? {
        if let failure = run.fileFailure { return "found \(failure.found)" }
        let specification = run.specification
        let missing = recording.missing(
            sensors ?? specification?.requiredSensors(isCompassRecorded: isCompassRecorded) ?? []
        )
        if !missing.isEmpty { return "the recording has no \(missing.map(\.rawValue).joined(separator: " and no "))" }
        if let failure = run.failure { return failure.description }
        if run.nonFinite > 0 {
            return
                "\(run.nonFinite) of \(run.nonFinite + run.orientations) orientations are not finite numbers"
        }
        if run.orientations == 0 { return "the samples never determined an orientation" }
        guard reference.stream != nil else { return reference.reasonWithout }
        // A tracked scene yields attitudes that the device did not record.
        let isRecorded = sensors?.contains(.attitude) ?? true
        return reference.kind == .device && specification?.isDeviceAttitude ?? false && isRecorded
            ? Self.reasonOfDevice : nil
    }

    var isCompassRecorded: Bool { recording.missing([.heading]).isEmpty }

    static let reasonWithoutTime = "estimates from a file have no compute time"
    static let reasonUnasked = "not among the requested metrics"
    static let reasonOfDevice = "the device's own attitude is the reference"

    static let reasonWithoutScreen = "a pipeline has a screen with --camera, a described system with --pois or --at"
}

extension PipelineSpecification {
    /// Whether the pipeline returns the device's attitude as recorded.
    fileprivate var isDeviceAttitude: Bool {
        requiredSensors == [.attitude] && inputStages.isEmpty && sensorFilters.isEmpty && orientationFilters.isEmpty
    }
}

/// What follows from the times of a run's estimates: the same for all pipelines with these times.
struct SharedTimes {
    let plan: AssociationPlan
    /// Nil before the first lag is measured.
    var lag: LagTimes?
}
