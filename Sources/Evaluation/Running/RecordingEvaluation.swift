public import Pipelines
public import Recordings
public import SensorModel

/// The evaluation of pipelines over one recording.
///
/// ```swift
/// let pipelines = [try PipelineSpecification(parsing: "madgwick:beta=0.1")]
/// let outcomes = try RecordingEvaluation.evaluate(recording, pipelines: pipelines)
/// print(outcomes[0].run.metrics[.totalRMSE] ?? .nan)
/// ```
public enum RecordingEvaluation {
    /// The results of one run, with the estimated orientations if requested.
    public struct Outcome: Sendable {
        /// The results of the run.
        public var run: EvaluationRun
        /// The estimated orientations; empty unless `keepsEstimates` is `true`.
        public var estimates: Estimates
        /// The estimated positions of a location pipeline; `nil` for other subjects, and if `keepsEstimates` is
        /// `false`.
        public var positions: Positions?
        /// The error that made estimates from a file unusable; `nil` without such an error.
        public var failure: InputError?
    }

    /// The number of sensor frames that each pipeline processes at a time. These frames fit into the processor's cache.
    private static let chunk = 4_096
    /// The maximum number of orientations that simultaneous pipelines store together, at 40 bytes each. If outcomes
    /// keep their orientations, there is no limit.
    private static let maximumOrientations = 1 << 20

    /// Runs pipelines over a recording and measures the runs. O(pipelines · samples).
    ///
    /// - Parameters:
    ///   - original: the recording.
    ///   - specifications: the pipelines.
    ///   - options: the options of the evaluation.
    ///   - keepsEstimates: whether outcomes keep their orientations. Without orientations, memory does not grow with
    ///     the number of pipelines.
    /// - Returns: outcomes in the order of `specifications`.
    /// - Throws: `InputError` if the recording's layout contains invalid parameters of an estimator.
    public static func evaluate(
        _ original: Recording,
        pipelines specifications: [PipelineSpecification],
        options: EvaluationOptions = EvaluationOptions(),
        keepsEstimates: Bool = true
    ) throws(InputError) -> [Outcome] {
        try evaluate(
            original,
            subjects: specifications.map(EvaluationSubject.pipeline),
            options: options,
            keepsEstimates: keepsEstimates
        )
    }

    /// Runs pipelines and AR systems over a recording and measures the runs.
    ///
    /// The estimates of an AR system are the orientations for which it draws its pictures, sampled at the display rate.
    /// Each picture is shown until the system draws the next picture.
    ///
    /// Estimates in a folder are read from the file that is named after the recording. A run without usable estimates
    /// has a failure and no metric values.
    ///
    /// - Parameters:
    ///   - original: the recording.
    ///   - subjects: the pipelines, AR systems and sources of estimates.
    ///   - scene: the places to draw and the user's position, for AR systems.
    ///   - options: the options of the evaluation.
    ///   - keepsEstimates: whether outcomes keep their orientations.
    /// - Returns: outcomes in the order of `subjects`.
    /// - Throws: `InputError` if the recording's layout contains invalid parameters of an estimator.
    public static func evaluate(
        _ original: Recording,
        subjects: [EvaluationSubject],
        scene: SystemScene = SystemScene(),
        options: EvaluationOptions = EvaluationOptions(),
        keepsEstimates: Bool = true
    ) throws(InputError) -> [Outcome] {
        let prepared = PreparedRecording(original, options: options)
        return try evaluate(
            prepared,
            subjects: subjects,
            scene: scene,
            options: options,
            keepsEstimates: keepsEstimates
        )
    }

    /// Evaluates subjects over a prepared recording.
    ///
    /// - Parameters:
    ///   - prepared: the prepared recording.
    ///   - file: the name of the recording's file or folder without its extension; `nil` for a recording in memory.
    ///   - subjects: the pipelines, AR systems and sources of estimates.
    ///   - scene: the places to draw and the user's position, for AR systems.
    ///   - options: the options of the evaluation.
    ///   - keepsEstimates: whether outcomes keep their orientations.
    /// - Returns: outcomes in the order of `subjects`.
    /// - Throws: `InputError` if the recording's layout contains invalid parameters of an estimator.
    static func evaluate(
        _ prepared: PreparedRecording,
        file: String? = nil,
        subjects: [EvaluationSubject],
        scene: SystemScene,
        options: EvaluationOptions,
        keepsEstimates: Bool
    ) throws(InputError) -> [Outcome] {
        let recording = prepared.recording
        let rates = recording.sensorRates
        let expected = recording.maximumSamplesOfASensor
        let stage = try SceneOnRecording(scene, prepared)
        let isTimed = options.asks(for: MetricCatalogue.ofTime)
        let hasSystems = subjects.contains { if case .system = $0 { true } else { false } }
        let measurement = RunMeasurement(prepared, options: options, hasSystems: hasSystems)
        let hasLocations = subjects.contains(where: \.mayHavePositions)
        let locations = LocationEvaluation(prepared, options: options, isNeeded: hasLocations)
        let together = keepsEstimates ? subjects.count : max(1, maximumOrientations / max(1, recording.sampleCount))
        var outcomes: [Outcome] = []
        outcomes.reserveCapacity(subjects.count)
        // Pipelines driven by the same sensor have the same times.
        var shared: SharedTimes?
        for start in stride(from: 0, to: subjects.count, by: max(1, together)) {
            let group = subjects[start..<min(start + together, subjects.count)]
            var runs = try group.map { subject throws(InputError) -> SubjectRun in
                switch subject {
                case .pipeline(let specification):
                    let filled = try recording.fitted(specification)
                    let pipeline = Pipeline(filled, rates: rates, declination: recording.declination)
                    return SubjectRun(pipeline: PipelineRun(pipeline, isTimed: isTimed, expecting: expected))
                case .system(let system):
                    let filled = try recording.fitted(system)
                    return SubjectRun(
                        system: stage.run(filled, places: stage.places(of: filled), options: options)
                    )
                case .estimate(let source):
                    let names = [recording.name, file].compactMap(\.self)
                    let run = EstimateRun(source, of: prepared, named: names)
                    return locations.run(run).map { SubjectRun(location: $0) } ?? SubjectRun(estimate: run)
                case .location(let specification):
                    return SubjectRun(location: try locations.run(specification, isThorough: true))
                }
            }
            let summary = prepared.summary(samples: pass(recording, to: &runs))
            for index in runs.indices {
                var outcome =
                    runs[index].location.map { locations.measure($0, of: summary) }
                    ?? measure(runs[index], of: summary, measurement, stage, sharing: &shared)
                runs[index] = SubjectRun()
                if !keepsEstimates { (outcome.estimates, outcome.positions) = (Estimates(), nil) }
                outcomes.append(outcome)
            }
        }
        return outcomes
    }

    private static func measure(
        _ run: SubjectRun,
        of summary: EvaluationRun.RecordingSummary,
        _ measurement: RunMeasurement,
        _ stage: SceneOnRecording,
        sharing shared: inout SharedTimes?
    ) -> Outcome {
        if var system = run.system {
            system.finish()
            let run = measurement.measure(system, on: stage, of: summary)
            return Outcome(run: run, estimates: system.meter.shown)
        }
        if let estimate = run.estimate {
            let run = measurement.measure(estimate, of: summary, sharing: &shared)
            return Outcome(run: run, estimates: estimate.estimates, failure: estimate.failure)
        }
        guard let pipeline = run.pipeline else { preconditionFailure("a run has a subject") }
        let measured = measurement.measure(pipeline, of: summary, sharing: &shared)
        return Outcome(run: measured, estimates: pipeline.estimates)
    }

    /// The run of one subject: a pipeline, an AR system, a location pipeline, or estimates from a file. Exactly one
    /// property is set.
    ///
    /// The type is not an enumeration, because an enumeration would copy the run at each mutation.
    private struct SubjectRun {
        var pipeline: PipelineRun?
        var system: SystemRun?
        var estimate: EstimateRun?
        var location: LocationRun?
    }

    /// Passes all frames of the recording to every run.
    ///
    /// - Returns: the number of frames.
    private static func pass(_ recording: Recording, to runs: inout [SubjectRun]) -> Int {
        var frames: [SensorFrame] = []
        frames.reserveCapacity(chunk)
        var count = 0
        var merge = FrameMerge(recording)
        repeat {
            frames.removeAll(keepingCapacity: true)
            merge.append(chunk, to: &frames)
            for index in runs.indices {
                runs[index].pipeline?.process(frames)
                runs[index].system?.process(frames)
            }
            count += frames.count
        } while !frames.isEmpty
        for index in runs.indices { runs[index].pipeline?.finish(isThorough: true) }
        return count
    }
}

/// The orientations that a pipeline estimated, oldest first.
public struct Estimates: Sendable, Hashable {
    /// The times on the recording's clock, strictly increasing.
    public private(set) var times: [Seconds] = []
    /// The orientations, device → Earth (East, North, Up).
    public private(set) var orientations: [UnitQuaternion] = []
    /// The number of orientations that were not stored, because they were not finite.
    public private(set) var nonFiniteCount = 0

    /// Creates an empty sequence of estimates.
    public init() {}

    /// The number of stored orientations.
    public var count: Int { times.count }

    /// Reserves capacity for a number of further orientations.
    mutating func reserve(_ additional: Int) {
        times.reserveCapacity(times.count + additional)
        orientations.reserveCapacity(orientations.count + additional)
    }

    /// Appends the next orientation. If `time` is not later than the last orientation's time, the new orientation
    /// replaces the last orientation, because it is computed from more samples.
    public mutating func append(_ orientation: UnitQuaternion, at time: Seconds) {
        guard (orientation.w + orientation.x + orientation.y + orientation.z).isFinite else {
            nonFiniteCount += 1
            return
        }
        if let last = times.last, time <= last {
            orientations[orientations.count - 1] = orientation
        } else {
            times.append(time)
            orientations.append(orientation)
        }
    }
}

extension Estimates {
    /// Returns the orientations in each period of rest, with their spherical mean. Periods with fewer than two
    /// orientations are omitted.
    ///
    /// - Parameter rests: the periods of rest as disjoint ranges of time in ascending order, such as
    ///   ``ReferenceMotion/rests``.
    func grouped(
        byRests rests: [ClosedRange<Seconds>]
    ) -> [(mean: UnitQuaternion, orientations: ArraySlice<UnitQuaternion>)] {
        times.indices(within: rests).compactMap { rest in
            let inside = orientations[rest]
            guard inside.count > 1, let mean = SphericalMean.mean(of: inside) else { return nil }
            return (mean, inside)
        }
    }
}

/// The run of one pipeline over a recording: the estimates so far and the computing time.
package struct PipelineRun {
    private(set) var pipeline: Pipeline
    package private(set) var estimates = Estimates()
    /// The timer of the run; `nil` if computing time is not measured.
    private(set) var clock: ComputeClock?
    /// The heading accuracies that the estimator claims, at most ten per second.
    private(set) var headingClaims = HeadingClaims()

    /// Creates a run.
    ///
    /// - Parameters:
    ///   - pipeline: the pipeline.
    ///   - isTimed: whether to measure the computing time.
    ///   - expected: the expected number of estimates.
    package init(_ pipeline: Pipeline, isTimed: Bool = true, expecting expected: Int = 0) {
        self.pipeline = pipeline
        clock = isTimed ? ComputeClock() : nil
        estimates.reserve(expected)
    }

    /// Creates a run from the pictures that an AR system showed. The estimates are the orientations of these pictures.
    init(shownBy run: SystemRun) {
        pipeline = run.replay.pipeline
        estimates = run.meter.shown
        clock = run.clock
    }

    /// Processes the frames in blocks that are long enough to be timed.
    package mutating func process(_ frames: [SensorFrame]) {
        guard var length = clock?.blockLength else {
            return pass(frames[...])
        }
        var start = 0
        while start < frames.count {
            let end = min(start + length, frames.count)
            let before = estimates.count
            let begin = ContinuousClock.now
            pass(frames[start..<end])
            clock?.add(begin.duration(to: .now), count: estimates.count - before)
            length = clock?.blockLength ?? length
            start = end
        }
    }

    /// Ends the run after the last frame.
    ///
    /// - Parameter isThorough: whether an external estimator runs a part of the recording again, as a check.
    package mutating func finish(isThorough: Bool) {
        let begin = ContinuousClock.now
        pipeline.finish(isThorough: isThorough) { estimates.append($1, at: $0) }
        guard clock != nil else { return }
        if pipeline.specification.isOffline {
            clock = ComputeClock(wholeRun: begin.duration(to: .now))
        } else if let time = pipeline.outsideTime {
            clock = ComputeClock(time)
        }
    }

    private mutating func pass(_ frames: ArraySlice<SensorFrame>) {
        // An iterator would copy each frame.
        for index in frames.indices {
            pipeline.process(frames[index]) { estimates.append($1, at: $0) }
            headingClaims.append(pipeline.headingDeviation, at: frames[index].time)
        }
    }
}

/// The properties of a run, without the estimated orientations.
struct RunSummary {
    /// The pipeline; `nil` for estimates from a file.
    var specification: PipelineSpecification?
    /// The name and the parameters of the pipeline or estimates, as written to results.
    let pipeline: EvaluationRun.PipelineSummary
    /// The number of rows that were skipped in a file of estimates, by reason.
    var leftOut: [String: Int] = [:]
    /// The error that made estimates from a file unusable; `nil` without such an error.
    var fileFailure: InputError?
    /// The sensors whose samples trigger an orientation estimate.
    var drivers: [SensorKind] = []
    /// The numbers of skipped samples, with the name of the filter or estimator that skipped them.
    var skips: [(stage: String, counts: SkipCounts)] = []
    /// The number of samples of the ``drivers`` for which no orientation was estimated.
    var withoutOrientation = 0
    /// The heading accuracies that the estimator claims.
    var headingClaims = HeadingClaims()
    /// The number of finite orientations.
    let orientations: Int
    /// The number of orientations that were not finite.
    var nonFinite = 0
    /// The timer of the run; `nil` if computing time was not measured.
    var clock: ComputeClock?
    /// The error that stopped an external estimator early; `nil` without an error.
    var failure: InputError?
    /// The remarks on estimates from a file, or on the run of an external estimator.
    let remarks: [String]

    init(_ run: PipelineRun) {
        specification = run.pipeline.specification
        pipeline = EvaluationRun.PipelineSummary(run.pipeline.specification)
        drivers = run.pipeline.drivers
        skips = run.pipeline.skips
        withoutOrientation = run.pipeline.withoutOrientation
        headingClaims = run.headingClaims
        orientations = run.estimates.count
        nonFinite = run.estimates.nonFiniteCount
        clock = run.clock
        failure = run.pipeline.failure
        remarks = run.pipeline.remarks
    }

    /// Creates the properties of estimates from a file.
    init(_ run: EstimateRun) {
        pipeline = run.pipeline
        leftOut = run.leftOut
        remarks = run.remarks
        fileFailure = run.failure
        orientations = run.estimates.count
    }
}

extension EvaluationRun.PipelineSummary {
    init(_ specification: some PipelineDescription) {
        self.init(name: specification.text, parameters: specification.parameters)
    }
}
