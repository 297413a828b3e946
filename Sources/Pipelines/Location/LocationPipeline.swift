public import Geodesy
import SensorFilters
public import SensorModel

/// A running location pipeline that computes positions from fixes, poses and steps in one causal pass.
///
/// The type has value semantics: a copy of a pipeline includes its state. However, if a program computes the positions,
/// all copies share it.
///
/// ```swift
/// var pipeline = LocationPipeline(specification, origin: firstFix)
/// let estimate = pipeline.process(fix, at: 3.0)
/// ```
public struct LocationPipeline: Sendable {
    /// The specification of the pipeline.
    public let specification: LocationPipelineSpecification
    /// The frame in which positions are east, north and up; `nil` if the pipeline has no origin on the Earth.
    public let frame: LocalTangentFrame?
    /// The gate that accepts or rejects fixes, and counts them.
    public private(set) var gate: LocationGate
    /// The Kalman filter of the fixes; `nil` without the stage `positionKalman`.
    public private(set) var kalman: PositionKalman?
    /// The locator that converts poses to positions on the Earth; `nil` without the stage `poses`.
    public private(set) var locator: SceneLocator?
    private var walk: DeadReckoning?
    private var walker: WalkKalman?
    private let keepsFirstFix: Bool
    private var anchor: SceneAnchor?
    private var turn = SceneTurn.none
    private var pose: Vector3?
    private var filters: FilterChain<Vector3>?
    private let originHeight: Metres
    private let outside: (any OutsideLocator)?
    /// The number of positions from a program that are not valid positions on the Earth.
    package private(set) var invalidPositions = 0

    /// Creates a pipeline in its initial state.
    ///
    /// - Parameters:
    ///   - specification: the description of the pipeline.
    ///   - origin: the position from which east, north and up are measured. With `nil`, fixes are ignored, and the
    ///     source `pdr` starts at a waypoint; see ``start(at:)``.
    ///   - rates: the mean rates of the recorded streams, for the orientation estimator of the source `pdr`.
    ///   - declination: the magnetic declination, east positive, for the orientation estimator of the source `pdr`;
    ///     `nil` if unknown.
    public init(
        _ specification: LocationPipelineSpecification,
        origin: GeodeticPosition?,
        rates: [SensorKind: Hertz] = [:],
        declination: Angle? = nil
    ) {
        self.specification = specification
        frame = origin.map { LocalTangentFrame(at: $0) }
        originHeight = origin?.height ?? 0
        outside = specification.program?.make(specification.sourceValues)
        let values = specification.sourceValues
        gate = LocationGate(
            maximumSpeed: values.number("maximumSpeed"),
            reportDistance: values.number("reportDistance"),
            worstAccuracy: values.number("accuracyLimit")
        )
        kalman = specification.kalman.map(PositionKalman.init)
        filters = specification.filters
        keepsFirstFix = specification.heading != nil && values.word("anchor") == LocationStage.Start.first.rawValue
        if let heading = specification.heading {
            walk = DeadReckoning(
                heading: Pipeline(heading, rates: rates, declination: declination),
                detector: StepDetector.Parameters(values),
                turn: Angle(degrees: values.number("headingOffset") ?? 0)
            )
            walker = WalkKalman(WalkKalman.Parameters(values))
        }
        guard specification.source == .poses else { return }
        let choice = values.word("anchor").flatMap(LocationStage.Anchor.init) ?? .best
        var parameters = SceneLocator.Parameters(tracking: values)
        if choice == .last { parameters.best.capacity = 1 }
        locator = SceneLocator(parameters)
        if choice == .kalman {
            anchor = SceneAnchor(
                drift: values.number("drift") ?? 0,
                missingAccuracy: values.number("missingAccuracy") ?? 0
            )
        }
    }

    /// The counts of samples that filters skipped.
    public var skips: SkipCounts { filters?.skips ?? SkipCounts() }

    /// The detector of a walker's steps; `nil` without the stage `pdr`.
    public var steps: StepDetector? { walk?.detector }
    /// The number of steps that were ignored because their direction was unknown.
    public var undirectedSteps: Int { walk?.undirected ?? 0 }

    /// Sets the initial position of the walker of `pdr`, and returns it as the first estimate.
    ///
    /// The method has no effect and returns `nil` if the pipeline has no stage `pdr`, or if the walker already has a
    /// position.
    public mutating func start(at position: PositionEstimate) -> PositionEstimate? {
        walker?.isLocated ?? true ? nil : walker?.start(at: position)
    }

    /// The calibration of a walker from fixes; `nil` unless the source is `pdr:anchor=kalman`.
    ///
    /// `offset` is the clockwise angle from the direction of the device to the direction of travel. `scale` is the
    /// scale of step lengths. Both have a standard deviation.
    package var calibration: (offset: Angle, offsetDeviation: Angle, scale: Double, scaleDeviation: Double)? {
        guard !keepsFirstFix, var found = walker?.calibration else { return nil }
        found.offset = (found.offset + Angle(degrees: specification.sourceValues.number("headingOffset") ?? 0)).wrapped
        return found
    }

    /// The number of samples that a program does not receive, because they are unusable.
    package var unusableSamples: Int {
        outside.map { $0.skips.nonFinite + $0.skips.zero + $0.skips.notLater } ?? 0
    }

    /// The error that stopped a program, or the error of `pdr` if its estimator returns orientations too late; `nil` if
    /// there was no error.
    public var failure: InputError? { outside?.failure ?? walk?.failure }
    /// Remarks about the run of a program.
    public var remarks: [String] { outside?.remarks ?? [] }
    /// The computing time that a program reports; `nil` if the caller must measure the time.
    public var outsideTime: OutsideTime? { outside?.time }

    /// Ends the run after the last sample, and calls `store` with the positions that a program computes only at the
    /// end.
    ///
    /// - Parameters:
    ///   - isThorough: whether a program repeats part of its run as a check; see `OutsideLocator`.
    ///   - store: a closure that receives the remaining estimates with their times.
    public mutating func finish(isThorough: Bool, store: (Seconds, PositionEstimate) -> Void) {
        walk?.finish()
        for (time, position) in outside?.finish(isThorough: isThorough) ?? [] {
            if let estimate = converted(position, at: time) { store(time, estimate) }
        }
    }

    /// Converts a program's position to an estimate, and returns the estimate after the filters.
    private mutating func converted(_ position: EstimatedPosition, at time: Seconds) -> PositionEstimate? {
        guard let estimate = PositionEstimate(position, in: frame, heightIfMissing: originHeight) else {
            invalidPositions += 1
            return nil
        }
        return filtered(estimate, at: time)
    }

    /// Processes the samples that have the same time. Returns the estimate if a step ended or a program answered, and
    /// `nil` otherwise.
    ///
    /// Only the source `pdr` and programs use samples.
    public mutating func process(_ samples: SensorFrame) -> PositionEstimate? {
        if let outside { return outside.process(samples).flatMap { converted($0, at: samples.time) } }
        guard let step = walk?.process(samples) else { return nil }
        return walker?.advance(by: step).flatMap { filtered($0, at: samples.time) }
    }

    /// Processes a fix, and returns the estimate at its time; `nil` if the fix does not lead to a position.
    ///
    /// Fixes and poses must be in order of time. If a pose and a fix have the same time, the pose must come first.
    public mutating func process(_ fix: LocationFix, at time: Seconds) -> PositionEstimate? {
        if let outside { return outside.process(fix, at: time).flatMap { converted($0, at: time) } }
        guard gate.admits(fix, at: time), let measured = measured(fix) else { return nil }
        if let isLocated = walker?.isLocated {
            guard !keepsFirstFix || !isLocated else { return nil }
            let estimate = keepsFirstFix ? walker?.start(at: measured) : walker?.correct(with: measured)
            return estimate.flatMap { filtered($0, at: time) }
        }
        guard locator != nil else {
            return filtered(kalman?.update(measured, at: time) ?? measured, at: time)
        }
        _ = locator?.process(fix, at: time)
        followTurn()
        return anchor == nil ? nil : anchor?.correct(with: measured).flatMap { filtered($0, at: time) }
    }

    /// Processes a pose, and returns the estimate at its time; `nil` before the first usable fix.
    public mutating func process(_ pose: Pose, at time: Seconds) -> PositionEstimate? {
        if let outside { return outside.process(pose, at: time).flatMap { converted($0, at: time) } }
        guard pose.position.isFinite, locator != nil else { return nil }
        self.pose = pose.position
        _ = locator?.process(pose, at: time)
        followTurn()
        if anchor != nil {
            return anchor?.advance(to: Self.enu(turn.rotate(pose.position))).flatMap { filtered($0, at: time) }
        }
        guard let frame, let point = locator?.point,
            let position = GeodeticPosition(point: point, height: originHeight)
        else {
            return nil
        }
        var local = frame.local(position)
        local.z = 0
        return filtered(PositionEstimate(position: local, hasHeight: false), at: time)
    }

    /// Adopts a new rotation of the scene without moving the current position.
    private mutating func followTurn() {
        guard let new = locator?.aligner.turn, new != turn, let pose else { return }
        turn = new
        anchor?.rotate(to: Self.enu(turn.rotate(pose)))
    }

    private mutating func filtered(_ estimate: PositionEstimate, at time: Seconds) -> PositionEstimate? {
        guard filters != nil else { return estimate }
        guard let position = filters?.update(estimate.position, at: time) else { return nil }
        var result = estimate
        result.position = position
        return result
    }

    private func measured(_ fix: LocationFix) -> PositionEstimate? {
        frame.flatMap { PositionEstimate(fix, in: $0, heightIfMissing: originHeight) }
    }

    /// Converts a position from the scene's axes (X east, Y up, Z south) to east, north, up.
    private static func enu(_ position: Vector3) -> Vector3 { Vector3(position.x, -position.z, position.y) }
}
