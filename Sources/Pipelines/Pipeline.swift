import SensorFilters
public import SensorModel

/// A running pipeline that computes orientations from sensor frames in one causal pass.
///
/// The type has value semantics: a copy of a pipeline includes the state of all stages.
///
/// ```swift
/// var pipeline = Pipeline(try PipelineSpecification(parsing: "madgwick"), rates: rates, declination: nil)
/// for frame in frames {
///     if let orientation = pipeline.process(frame) { print(orientation) }
/// }
/// ```
public struct Pipeline: Sendable {
    private typealias SensorFilter = (sensor: SensorKind, name: String, filter: any Filter<Vector3>)

    /// The stages and parameters of the pipeline.
    public let specification: PipelineSpecification
    /// The sensor whose samples trigger orientations. With `driver=any`, this property is the first element of
    /// ``drivers``.
    public let driver: SensorKind
    private let otherDrivers: [SensorKind]
    /// The number of usable samples of the driving sensors that produced no orientation, for example before the first
    /// orientation or after a gap.
    public private(set) var withoutOrientation = 0

    private let declination: Angle?
    private let northTurn: UnitQuaternion?
    private var inputStages: [any StreamStage]
    // Buffers for the frames between input stages, reused to avoid allocations.
    private var frames: [SensorFrame] = []
    private var passed: [SensorFrame] = []
    private var sensorFilters: [SensorFilter]
    private var headingFilters: [(name: String, filter: HeadingReadingFilter)]
    private var estimator: any OrientationEstimator
    /// The estimator if it runs outside Sextant, as a program or a library; otherwise `nil`.
    private let outside: (any OutsideEstimator)?
    private var orientationFilters: [(name: String, filter: any Filter<UnitQuaternion>)]

    /// Creates a pipeline in its initial state.
    ///
    /// - Parameters:
    ///   - specification: the stages and parameters.
    ///   - rates: the mean rates of the recorded streams, which determine the default driving sensor.
    ///   - declination: the magnetic declination at the place and time of the recording, east positive. The declination
    ///     converts estimates and headings from magnetic to true north. With `nil`, they are not converted.
    public init(_ specification: PipelineSpecification, rates: [SensorKind: Hertz], declination: Angle?) {
        let entry = specification.estimator.entry
        self.specification = specification
        self.inputStages = specification.makeInput(isCompassRecorded: rates[.heading] != nil)
        let isDrivenByAny = specification.estimator.isDrivenByAny
        self.driver =
            isDrivenByAny
            ? entry.advancedBy[0]
            : specification.estimator.driver ?? entry.defaultDriver(rates: specification.ratesRead(rates))
        self.otherDrivers = isDrivenByAny ? Array(entry.advancedBy.dropFirst()) : []
        self.declination = declination
        self.northTurn = declination.flatMap(specification.northTurn)
        let estimator = entry.make(specification.estimator.values, drivers: [driver] + otherDrivers)
        self.estimator = estimator
        self.outside = estimator as? any OutsideEstimator
        self.sensorFilters = specification.sensorFilters.flatMap { stage -> [SensorFilter] in
            guard case .vector(let filter) = stage.prototype else { return [] }
            let sensors = stage.sensor.map { [$0] } ?? entry.sensors.filter(SensorKind.vectors.contains)
            return sensors.map { ($0, stage.entry.name, filter) }
        }
        self.headingFilters = specification.sensorFilters.compactMap { stage in
            guard case .heading(let filter) = stage.prototype else { return nil }
            return (stage.entry.name, filter)
        }
        self.orientationFilters = specification.orientationFilters.map { ($0.entry.name, $0.prototype) }
    }

    /// Processes the samples that have the same time.
    ///
    /// If the pipeline resamples with `method=hold`, one frame can produce several orientations. This method returns
    /// only the last of them; ``process(_:store:)`` provides all of them with their times.
    ///
    /// - Returns: The orientation, device → Earth (East, North, Up). The result is `nil` if no driving sensor has a
    ///   sample in the frame, or if the samples so far do not determine an orientation.
    public mutating func process(_ frame: SensorFrame) -> UnitQuaternion? {
        guard !inputStages.isEmpty else { return advance(to: frame) }
        var last: UnitQuaternion?
        process(frame) { last = $1 }
        return last
    }

    /// Processes the samples that have the same time, and passes each new orientation with its time to `store`, in
    /// order of time.
    public mutating func process(_ frame: SensorFrame, store: (Seconds, UnitQuaternion) -> Void) {
        guard !inputStages.isEmpty else {
            if let orientation = advance(to: frame) { store(frame.time, orientation) }
            return
        }
        frames.removeAll(keepingCapacity: true)
        frames.append(frame)
        for index in inputStages.indices {
            passed.removeAll(keepingCapacity: true)
            for frame in frames { inputStages[index].process(frame, into: &passed) }
            swap(&frames, &passed)
        }
        for index in frames.indices {
            let frame = frames[index]
            if let orientation = advance(to: frame) { store(frame.time, orientation) }
        }
    }

    private mutating func advance(to frame: SensorFrame) -> UnitQuaternion? {
        let isPrepared = sensorFilters.isEmpty && frame.heading == nil
        // Two calls avoid a copy of the frame.
        let estimate = isPrepared ? estimator.update(with: frame) : estimator.update(with: prepared(frame))
        guard isDriven(by: frame) else { return nil }
        guard let estimate else {
            withoutOrientation += 1
            return nil
        }
        return filtered(estimate, at: frame.time)
    }

    /// Rotates an estimate from magnetic to true north if necessary, and applies the orientation filters.
    private mutating func filtered(_ estimate: UnitQuaternion, at time: Seconds) -> UnitQuaternion? {
        var orientation = estimate
        if let northTurn { orientation = northTurn * orientation }
        for index in orientationFilters.indices {
            guard let next = orientationFilters[index].filter.accept(orientation, at: time) else { return nil }
            orientation = next
        }
        return orientation
    }

    /// Ends the run after the last frame, and calls `store` with the orientations that the estimator computes only at
    /// the end.
    ///
    /// - Parameters:
    ///   - isThorough: whether an estimator outside Sextant repeats part of its run as a check; see `OutsideEstimator`.
    ///   - store: a closure that receives the remaining orientations with their times.
    public mutating func finish(isThorough: Bool, store: (Seconds, UnitQuaternion) -> Void) {
        let estimates: [(time: Seconds, orientation: UnitQuaternion)]
        if let outside {
            estimates = outside.finish(isThorough: isThorough)
        } else if var offline = estimator as? any OfflineEstimator {
            estimates = offline.finish()
            estimator = offline
        } else {
            return
        }
        for (time, estimate) in estimates {
            withoutOrientation = max(withoutOrientation - 1, 0)
            if let orientation = filtered(estimate, at: time) { store(time, orientation) }
        }
    }

    /// The standard deviation of the heading error; `nil` if the estimator does not compute one.
    public var headingDeviation: Angle? { estimator.headingDeviation }

    /// The error that stopped an estimator outside Sextant; `nil` if there was no error.
    public var failure: InputError? { outside?.failure }

    /// Remarks about the run of an estimator outside Sextant, for example its name and version.
    public var remarks: [String] { outside?.remarks ?? [] }

    /// The computing time that an estimator outside Sextant reports; `nil` if the caller must measure the time.
    public var outsideTime: OutsideTime? { outside?.time }

    /// All sensors whose samples trigger orientations.
    public var drivers: [SensorKind] { [driver] + otherDrivers }

    private func isDriven(by frame: SensorFrame) -> Bool {
        if frame.holds(driver), frame.isUsable(driver) { return true }
        return otherDrivers.contains { frame.holds($0) && frame.isUsable($0) }
    }

    /// The names of the stages with the numbers of samples that they skipped. Stages that skipped no samples are
    /// included.
    public var skips: [(stage: String, counts: SkipCounts)] {
        sensorFilters.map { ("\($0.name) of \($0.sensor.rawValue)", $0.filter.intake.skips) }
            + headingFilters.map { ("\($0.name) of \(SensorKind.heading.rawValue)", $0.filter.skips) }
            + [(specification.estimator.entry.name, estimator.skips)]
            + orientationFilters.map { ($0.name, $0.filter.intake.skips) }
    }

    /// Returns the frame that the estimator receives: headings are relative to true north, and vectors and headings are
    /// filtered.
    private mutating func prepared(_ frame: SensorFrame) -> SensorFrame {
        var frame = frame
        if let heading = frame.heading { frame.heading = heading.completed(declination: declination) }
        for index in headingFilters.indices {
            guard let heading = frame.heading else { break }
            frame.heading = headingFilters[index].filter.accept(heading, at: frame.time)
        }
        for index in sensorFilters.indices {
            switch sensorFilters[index].sensor {
            case .accelerometer: apply(index, to: &frame, \.accelerometer)
            case .gyroscope: apply(index, to: &frame, \.gyroscope)
            case .magnetometer: apply(index, to: &frame, \.magnetometer)
            case .heading, .location, .attitude, .pose: break
            }
        }
        return frame
    }

    private mutating func apply(
        _ index: Int,
        to frame: inout SensorFrame,
        _ sample: WritableKeyPath<SensorFrame, Vector3?>
    ) {
        guard let value = frame[keyPath: sample] else { return }
        frame[keyPath: sample] = sensorFilters[index].filter.accept(value, at: frame.time)
    }
}

extension PipelineSpecification {
    /// Returns the streams' rates after resampling.
    fileprivate func ratesRead(_ rates: [SensorKind: Hertz]) -> [SensorKind: Hertz] {
        resampled.reduce(into: rates) { rates, stage in
            guard let recorded = rates[stage.sensor] else { return }
            rates[stage.sensor] = stage.method == .hold ? stage.rate : min(recorded, stage.rate)
        }
    }
}

extension EstimatorEntry {
    /// Returns the sensor that triggers orientations if the specification names no sensor.
    ///
    /// This is the fastest inertial sensor that the estimator processes. If the estimator processes no inertial sensor,
    /// the result is the first sensor of the estimator.
    ///
    /// For an estimator outside Sextant that processes the gyroscope, the result is always the gyroscope. A program
    /// must know which samples require an orientation, and this must not depend on a recording's rates.
    func defaultDriver(rates: [SensorKind: Hertz]) -> SensorKind {
        if let declaredDriver { return declaredDriver }
        if sha256 != nil, advancedBy.contains(.gyroscope) { return .gyroscope }
        let inertial = advancedBy.filter { $0 == .accelerometer || $0 == .gyroscope }
        return inertial.max { (rates[$0] ?? 0) < (rates[$1] ?? 0) } ?? advancedBy[0]
    }
}
