public import Geodesy
public import Pipelines
import Recordings
public import SensorModel

/// The positions that a location pipeline estimated, oldest first.
public struct Positions: Sendable {
    /// The east, north, up frame of the positions; `nil` if the geographic position of its origin is unknown.
    public let frame: LocalTangentFrame?
    /// The times on the recording's clock, strictly increasing.
    public private(set) var times: [Seconds] = []
    /// The estimates, one for each time.
    public private(set) var estimates: [PositionEstimate] = []
    /// The number of estimates that were not stored, because they were not finite.
    public private(set) var nonFiniteCount = 0

    /// Creates an empty sequence of positions in a frame.
    public init(in frame: LocalTangentFrame?) { self.frame = frame }

    /// Appends the next estimate. If `time` is not later than the last time, the new estimate replaces the last one.
    public mutating func append(_ estimate: PositionEstimate, at time: Seconds) {
        guard estimate.position.isFinite else {
            nonFiniteCount += 1
            return
        }
        if let last = times.last, time <= last {
            estimates[estimates.count - 1] = estimate
        } else {
            times.append(time)
            estimates.append(estimate)
        }
    }

    /// Returns the estimate at an index as a fix, or `nil` if its geographic position is unknown.
    ///
    /// The fix has the claimed radius that contains 68 % of the errors, and the claimed standard deviation of the
    /// height.
    public func fix(at index: Int) -> LocationFix? {
        let estimate = estimates[index]
        guard let position = frame?.position(ofLocal: estimate.position).geodetic() else { return nil }
        return LocationFix(
            latitude: position.point.latitude,
            longitude: position.point.longitude,
            altitudeMetres: estimate.hasHeight ? position.height : nil,
            horizontalAccuracyMetres: estimate.radius,
            verticalAccuracyMetres: estimate.verticalDeviation
        )
    }
}

/// The run of a location pipeline over a recording, or positions that were read from a file of estimates.
struct LocationRun {
    /// The name and the parameters of the pipeline or estimates.
    let pipeline: EvaluationRun.PipelineSummary
    /// The streams of the recording that the pipeline needs; empty for estimates from a file.
    let requiredSensors: [SensorKind]
    /// The estimates; `nil` if there is no fix or waypoint that can be the origin of positions.
    let positions: Positions?
    /// A Boolean value that indicates whether a file or program provides the positions in the axes of the reference
    /// positions.
    let isInReferenceAxes: Bool
    /// The number of fixes, samples and rows that were not used, by reason.
    let skipped: [String: Int]
    let remarks: [String]
    /// The timer of the run; `nil` for estimates from a file.
    private(set) var clock: ComputeClock?
    /// The error with which a program stopped early; `nil` without an error.
    private(set) var failure: InputError?

    /// Creates the run of a pipeline over a recording without a usable fix.
    init(failing specification: LocationPipelineSpecification) {
        pipeline = EvaluationRun.PipelineSummary(specification)
        requiredSensors = specification.requiredSensors
        (positions, isInReferenceAxes, skipped, remarks, clock) = (nil, false, [:], [], ComputeClock())
    }

    /// Converts positions from a file of estimates. O(positions).
    ///
    /// - Parameters:
    ///   - run: the estimates.
    ///   - rows: the positions of the estimates.
    ///   - reference: the true positions; `nil` without a reference. Estimates in metres are in the axes of the true
    ///     positions.
    init(_ run: EstimateRun, _ rows: EstimateFile.Rows<EstimatedPosition>, reference: PositionReference?) {
        let first = rows.values.lazy.compactMap { value in
            if case .geodetic(let fix) = value { GeodeticPosition(fix, heightIfMissing: 0) } else { nil }
        }.first
        var isLocal = false
        if case .local? = rows.values.first { isLocal = true }
        let origin = reference?.origin ?? first
        let frame = origin.map { LocalTangentFrame(at: $0) }
        var (positions, invalid) = (Positions(in: frame), 0)
        for (time, value) in zip(rows.times, rows.values) {
            guard var estimate = PositionEstimate(value, in: frame, heightIfMissing: origin?.height ?? 0) else {
                invalid += 1
                continue
            }
            if isLocal { estimate.apply(reference?.fit) }
            positions.append(estimate, at: time)
        }
        pipeline = run.pipeline
        requiredSensors = []
        self.positions = positions
        isInReferenceAxes = isLocal
        skipped = run.leftOut.merging(invalid > 0 ? ["positions that are not on the Earth": invalid] : [:]) { $0 + $1 }
        remarks = run.remarks
    }

    /// Runs the pipeline. O(fixes + poses), or O(fixes + poses + samples) if the pipeline detects the steps of a
    /// walker.
    ///
    /// - Parameters:
    ///   - specification: the pipeline.
    ///   - recording: the recording.
    ///   - origin: the origin of the positions; `nil` to start at the recording's first waypoint.
    ///   - reference: the true positions; `nil` without a reference. Estimates in metres are in the axes of the true
    ///     positions.
    ///   - isThorough: whether a program repeats part of its run as a check; see `OutsideLocator`.
    /// - Throws: `InputError` if the layout contains invalid parameters of the estimator that `pdr` uses.
    init(
        _ specification: LocationPipelineSpecification,
        over recording: Recording,
        from origin: GeodeticPosition?,
        reference: PositionReference? = nil,
        isThorough: Bool = false
    ) throws(InputError) {
        var fitted = specification
        if let heading = specification.heading { fitted.heading = try recording.fitted(heading) }
        var pipeline = LocationPipeline(
            fitted,
            origin: origin,
            rates: recording.sensorRates,
            declination: recording.declination
        )
        var positions = Positions(in: pipeline.frame)
        let begin = ContinuousClock.now
        let isLocal = specification.program?.isLocal ?? false
        let fit = isLocal ? reference?.fit : nil
        let store = { (time: Seconds, estimate: PositionEstimate) in
            var estimate = estimate
            estimate.apply(fit)
            positions.append(estimate, at: time)
        }
        // Without its required streams, a program would wait forever.
        if recording.missing(specification.requiredSensors).isEmpty {
            Self.pass(recording, to: &pipeline, emit: store)
            pipeline.finish(isThorough: isThorough, store: store)
        }
        clock = pipeline.outsideTime.map(ComputeClock.init) ?? ComputeClock(wholeRun: begin.duration(to: .now))
        failure = pipeline.failure
        self.pipeline = EvaluationRun.PipelineSummary(specification)
        requiredSensors = specification.requiredSensors
        self.positions = positions
        isInReferenceAxes = isLocal
        skipped = Self.skips(of: pipeline)
        let turn = pipeline.locator.map { locator -> String in
            let turn = locator.aligner.turn
            return turn == .none
                ? "the scene was not rotated, because the fixes did not determine its yaw"
                : "the scene was rotated by \(DecimalText.fixed(turn.clockwise.degrees, decimals: 1))° at the end"
        }
        remarks =
            [turn, pipeline.steps.map { "\($0.count) steps" }, Self.calibration(of: pipeline)].compactMap(\.self)
            + pipeline.remarks
    }

    /// Returns a description of the walker's direction and step length as determined from location fixes, for readers
    /// of a report. Returns `nil` for pipelines without such a calibration.
    private static func calibration(of pipeline: LocationPipeline) -> String? {
        pipeline.calibration.map { found in
            let offset = DecimalText.fixed(found.offset.degrees, decimals: 0)
            let deviation = DecimalText.fixed(found.offsetDeviation.degrees, decimals: 0)
            let scale = DecimalText.fixed(found.scale, decimals: 2)
            return "at the end, the walker moves \(offset)° ± \(deviation)° clockwise of the device, and steps are "
                + "\(scale) ± \(DecimalText.fixed(found.scaleDeviation, decimals: 2)) times as long as estimated"
        }
    }

    private static func pass(
        _ recording: Recording,
        to pipeline: inout LocationPipeline,
        emit: (Seconds, PositionEstimate) -> Void
    ) {
        let specification = pipeline.specification
        let sensors = specification.requiredSensors
        let readsFixes = specification.program == nil ? pipeline.frame != nil : sensors.contains(.location)
        let fixes = readsFixes ? recording.location ?? SensorStream() : SensorStream()
        let poses = sensors.contains(.pose) ? recording.pose ?? SensorStream() : SensorStream()
        var frames = FrameMerge(recording)
        var frame = sensors.contains { $0 != .location && $0 != .pose } ? frames.next() : nil
        var start = pipeline.frame == nil ? recording.firstWaypoint : nil
        var (fix, pose) = (0, 0)
        while true {
            let nextFix = fix < fixes.count ? fixes.times[fix] : .infinity
            let nextPose = pose < poses.count ? poses.times[pose] : .infinity
            let nextFrame = frame?.time ?? .infinity
            let time = min(nextFix, nextPose, nextFrame)
            if let waypoint = start, waypoint.time <= time {
                start = nil
                if let estimate = pipeline.start(at: waypoint.position) { emit(waypoint.time, estimate) }
            }
            guard time < .infinity else { return }
            let estimate: PositionEstimate?
            if nextPose == time {
                estimate = pipeline.process(poses.values[pose], at: time)
                pose += 1
            } else if nextFrame == time, let samples = frame {
                estimate = pipeline.process(samples)
                frame = frames.next()
            } else {
                estimate = pipeline.process(fixes.values[fix], at: time)
                fix += 1
            }
            if let estimate { emit(time, estimate) }
        }
    }

    private static func skips(of pipeline: LocationPipeline) -> [String: Int] {
        let filters = pipeline.skips
        let counts = [
            "fixes: dropped as inaccurate": pipeline.gate.dropped,
            "fixes: closer than reportDistance": pipeline.gate.near,
            "fixes: no valid location, or not later": pipeline.gate.unusable,
            "positionKalman: outliers": pipeline.kalman?.outliers ?? 0,
            "positionKalman: restarts after a gap": pipeline.kalman?.restarts ?? 0,
            "poses: fixes without a recent pose": pipeline.locator?.fixesWithoutPose ?? 0,
            "poses: fixes without location or accuracy": pipeline.locator?.unusableFixes ?? 0,
            "pdr: samples that are not finite or not later": pipeline.steps?.skipped ?? 0,
            "pdr: steps without a direction": pipeline.undirectedSteps,
            "filters: skipped": filters.nonFinite + filters.zero + filters.notLater,
            "filters: restarts after a gap": filters.restarts,
            "\(pipeline.specification.stageName(at: 0)): unusable samples": pipeline.unusableSamples,
            "\(pipeline.specification.stageName(at: 0)): positions that are not on the Earth": pipeline
                .invalidPositions,
        ]
        return counts.filter { $0.value > 0 }
    }
}

extension PositionEstimate {
    /// Converts a position in the axes of the reference to east, north and up.
    fileprivate mutating func apply(_ fit: PositionFit?) {
        guard let fit else { return }
        position = fit.apply(position)
        if !hasHeight { position.z = 0 }
    }
}

extension Recording {
    /// The assumed standard deviation of a waypoint in metres. Surveyors mark waypoints on a floor plan.
    private static let waypointDeviation: Metres = 0.5

    /// The first waypoint as an estimate, with its time; `nil` without waypoints.
    fileprivate var firstWaypoint: (time: Seconds, position: PositionEstimate)? {
        guard let time = waypoints?.times.first, let waypoint = waypoints?.values.first else { return nil }
        let estimate = PositionEstimate(
            position: waypoint.position,
            hasHeight: waypoint.height != nil,
            horizontalDeviation: Self.waypointDeviation,
            verticalDeviation: waypoint.height.map { _ in Self.waypointDeviation }
        )
        return (time, estimate)
    }
}

extension Waypoint {
    /// The position in metres, with the height as the third component. An unknown height becomes 0.
    var position: Vector3 { Vector3(x, y, height ?? 0) }
}
