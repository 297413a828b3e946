import Pipelines
package import Recordings
import SensorModel

/// The computation of the metrics for the runs over one recording. Data that depend only on the reference are computed
/// once.
struct RunMeasurement {
    let recording: Recording
    private let options: EvaluationOptions
    let reference: ComparisonReference
    /// The motion of the reference; `nil` if no requested metric needs it.
    let motion: ReferenceMotion?
    private let referenceTrack: OrientationTrack?
    /// The reference, prepared for lag searches; `nil` if the lag is not requested.
    private let lagReference: LagReference?
    let remarksOnRecording: [String]
    private let series: SeriesMeasurement?

    /// Prepares the measurement.
    ///
    /// - Parameters:
    ///   - prepared: the prepared recording.
    ///   - options: the options of the evaluation.
    ///   - hasSystems: whether runs of AR systems are also measured.
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

    /// Computes the metrics of a pipeline's run.
    ///
    /// - Parameters:
    ///   - run: the run.
    ///   - recording: the summary of the recording.
    ///   - sensors: the sensors that the run requires; `nil` for the sensors that the pipeline requires.
    ///   - shared: the data computed for the times of the previous run. The data are replaced if this run has different
    ///     times.
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

    /// Computes the metrics of a run whose estimates come from a file.
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

    /// Computes the results of a run.
    ///
    /// - Parameters:
    ///   - run: the properties of the run.
    ///   - recording: the summary of the recording.
    ///   - sensors: the sensors that the run requires; `nil` for the sensors that the pipeline requires.
    ///   - measureOrientations: the closure that computes the metrics of the orientations. It is called only if the
    ///     orientations can be compared with the reference.
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
        result.metrics.setUnmeasured(MetricCatalogue.metrics(in: .location), because: Self.reasonWithoutLocation)
        if let reason = reasonWithoutOrientation(run, requiring: sensors) {
            result.metrics.setUnmeasured(options.ofOrientation, because: reason)
            result.frequencyResponse?.note = reason
            if reason == run.failure?.description { result.failure = run.failure }
        } else {
            measureOrientations(&result)
        }
        if let clock = run.clock, run.orientations > 0, result.failure == nil, options.asks(for: MetricCatalogue.ofTime)
        {
            Self.measureTime(clock, orientations: run.orientations, into: &result.metrics)
        }
        if run.specification?.isOffline ?? false {
            result.metrics.setUnmeasured([.lag, .stepRise, .stepSettling], because: Self.reasonOffline)
        }
        if run.specification == nil {
            result.metrics.setUnmeasured(MetricCatalogue.ofTime, because: Self.reasonWithoutTime)
        }
        Self.omitUnrequested(by: options, from: &result.metrics)
        summary = result.reference ?? summary
        result.remarks = remarks(on: run, summary) + result.remarks
        return result
    }

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
        for (reason, number) in association.skipped { count(number, reason, in: &result.skipped) }
        if association.isExact, !association.pairs.isEmpty { result.reference?.alignment = ReferenceSummary.exact }
        let associated = association.errors(of: estimates.orientations, reference: stream)
        var startUp = StartUp(start: (recording.sensorStart ?? 0) + options.skip)
        let heading = HeadingComparison(run, options, reference)
        measureAccuracy(associated, heading, startUp: &startUp, into: &result.metrics)
        measureClaims(associated, of: run, into: &result.metrics)
        if reference.reasonWithoutFrame == nil { heading.complete(&result) }
        if let motion, options.asks(for: [.stillRMS]) {
            StillJitter.measure(estimates, motion: motion, into: &result.metrics)
        }
        if options.asks(for: [.incrementRMS, .jumpCount, .lag]) {
            measureMotion(of: estimates, against: referenceTrack, &shared, startUp: &startUp, into: &result.metrics)
        }
        // Evaluations of parameter grids disable intervals and do not need the remark.
        if options.withinRecordingIntervals, let remark = startUp.remark { result.remarks.append(remark) }
        if options.asks(for: [.stepRise, .stepSettling, .stepOvershoot]) {
            StepResponse.measure(estimates, simulation: recording.simulation, into: &result.metrics)
        }
        measureAdded(associated, estimates, heading, into: &result.metrics)
        result.series = series?.measure(associated, estimates, heading: heading, claims: claims(of: run))
        if options.metrics == nil { result.frequencyResponse = frequencyResponse(of: estimates) }
    }

    /// Compares the heading errors with the accuracies that the estimator or the device claims.
    private func measureClaims(_ errors: [MeasuredRun.Sample], of run: RunSummary, into metrics: inout MetricValues) {
        let own = MetricCatalogue.ofClaimedHeading
        guard reference.reasonWithoutFrame == nil, options.asks(for: own) else { return }
        if let reason = reference.reasonWithoutNorth { return metrics.setUnmeasured(own, because: reason) }
        guard let claims = claims(of: run) else {
            return metrics.setUnmeasured(own, because: HeadingClaims.reasonWithout)
        }
        claims.measure(errors, withIntervals: options.withinRecordingIntervals, into: &metrics)
    }

    /// Returns the heading accuracies that the estimator or the device claims; `nil` without claims, or if the true
    /// heading is unknown.
    private func claims(of run: RunSummary) -> HeadingClaims? {
        guard reference.reasonWithoutFrame == nil, reference.reasonWithoutNorth == nil else { return nil }
        return run.headingClaims.isEmpty ? HeadingClaims(run.specification, recording) : run.headingClaims
    }

    /// Computes the metrics that other packages added.
    private func measureAdded(
        _ associated: [MeasuredRun.Sample],
        _ estimates: Estimates,
        _ heading: HeadingComparison,
        into metrics: inout MetricValues
    ) {
        let wanted = options.addedMetrics.filter { options.asks(for: [$0]) }
        guard !wanted.isEmpty else { return }
        let reason = heading.reasonWithout ?? reference.reasonWithoutFrame
        let errors = AccuracyEvaluation(associated).alignedErrors(heading.alignment) ?? []
        let run = MeasuredRun(
            errors: zip(associated, errors).map { MeasuredRun.Sample(time: $0.time, error: $1) },
            estimates: estimates,
            recording: recording
        )
        for metric in wanted {
            if let reason, metric.group == .accuracy {
                metrics.setUnmeasured(metric, because: reason)
                continue
            }
            switch metric.measure?(run) {
            case .value(let value): metrics.set(metric, to: value)
            case .unmeasured(let reason): metrics.setUnmeasured(metric, because: reason)
            case nil: break
            }
        }
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

    private func frequencyResponse(of estimates: Estimates) -> FrequencyResponse {
        guard let referenceTrack, reference.kind == .truth else {
            return FrequencyResponse(note: "a frequency response needs a reference orientation in the recording")
        }
        return FrequencyResponse.measure(estimates, truth: referenceTrack, simulation: recording.simulation)
    }

    private func measureAccuracy(
        _ associated: [MeasuredRun.Sample],
        _ heading: HeadingComparison,
        startUp: inout StartUp,
        into metrics: inout MetricValues
    ) {
        if options.asks(for: [.shortTermRMS]) {
            ShortTermError.measure(associated, span: options.span, into: &metrics)
        }
        let count = associated.count
        if let reason = reference.reasonWithoutFrame {
            return AccuracyEvaluation.setUnmeasured(because: reason, count: count, in: &metrics)
        }
        let totals = AccuracyEvaluation(associated).measure(options, alignment: heading.alignment, into: &metrics)
        if count > 0, options.asks(for: [.headingDrift]) { HeadingDrift.measure(associated, into: &metrics) }
        // Evaluations of parameter grids disable intervals and do not need the remark.
        guard options.withinRecordingIntervals, options.asks(for: [.totalRMSE]), let totals else { return }
        let samples = zip(associated, totals).map { ($0.time, $1.degrees) }
        startUp.compare(.totalRMSE, metrics[.totalRMSE], without: startUp.rootMeanSquare(samples))
    }

    static func measureTime(_ clock: ComputeClock, orientations: Int, into metrics: inout MetricValues) {
        #if DEBUG
        metrics.setUnmeasured(
            MetricCatalogue.ofTime,
            because: "computing times are not measured in debug builds; build with -c release"
        )
        #else
        clock.measure(orientations: orientations, into: &metrics)
        #endif
    }

    /// Returns the reason why no orientation can be compared, or `nil` if orientations can be compared.
    private func reasonWithoutOrientation(_ run: RunSummary, requiring sensors: [SensorKind]?) -> String? {
        if let failure = run.fileFailure { return failure.message }
        let specification = run.specification
        let required = sensors ?? specification?.requiredSensors(isCompassRecorded: isCompassRecorded) ?? []
        if let reason = recording.reasonWithout(required) { return reason }
        if let failure = run.failure { return failure.description }
        if run.nonFinite > 0 {
            return
                "\(run.nonFinite) of \(run.nonFinite + run.orientations) orientations are not finite numbers"
        }
        if run.orientations == 0 { return "the samples never determined an orientation" }
        guard reference.stream != nil else { return reference.reasonWithout }
        // A system that tracks a scene computes attitudes that the recording does not contain.
        let isRecorded = sensors?.contains(.attitude) ?? true
        return reference.kind == .device && specification?.isDeviceAttitude ?? false && isRecorded
            ? Self.reasonOfDevice : nil
    }

    var isCompassRecorded: Bool { recording.missing([.heading]).isEmpty }

    static let reasonWithoutTime = "estimates from a file have no computing time"
    static let reasonNotRequested = "not among the requested metrics"
    static let reasonOfDevice = "the device's own attitude is the reference"

    static let reasonWithoutLocation = "no location was evaluated; add a location pipeline, such as fixes"
    static let reasonWithoutScreen = "no screen was evaluated; add --camera, or use a described system"
}

extension PipelineSpecification {
    /// A Boolean value that indicates whether the pipeline returns the device's attitude as recorded.
    var isDeviceAttitude: Bool {
        requiredSensors == [.attitude] && inputStages.isEmpty && sensorFilters.isEmpty && orientationFilters.isEmpty
    }
}

/// The data that depend only on the times of a run's estimates. Pipelines with the same times share the data.
struct SharedTimes {
    let plan: AssociationPlan
    /// The data of the lag search that depend only on times; `nil` before the first lag is measured.
    var lag: LagTimes?
}

extension RunMeasurement {
    /// Returns the number of samples and rows that were not used, by reason.
    func skips(of run: RunSummary) -> [String: Int] {
        var skipped = recording.leftOut
        for (stage, counts) in run.skips {
            count(counts.nonFinite, "\(stage): not finite", in: &skipped)
            count(counts.zero, "\(stage): length zero", in: &skipped)
            count(counts.notLater, "\(stage): not later than the previous sample", in: &skipped)
            count(counts.undetermined, "\(stage): gravity and field parallel", in: &skipped)
            count(counts.restarts, "\(stage): restarts after a gap", in: &skipped)
        }
        count(run.withoutOrientation, "samples without an orientation", in: &skipped)
        for (reason, number) in run.leftOut { count(number, reason, in: &skipped) }
        return skipped
    }

    private static let reasonOffline = "an offline estimator has no latency: it reads the whole recording first"

    func count(_ number: Int, _ reason: String, in skipped: inout [String: Int]) {
        if number > 0 { skipped[reason, default: 0] += number }
    }

    /// Returns the remarks on a run, in the order of processing.
    func remarks(on run: RunSummary, _ summary: ReferenceSummary) -> [String] {
        let alignment =
            summary.alignment == ReferenceSummary.exact
            ? "estimates at the reference's times" : "estimates \(summary.alignment)"
        var remarks = ["\(reference.remark); \(alignment)"] + remarksOnRecording
        guard let specification = run.specification else { return remarks + run.remarks }
        remarks += specification.inputRemarks(isCompassRecorded: isCompassRecorded)
        remarks += run.remarks
        if specification.isOffline { remarks.append("offline: the orientations depend on later samples") }
        remarks += ["one orientation per \(run.drivers.map(\.rawValue).joined(separator: " or ")) sample"]
        for (name, value) in specification.parametersFromRecording.sorted(by: { $0.key < $1.key }) {
            remarks.append("\(name)=\(value) comes from the recording's layout")
        }
        if let remark = recording.remarkWithoutNorth(specification) { remarks.append(remark) }
        guard specification.countsFromMagneticNorth else { return remarks }
        if let declination = recording.declination {
            let degrees = (declination.degrees * 1_000).rounded() / 1_000
            remarks.append("turned from magnetic to true north by a declination of \(degrees) deg")
        } else {
            remarks.append("no declination given: magnetic north is used as true north")
        }
        return remarks
    }
}

/// The check whether estimates from a file are ahead of the gyroscope.
///
/// A filter cannot turn before the gyroscope measures the turn. Estimates that are ahead of the gyroscope use later
/// samples, a prediction or another clock. ``ClockComparison`` compares the angular speeds.
package struct GyroscopeLead {
    /// The tolerated lead of the estimates over the gyroscope, as a fraction of the sampling interval. A filter that
    /// applies each rate to the interval before its sample is ahead of the true motion by half an interval.
    private static let toleratedShare = 0.75
    /// The difference between the smallest reported lead and the tolerated lead, in standard errors.
    private static let certainty = 3.0

    private let speed: MotionSignal
    private let range: ClosedRange<Seconds>
    /// The median interval between samples of the gyroscope, in seconds.
    private let interval: Seconds

    /// Prepares the comparison. Returns `nil` if the recording has no gyroscope.
    package init?(_ recording: Recording) {
        guard let gyroscope = recording.gyroscope, gyroscope.count > 1 else { return nil }
        let track = OrientationTrack(integrating: gyroscope)
        range = RecordingClockComparison.middle(of: track.times)
        speed = MotionSignal(speedOf: track, within: RecordingClockComparison.widened(range))
        interval = track.medianInterval
    }

    /// Returns the time by which estimates are ahead of the gyroscope, or `nil` if no significant lead was found.
    package func lead(of estimates: OrientationTrack) -> ClockOffset? {
        let comparison = ClockComparison(
            speed,
            MotionSignal(speedOf: estimates, within: range),
            minimumDeviation: RecordingClockComparison.minimumDeviationOfSpeed
        )
        guard case .found(var lead) = comparison.estimate() else { return nil }
        lead.offset = -lead.offset
        let tolerated = Self.toleratedShare * max(interval, estimates.medianInterval)
        return lead.offset > tolerated + Self.certainty * lead.uncertainty ? lead : nil
    }

    /// Returns a remark on estimates that are ahead of the gyroscope, or `nil` for other estimates.
    package func remark(on name: String, _ estimates: OrientationTrack) -> String? {
        guard let lead = lead(of: estimates) else { return nil }
        let (time, uncertainty) = (Self.milliseconds(lead.offset), Self.milliseconds(lead.uncertainty))
        return
            "\(name) leads the gyroscope by \(time) ± \(uncertainty) ms: the estimates use later samples or a "
            + "prediction, or their times are too early"
    }

    private static func milliseconds(_ time: Seconds) -> String { DecimalText.fixed(time * 1_000, decimals: 1) }
}

extension RunMeasurement {
    /// Computes the metrics of an AR system: the errors of the orientations, the drawn places and the location.
    func measure(
        _ run: SystemRun,
        on scene: SceneOnRecording,
        of recording: EvaluationRun.RecordingSummary
    ) -> EvaluationRun {
        let system = run.replay.system
        let isCompassRecorded = scene.recording.missing([.heading]).isEmpty
        let sensors = system.requiredSensors(isCompassRecorded: isCompassRecorded)
        var shared: SharedTimes?
        var result = measure(PipelineRun(shownBy: run), of: recording, requiring: sensors, sharing: &shared)
        result.pipeline.parameters = system.parameters
        result.remarks += scene.remarks(on: system)
        result.remarks.append("the evaluated orientations are those of the drawn pictures, at the display rate")
        if let locator = system.sceneLocator {
            let turn = run.replay.sceneTurn.map { "rotated by \(($0.degrees * 10).rounded() / 10) deg at the end" }
            result.remarks.append(
                "attitudes are poses of a tracked scene, located by fixes; the scene was "
                    + (turn ?? "not rotated, because the fixes did not determine its yaw")
            )
            result.scene = scene.summary(of: locator)
            result.remarks += result.scene.map { [$0.remark] } ?? []
        }
        if run.replay.gate.dropped > 0 { result.skipped["location gate: fixes dropped"] = run.replay.gate.dropped }
        if run.replay.gate.unusable > 0 { result.skipped["location: unusable fixes"] = run.replay.gate.unusable }
        if let reason = scene.recording.reasonWithout(sensors) {
            result.metrics.setUnmeasured(MetricCatalogue.ofSystems, because: reason)
            return result
        }
        let (meter, truth) = (run.meter, run.meter.truth)
        result.remarks += [truth.headingRemark].compactMap(\.self)
        meter.redraw.measure(into: &result.metrics)
        meter.screen.measure(without: truth.reasonWithoutOrientation, into: &result.metrics)
        meter.labels.measure(into: &result.metrics)
        meter.guidance?.measure(
            without: truth.reasonWithoutOrientation,
            truth.reasonWithoutTruePosition,
            into: &result.metrics
        )
        measureEffort(of: run, over: scene, reading: sensors, in: recording.durationSeconds, into: &result.metrics)
        StillPixels.measure(meter.shown, projection: system.projection, motion: motion, into: &result.metrics)
        if result.metrics.note(for: .totalRMSE) == Self.reasonOfDevice { noteDevice(in: &result.metrics) }
        measureMoving(meter, on: scene, into: &result.metrics)
        measureLocation(meter.locationErrors, truth.reasonWithoutPosition, into: &result.metrics)
        Self.omitUnrequested(by: options, from: &result.metrics)
        return result
    }

    /// Sets all metrics to unmeasured, except the metrics that the options request.
    static func omitUnrequested(by options: EvaluationOptions, from metrics: inout MetricValues) {
        guard let requested = options.metrics else { return }
        let others = (MetricCatalogue.metrics + options.addedMetrics).filter { !requested.contains($0) }
        metrics.setUnmeasured(others, because: reasonNotRequested)
    }

    /// Adds a note to the screen metrics of a system that draws with the device's attitude, if the attitude is also the
    /// reference. In this case, the metrics contain only the errors of the display loop and the projection.
    private func noteDevice(in metrics: inout MetricValues) {
        let withoutNote = MetricCatalogue.metrics(in: .screen).filter { metrics.note(for: $0) == nil }
        metrics.note(
            "the reference is the attitude from which the system draws, so only the drawing error remains",
            on: withoutNote
        )
    }

    /// Sets the metrics that indicate the energy use of a system: the numbers of samples, fixes and pictures per unit
    /// of time.
    private func measureEffort(
        of run: SystemRun,
        over scene: SceneOnRecording,
        reading sensors: [SensorKind],
        in duration: Seconds,
        into metrics: inout MetricValues
    ) {
        guard duration > 0 else {
            return metrics.setUnmeasured(
                [.samplesPerSecond, .fixesPerMinute, .picturesPerSecond],
                because: "no duration"
            )
        }
        let rates = scene.recording.sensorRates
        let limits = run.replay.system.samplingRates
        metrics.set(
            .samplesPerSecond,
            to: sensors.map { sensor in
                // Poses have no sampling rate.
                let rate = rates[sensor] ?? Double(scene.recording.pose?.count ?? 0) / duration
                return min(rate, limits[sensor] ?? .infinity)
            }.reduce(0, +)
        )
        metrics.set(.picturesPerSecond, to: Double(run.meter.redraw.drawings) / duration)
        guard scene.station == nil else {
            return metrics.setUnmeasured(.fixesPerMinute, because: "the user's position is specified")
        }
        metrics.set(.fixesPerMinute, to: 60 * Double(run.replay.gate.accepted) / duration)
    }

    private func measureMoving(_ meter: ScreenMeter, on scene: SceneOnRecording, into metrics: inout MetricValues) {
        let names: [Metric] = [.movingPixelP50, .movingPixelP95, .movingErrorP50, .movingErrorP95]
        guard !scene.moving.isEmpty else { return metrics.setUnmeasured(names, because: "no place moves") }
        if let reason = meter.truth.reasonWithoutOrientation ?? meter.truth.reasonWithoutTruePosition {
            return metrics.setUnmeasured(names, because: reason)
        }
        guard let distances = ErrorStatistics(meter.movingErrors) else {
            return metrics.setUnmeasured(names, because: "no moving place has a position during the recording")
        }
        metrics.set(.movingErrorP50, to: distances.median)
        metrics.set(.movingErrorP95, to: distances.p95)
        guard let pixels = meter.movingScreen.pixelErrors else {
            return metrics.setUnmeasured(names.prefix(2), because: "the camera never sees a moving place")
        }
        metrics.set(.movingPixelP50, to: pixels.median)
        metrics.set(.movingPixelP95, to: pixels.p95)
    }

    private func measureLocation(_ errors: [Metres], _ reason: String?, into metrics: inout MetricValues) {
        guard reason == nil, let statistics = ErrorStatistics(errors) else {
            return metrics.setUnmeasured(
                [.locationErrorP50, .locationErrorP95],
                because: reason ?? "the system did not draw while the true position was known"
            )
        }
        metrics.set(.locationErrorP50, to: statistics.median)
        metrics.set(.locationErrorP95, to: statistics.p95)
    }
}

/// The motion of a place at the centre of the screen while the reference is at rest: the RMS distance from its mean
/// position.
enum StillPixels {
    static func measure(
        _ shown: Estimates,
        projection: any ScreenProjection,
        motion: ReferenceMotion?,
        into metrics: inout MetricValues
    ) {
        guard let motion, motion.rootMeanSquareSpeed != nil else {
            return metrics.setUnmeasured(
                .stillRMSPixels,
                because: motion == nil ? "there is no reference" : ReferenceMotion.reasonWithoutSpeed
            )
        }
        let distances = shown.grouped(byRests: motion.rests).flatMap { mean, inside -> [Double] in
            let direction = mean.rotate(Vector3(0, 0, -1))
            let points = inside.compactMap { projection.placement(ofDirection: direction, orientation: $0).point }
            let middle = ScreenPoint(x: points.map(\.x).compensatedMean, y: points.map(\.y).compensatedMean)
            return points.map { $0.distance(to: middle) }
        }
        guard let rootMeanSquare = distances.rootMeanSquare else {
            return metrics.setUnmeasured(
                .stillRMSPixels,
                because: "the reference is never at rest (below 2 deg/s for 0.5 s) while a picture is shown"
            )
        }
        metrics.set(.stillRMSPixels, to: rootMeanSquare)
    }
}
