import Geodesy
import Pipelines
import Recordings
import SensorModel

/// The evaluation of location pipelines and estimated positions over one recording. The reference is determined once.
struct LocationEvaluation {
    private let recording: Recording
    private let options: EvaluationOptions
    private let reference: Result<PositionReference, Unmeasured>?
    private let remarks: [String]

    /// Prepares the evaluation.
    ///
    /// - Parameters:
    ///   - prepared: the prepared recording.
    ///   - options: the options of the evaluation.
    ///   - isNeeded: whether location pipelines or estimated positions are evaluated.
    init(_ prepared: PreparedRecording, options: EvaluationOptions, isNeeded: Bool) {
        recording = prepared.recording
        self.options = options
        remarks = prepared.remarks
        reference =
            isNeeded
            ? Result { () throws(Unmeasured) in try PositionReference(prepared.recording, skip: options.skip) } : nil
    }

    /// Runs a location pipeline.
    ///
    /// - Parameters:
    ///   - specification: the pipeline.
    ///   - isThorough: whether a program repeats part of its run as a check.
    /// - Throws: `InputError` if the layout contains invalid parameters of the estimator that `pdr` uses.
    func run(_ specification: LocationPipelineSpecification, isThorough: Bool) throws(InputError) -> LocationRun {
        let reference = try? self.reference?.get()
        if specification.heading != nil, reference?.isSparse ?? false {
            return try LocationRun(specification, over: recording, from: nil)
        }
        let isLocal = specification.program?.isLocal ?? false
        let origin = reference?.origin ?? (isLocal ? nil : recording.firstFix ?? recording.origin)
        guard isLocal || origin != nil else { return LocationRun(failing: specification) }
        return try LocationRun(
            specification,
            over: recording,
            from: origin,
            reference: reference,
            isThorough: isThorough
        )
    }

    /// Returns the run for estimates from a file, or `nil` if the file has no positions.
    func run(_ estimates: EstimateRun) -> LocationRun? {
        estimates.positions.map { LocationRun(estimates, $0, reference: try? reference?.get()) }
    }

    static let reasonWithoutOrientation = "a location pipeline estimates no orientation"

    /// Computes the metrics of a run.
    func measure(_ run: LocationRun, of recording: EvaluationRun.RecordingSummary) -> RecordingEvaluation.Outcome {
        var result = EvaluationRun(
            recording: recording,
            reference: ReferenceSummary(kind: .truth, alignment: "held"),
            pipeline: run.pipeline,
            metrics: MetricValues(),
            skipped: self.recording.leftOut.merging(run.skipped) { $0 + $1 }
        )
        result.metrics.setUnmeasured(options.ofOrientation, because: Self.reasonWithoutOrientation)
        result.metrics.setUnmeasured(MetricCatalogue.metrics(in: .screen), because: RunMeasurement.reasonWithoutScreen)
        measure(run, into: &result)
        RunMeasurement.omitUnrequested(by: options, from: &result.metrics)
        return RecordingEvaluation.Outcome(run: result, estimates: Estimates(), positions: run.positions)
    }

    private func measure(_ run: LocationRun, into result: inout EvaluationRun) {
        let own = MetricCatalogue.metrics(in: .location)
        if let failure = run.failure {
            result.failure = failure
            result.metrics.setUnmeasured(own, because: failure.description)
            result.metrics.setUnmeasured(MetricCatalogue.ofTime, because: failure.description)
            result.remarks = remarks + run.remarks
            return
        }
        let missing = recording.reasonWithout(run.requiredSensors)
        guard missing == nil, let positions = run.positions, let first = positions.times.first else {
            let reason = missing ?? "no fix, waypoint or program determined a position"
            result.metrics.setUnmeasured(own, because: reason)
            result.remarks = remarks + run.remarks
            return
        }
        if positions.nonFiniteCount > 0 { result.skipped["positions that are not finite"] = positions.nonFiniteCount }
        let start = recording.startOfAll ?? first
        measureTimes(positions.times, from: start, into: &result.metrics)
        if let clock = run.clock {
            if options.asks(for: MetricCatalogue.ofTime) {
                RunMeasurement.measureTime(clock, orientations: positions.times.count, into: &result.metrics)
            }
        } else {
            result.metrics.setUnmeasured(MetricCatalogue.ofTime, because: RunMeasurement.reasonWithoutTime)
        }
        switch reference {
        case .success(let reference) where reference.isSparse && positions.frame != nil:
            result.metrics.setUnmeasured(
                MetricCatalogue.ofLocationAgainstTruth,
                because: "waypoints are in metres of a floor plan whose latitude and longitude are unknown"
            )
            result.remarks = remarks
        case .success(let reference):
            let measurement = LocationMeasurement(
                positions,
                reference: reference,
                isInReferenceAxes: run.isInReferenceAxes,
                options: options
            )
            measurement.measure(startingAt: start, into: &result.metrics)
            if options.keepsSeries {
                result.series = measurement.series(from: start, columns: options.seriesColumns)
            }
            if measurement.withoutEstimate > 0 {
                result.skipped["reference positions before the first estimate"] = measurement.withoutEstimate
            }
            result.remarks = ["\(reference.remark); the latest estimate is compared"]
            result.remarks += [reference.fit?.warning, distanceWarning(result.metrics)].compactMap(\.self) + remarks
        case .failure(let unknown):
            result.metrics.setUnmeasured(MetricCatalogue.ofLocationAgainstTruth, because: unknown.reason)
            result.remarks = remarks
        case nil: break
        }
        result.remarks += ["\(positions.times.count) positions"] + run.remarks
    }

    /// The maximum plausible median error in metres. No receiver has a larger error.
    private static let implausibleError: Metres = 100_000

    /// Returns a warning if the estimates are in another part of the Earth than the reference; otherwise `nil`.
    private func distanceWarning(_ metrics: MetricValues) -> String? {
        guard let error = metrics[.locationErrorP50], error > Self.implausibleError else { return nil }
        let kilometres = DecimalText.fixed(error / 1000, decimals: 0)
        return
            "warning: the estimates are \(kilometres) km from the reference; check that latitude and longitude are not "
            + "swapped, and that both are in degrees"
    }

    /// The maximum age in seconds at which an estimate counts as available.
    private static let largestAge: Seconds = 10
    /// The maximum number of times, one per second, at which the age of the latest estimate is computed: about four
    /// months.
    private static let maximumSamples = 10_000_000

    /// Sets the metrics that need no reference: the time of the first estimate, and the age and availability of
    /// estimates.
    private func measureTimes(_ times: [Seconds], from start: Seconds, into metrics: inout MetricValues) {
        metrics.set(.firstLocation, to: times[0] - start)
        let count = Int(checked: ((recording.endOfAll ?? times[0]) - start).rounded(.down)) ?? 0
        guard count < Self.maximumSamples else {
            return metrics.setUnmeasured([.locationAvailable, .locationAgeP95], because: "the recording is too long")
        }
        var (next, available) = (0, 0)
        var ages: [Double] = []
        for second in 0...max(0, count) {
            let time = start + Double(second)
            while next < times.count, times[next] <= time { next += 1 }
            guard next > 0 else { continue }
            let age = time - times[next - 1]
            ages.append(age)
            if age <= Self.largestAge { available += 1 }
        }
        metrics.set(.locationAvailable, percent: available, of: max(0, count) + 1, orBecause: "no duration")
        guard !ages.isEmpty else {
            return metrics.setUnmeasured(.locationAgeP95, because: "the first estimate is less than 1 s before the end")
        }
        var order = OrderStatistics(ages)
        metrics.set(.locationAgeP95, to: order.quantile(0.95))
    }
}

extension EvaluationRun {
    /// A Boolean value that indicates whether the run is of a location pipeline.
    package var isOfLocation: Bool { metrics.note(for: .totalRMSE) == LocationEvaluation.reasonWithoutOrientation }
}
