import SensorFilters
public import SensorModel

/// A pipeline at work: frames in, orientations out, one pass, causal. A value: a copy is a saved state.
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

    public let specification: PipelineSpecification
    /// The sensor whose samples orientations are given for.
    public let driver: SensorKind
    /// Usable samples of the driving sensor for which there was no orientation: before the first, or after a gap.
    public private(set) var withoutOrientation = 0

    private let declination: Angle?
    private let toTrueNorth: UnitQuaternion?
    private var sensorFilters: [SensorFilter]
    private var estimator: any OrientationEstimator
    private var orientationFilters: [OrientationFilter]

    /// - Parameters:
    ///   - specification: what the pipeline is made of.
    ///   - rates: the mean rate of each stream that the recording holds, to choose the driving sensor by.
    ///   - declination: of the magnetic field at the place and time of the recording, east positive. Estimates that
    ///     count from magnetic north, and magnetic headings, are turned by it to true north; nil leaves them as they
    ///     are.
    public init(_ specification: PipelineSpecification, rates: [SensorKind: Hertz], declination: Angle?) {
        let entry = specification.estimator.entry
        self.specification = specification
        self.driver = specification.estimator.driver ?? entry.defaultDriver(rates: rates)
        self.declination = declination
        self.toTrueNorth = entry.north == .magnetic ? declination.map(UnitQuaternion.toTrueNorth) : nil
        self.estimator = entry.make(specification.estimator.values)
        self.sensorFilters = specification.sensorFilters.flatMap { stage in
            let sensors = stage.sensor.map { [$0] } ?? entry.sensors.filter(SensorKind.vectors.contains)
            return sensors.map { SensorFilter(sensor: $0, name: stage.entry.name, filter: stage.prototype) }
        }
        self.orientationFilters = specification.orientationFilters.map { stage in
            OrientationFilter(name: stage.entry.name, filter: stage.prototype)
        }
    }

    /// Takes in the samples of one moment. Gives an orientation, device → Earth (East, North, Up), when the driving
    /// sensor is among them and the samples so far determine one.
    public mutating func process(_ frame: SensorFrame) -> UnitQuaternion? {
        let estimate = estimator.update(with: prepared(frame))
        guard frame.holds(driver), frame.isUsable(driver) else { return nil }
        guard var orientation = estimate else {
            withoutOrientation += 1
            return nil
        }
        if let toTrueNorth { orientation = toTrueNorth * orientation }
        for index in orientationFilters.indices {
            guard let next = orientationFilters[index].filter.accept(orientation, at: frame.time) else { return nil }
            orientation = next
        }
        return orientation
    }

    /// What each stage left out, by the stage's name. Stages that left nothing out are there too.
    public var skips: [(stage: String, counts: SkipCounts)] {
        sensorFilters.map { ("\($0.name) of \($0.sensor.rawValue)", $0.filter.intake.skips) }
            + [(specification.estimator.entry.name, estimator.skips)]
            + orientationFilters.map { ($0.name, $0.filter.intake.skips) }
    }

    /// The frame as the estimator gets it: headings from true north, vectors filtered.
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

extension EstimatorEntry {
    /// The fastest inertial sensor whose samples advance the estimator; the first sensor that does where none is
    /// inertial.
    func defaultDriver(rates: [SensorKind: Hertz]) -> SensorKind {
        let inertial = advancedBy.filter { $0 == .accelerometer || $0 == .gyroscope }
        return inertial.max { (rates[$0] ?? 0) < (rates[$1] ?? 0) } ?? advancedBy[0]
    }
}
