import SensorFilters
public import SensorModel

extension PipelineSpecification {
    /// The streams that the pipeline requires of a recording with compass readings.
    public var requiredSensors: [SensorKind] {
        sensorsOfStages(added: estimator.entry.requiredSensors(estimator.values))
    }

    /// Adds the sensors that the input stages need.
    private func sensorsOfStages(added sensors: [SensorKind]) -> [SensorKind] {
        inputStages.flatMap(\.entry.sensors).reduce(into: sensors) { all, sensor in
            if !all.contains(sensor) { all.append(sensor) }
        }
    }

    /// Whether orientations depend on later samples: the estimator is an `OfflineEstimator`.
    public var isOffline: Bool { estimator.entry.isOffline }

    /// The streams that the pipeline requires.
    ///
    /// A `compass` stage derives headings from the magnetic field if the recording has no compass.
    public func requiredSensors(isCompassRecorded: Bool) -> [SensorKind] {
        guard !isCompassRecorded, derivesCompass else { return requiredSensors }
        return requiredSensors.filter { $0 != .heading && $0 != .magnetometer } + [.magnetometer]
    }

    /// Whether a `compass` stage can derive headings from the magnetic field.
    public var derivesCompass: Bool {
        inputStages.contains { $0.entry.name == StreamStageCatalogue.compass.name }
    }

    /// Whether the estimator measures north with the magnetometer, so that the declination converts its result to true
    /// north.
    public var countsFromMagneticNorth: Bool { estimator.entry.north == .magnetic && knowsNorth }

    /// Whether headings refer to a north. Those of an estimator without the magnetometer start at an arbitrary angle.
    public var knowsNorth: Bool { estimator.entry.knowsNorth(estimator.values) }

    /// The pipeline with `magnetometer=auto` replaced for a recording; the same one if a stage needs the magnetometer.
    ///
    /// - Parameter isRecorded: whether the recording has a magnetometer.
    public func withMagnetometer(_ isRecorded: Bool) -> PipelineSpecification {
        guard !inputStages.contains(where: { $0.entry.sensors.contains(.magnetometer) }) else { return self }
        var fitted = self
        fitted.estimator.values = estimator.entry.values(estimator.values, withMagnetometer: isRecorded)
        return fitted
    }

    /// Whether the device's own attitude is read relative to magnetic north, as an app can request it.
    public var readsMagneticAttitude: Bool { estimator.values.word("north") == "magnetic" }

    /// The rotation about Up from the estimator's north to the pipeline's north; nil for no rotation.
    ///
    /// - Parameter declination: magnetic declination, east positive.
    func northTurn(declination: Angle) -> UnitQuaternion? {
        if countsFromMagneticNorth { return .toTrueNorth(declination: declination) }
        return readsMagneticAttitude ? .toTrueNorth(declination: -declination) : nil
    }

    /// The differences between the recorded samples and those that the pipeline reads, one sentence each.
    ///
    /// - Parameter isCompassRecorded: whether the recording has compass readings.
    public func inputRemarks(isCompassRecorded: Bool) -> [String] {
        var remarks = resampled.map { stage in
            "\(stage.sensor.rawValue) resampled at \(DecimalText.exact(stage.rate)) Hz, \(stage.method.rawValue)"
        }
        if readsMagneticAttitude {
            remarks.append("attitudes count from magnetic north: a known declination is taken off the recorded ones")
        }
        if derivesCompass, !isCompassRecorded {
            remarks.append("no recorded compass: derived from field and gravity, as the system pushes it")
        }
        for stage in inputStages where stage.entry.name == StreamStageCatalogue.magnetometerCalibrator.name {
            remarks.append(MagnetometerCalibrator(stage.values).remark)
        }
        return remarks
    }

    /// The resampled sensors in the order of the stages.
    var resampled: [(sensor: SensorKind, rate: Hertz, method: ResamplingMethod)] {
        inputStages.filter { $0.entry.name == StreamStageCatalogue.resample.name }.flatMap { stage in
            let rate = stage.values.required("rate")
            let method = stage.values.word("method").flatMap(ResamplingMethod.init) ?? .decimate
            return sensors(of: stage).map { ($0, rate, method) }
        }
    }

    private func sensors(of stage: InputStage) -> [SensorKind] {
        if let sensor = stage.sensor { return [sensor] }
        let own = sensorsOfStages(added: estimator.entry.sensors)
        return derivesCompass && !own.contains(.magnetometer) ? own + [.magnetometer] : own
    }

    /// Creates the stages that read the recorded streams, in their initial state.
    ///
    /// - Parameter isCompassRecorded: whether the recording has compass readings.
    func makeInput(isCompassRecorded: Bool) -> [any StreamStage] {
        inputStages.map { stage in
            switch stage.entry.name {
            case StreamStageCatalogue.compass.name:
                return SystemCompass(stage.values, isRecorded: isCompassRecorded)
            case StreamStageCatalogue.magnetometerCalibrator.name: return MagnetometerCalibrator(stage.values)
            default: break
            }
            let rate = stage.values.required("rate")
            let method = stage.values.word("method").flatMap(ResamplingMethod.init) ?? .decimate
            return StreamResampler(
                sensors(of: stage).map { SensorResampler(sensor: $0, rate: rate, method: method) }
            )
        }
    }
}
