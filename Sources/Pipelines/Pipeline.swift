import SensorFilters
public import SensorModel

/// A running pipeline: one causal pass from sensor frames to orientations. A value: a copy is a saved state.
///
/// ```swift
/// var pipeline = Pipeline(try PipelineSpecification(parsing: "madgwick"), rates: rates, declination: nil)
/// for frame in frames {
///     if let orientation = pipeline.process(frame) { print(orientation) }
/// }
/// ```
public struct Pipeline: Sendable {
    private struct SensorFilter: Sendable {
        let sensor: SensorKind
        let name: String
        var filter: any Filter<Vector3>
    }

    private struct OrientationFilter: Sendable {
        let name: String
        var filter: any Filter<UnitQuaternion>
    }

    /// The stages and parameters of the pipeline.
    public let specification: PipelineSpecification
    /// The sensor whose samples trigger orientations; the first one with `driver=any`.
    public let driver: SensorKind
    private let otherDrivers: [SensorKind]
    /// The number of usable samples of the driving sensor without an orientation: before the first one, or after a gap.
    public private(set) var withoutOrientation = 0

    private let declination: Angle?
    private let northTurn: UnitQuaternion?
    private var inputStages: [any StreamStage]
    // Buffers for the frames between input stages, reused to avoid allocations.
    private var frames: [SensorFrame] = []
    private var passed: [SensorFrame] = []
    private var sensorFilters: [SensorFilter]
    private var estimator: any OrientationEstimator
    /// The estimator if it runs outside of Sextant.
    private let outside: (any OutsideEstimator)?
    private var orientationFilters: [OrientationFilter]

    /// Creates a pipeline in its initial state.
    ///
    /// - Parameters:
    ///   - specification: stages and parameters.
    ///   - rates: mean rates of the recorded streams, used to select the driving sensor.
    ///   - declination: magnetic declination at the place and time of the recording, east positive. It converts
    ///     estimates and headings relative to magnetic north to true north; `nil` leaves them unchanged.
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
        self.sensorFilters = specification.sensorFilters.flatMap { stage in
            let sensors = stage.sensor.map { [$0] } ?? entry.sensors.filter(SensorKind.vectors.contains)
            return sensors.map { SensorFilter(sensor: $0, name: stage.entry.name, filter: stage.prototype) }
        }
        self.orientationFilters = specification.orientationFilters.map { stage in
            OrientationFilter(name: stage.entry.name, filter: stage.prototype)
        }
    }

    /// Processes the samples of one moment. Returns an orientation, device → Earth (East, North, Up), if a driving
    /// sensor has a sample and the samples so far determine one.
    ///
    /// A pipeline that resamples with `method=hold` reads samples between the recorded ones; it returns the last
    /// orientation up to this moment. ``process(_:store:)`` provides all of them with their times.
    public mutating func process(_ frame: SensorFrame) -> UnitQuaternion? {
        guard !inputStages.isEmpty else { return advance(to: frame) }
        var last: UnitQuaternion?
        process(frame) { last = $1 }
        return last
    }

    /// Processes the samples of one moment, and passes the orientations up to it with their times to `store`, in order.
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
        // Two calls, because one would copy the frame.
        let estimate = isPrepared ? estimator.update(with: frame) : estimator.update(with: prepared(frame))
        guard isDriven(by: frame) else { return nil }
        guard let estimate else {
            withoutOrientation += 1
            return nil
        }
        return filtered(estimate, at: frame.time)
    }

    /// The estimate from the pipeline's north, and after the filters.
    private mutating func filtered(_ estimate: UnitQuaternion, at time: Seconds) -> UnitQuaternion? {
        var orientation = estimate
        if let northTurn { orientation = northTurn * orientation }
        for index in orientationFilters.indices {
            guard let next = orientationFilters[index].filter.accept(orientation, at: time) else { return nil }
            orientation = next
        }
        return orientation
    }

    /// Ends the run after the last frame, and passes the orientations of an estimator that answers at the end to
    /// `store`.
    ///
    /// - Parameter isThorough: whether an estimator from outside repeats part of its run; see
    ///   ``SensorModel/OutsideEstimator``.
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

    /// The reason why an estimator from outside stopped; `nil` if it works.
    public var failure: InputError? { outside?.failure }

    /// Facts about the run of an estimator from outside.
    public var remarks: [String] { outside?.remarks ?? [] }

    /// The time that an estimator from outside measured itself.
    public var outsideTime: OutsideTime? { outside?.time }

    /// All sensors whose samples trigger orientations.
    public var drivers: [SensorKind] { [driver] + otherDrivers }

    private func isDriven(by frame: SensorFrame) -> Bool {
        if frame.holds(driver), frame.isUsable(driver) { return true }
        return otherDrivers.contains { frame.holds($0) && frame.isUsable($0) }
    }

    /// The samples that each stage skipped, with the stage's name. Stages without skipped samples are included.
    public var skips: [(stage: String, counts: SkipCounts)] {
        sensorFilters.map { ("\($0.name) of \($0.sensor.rawValue)", $0.filter.intake.skips) }
            + [(specification.estimator.entry.name, estimator.skips)]
            + orientationFilters.map { ($0.name, $0.filter.intake.skips) }
    }

    /// The frame for the estimator, with headings from true north and filtered vectors.
    private mutating func prepared(_ frame: SensorFrame) -> SensorFrame {
        var frame = frame
        if let heading = frame.heading { frame.heading = heading.completed(declination: declination) }
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
    /// The rates of the streams after resampling.
    fileprivate func ratesRead(_ rates: [SensorKind: Hertz]) -> [SensorKind: Hertz] {
        resampled.reduce(into: rates) { rates, stage in
            guard let recorded = rates[stage.sensor] else { return }
            rates[stage.sensor] = stage.method == .hold ? stage.rate : min(recorded, stage.rate)
        }
    }
}

extension EstimatorEntry {
    /// The fastest inertial sensor that advances the estimator; the first advancing sensor if none is inertial. An
    /// estimator from outside that needs the gyroscope is driven by it, because a program must know, whatever the
    /// recording's rates, which samples it answers.
    func defaultDriver(rates: [SensorKind: Hertz]) -> SensorKind {
        if let declaredDriver { return declaredDriver }
        if sha256 != nil, advancedBy.contains(.gyroscope) { return .gyroscope }
        let inertial = advancedBy.filter { $0 == .accelerometer || $0 == .gyroscope }
        return inertial.max { (rates[$0] ?? 0) < (rates[$1] ?? 0) } ?? advancedBy[0]
    }
}
