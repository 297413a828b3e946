public import SensorFilters
public import SensorModel

/// A complete and valid description of a pipeline: input stages, filters on the sensors' vectors, one estimator, and
/// filters on its orientation.
///
/// Stages are in the order of the data flow, beginning with those of ``StreamStageCatalogue``. A filter before the
/// estimator acts on every vector that the estimator reads, or on one of them with `sensor=accelerometer`. A filter
/// after the estimator acts on the orientation.
///
/// ```swift
/// let specification = try PipelineSpecification(parsing: "lowPass:alpha=0.2,sensor=accelerometer+madgwick")
/// ```
public struct PipelineSpecification: Sendable {
    /// A filter with its parameters.
    public struct FilterStage<Value: FilterValue>: Sendable {
        /// The catalogue's entry of the filter.
        public let entry: FilterEntry
        /// The values of its parameters, including defaults.
        public let values: ParameterValues
        /// The only sensor that the stage acts on; `nil` for all, and always `nil` after the estimator.
        public let sensor: SensorKind?
        /// The filter in its initial state. Each run uses a copy.
        let prototype: any Filter<Value>
    }

    /// A stage that reads the recorded streams, with its parameters.
    public struct InputStage: Sendable {
        /// The catalogue's entry of the stage.
        public let entry: StreamStageEntry
        /// The values of its parameters, including defaults.
        public let values: ParameterValues
        /// The only sensor that the stage acts on; `nil` for all applicable ones.
        public let sensor: SensorKind?
    }

    /// The estimator with its parameters.
    public struct EstimatorStage: Sendable {
        /// The catalogue's entry of the estimator.
        public let entry: EstimatorEntry
        /// The values of its parameters, including defaults.
        public internal(set) var values: ParameterValues
        /// The sensor whose samples trigger orientations; `nil` for the fastest inertial one that advances the
        /// estimator.
        public let driver: SensorKind?
        /// A Boolean value that indicates whether samples of every advancing sensor trigger orientations: `driver=any`.
        public let isDrivenByAny: Bool
    }

    /// The SPEC as written, or the name of a preset.
    public let text: String
    /// The stages as written.
    public let stages: [StageText]
    /// The estimator's parameters from a recording's layout, by name; see ``filled(from:)``.
    public internal(set) var parametersFromRecording: [String: String] = [:]
    /// The stages that read the recorded streams.
    public let inputStages: [InputStage]
    /// The filters on vectors before the estimator.
    public let sensorFilters: [FilterStage<Vector3>]
    /// The estimator.
    public internal(set) var estimator: EstimatorStage
    /// The filters on orientations after the estimator.
    public let orientationFilters: [FilterStage<UnitQuaternion>]
    /// The stages that the SPEC can name.
    public let lookup: StageLookup
    /// The index of the estimator among ``stages``.
    private let estimatorPlace: Int

    /// Parses a SPEC or the name of a preset in ``PresetCatalogue``.
    ///
    /// Examples of a SPEC: `triad+derivativeSmoother:baseCorrection=0.05`,
    /// `lowPass:alpha=0.2,sensor=accelerometer+madgwick`.
    ///
    /// - Parameters:
    ///   - text: the SPEC or the name of a preset.
    ///   - lookup: the stages that the SPEC can name; those of the catalogue by default.
    /// - Throws: `InputError` for an unknown stage or parameter (with the nearest name), an invalid
    ///   value, a filter at an unsupported position, and any number of estimators other than one.
    public init(parsing text: String, lookup: StageLookup = .catalogue) throws(InputError) {
        let specification = PresetCatalogue.preset(named: text)?.specification ?? text
        try self.init(text: text, stages: StageText.parse(specification), lookup: lookup)
    }

    /// Creates a specification from parsed stages.
    ///
    /// - Throws: `InputError`, as ``init(parsing:lookup:)``.
    public init(
        text: String,
        stages: [StageText],
        lookup: StageLookup = .catalogue
    ) throws(InputError) {
        let reader = StageReader(text: text, lookup: lookup)
        var entries: [(place: Int, entry: EstimatorEntry)] = []
        for (index, stage) in stages.enumerated() {
            if let entry = try reader.estimatorEntry(stage) {
                entries.append((index, entry))
            } else {
                try reader.checkName(stage)
            }
        }
        guard let (place, entry) = entries.first, entries.count == 1 else {
            throw reader.error(
                stages[entries.dropFirst().first?.place ?? 0],
                message:
                    "\(entries.isEmpty ? "the pipeline has no estimator" : "'\(stages[entries[1].place].name)' is a second estimator")",
                advice: "write one estimator and its filters, for example triad+lowPass; see 'sextant list estimators'"
            )
        }
        self.text = text
        self.stages = stages
        self.lookup = lookup
        estimatorPlace = place
        let estimator = try reader.estimator(stages[place], entry)
        self.estimator = estimator
        let first = stages.firstIndex { StreamStageCatalogue.entry(named: $0.name) == nil } ?? place
        var input: [InputStage] = []
        for stage in stages[..<first] { input.append(try reader.inputStage(stage, before: estimator)) }
        inputStages = input
        for stage in stages[first...] { try reader.checkIsNoInputStage(stage) }
        var before: [FilterStage<Vector3>] = []
        for stage in stages[first..<place] { before.append(try reader.sensorFilter(stage, before: estimator.entry)) }
        sensorFilters = before
        var after: [FilterStage<UnitQuaternion>] = []
        for stage in stages[(place + 1)...] { after.append(try reader.orientationFilter(stage)) }
        orientationFilters = after
    }
}

extension PipelineSpecification {
    /// All parameters with their values, including defaults.
    ///
    /// A name that only one stage has is used alone (`beta`). Otherwise the stage's name precedes it
    /// (`triad.maximumGap`), with a number if the same filter occurs more than once (`lowPass#2.alpha`).
    public var parameters: [String: ParameterValue] { Self.parameters(of: namedStages) }

    /// The parameters of the filters and the estimator.
    var parametersAfterInput: [String: ParameterValue] {
        Self.parameters(of: Array(namedStages.dropFirst(inputStages.count)))
    }

    private static func parameters(
        of stages: [(name: String, values: [String: ParameterValue])]
    ) -> [String: ParameterValue] {
        var uses: [String: Int] = [:]
        for stage in stages {
            for key in stage.values.keys { uses[key, default: 0] += 1 }
        }
        var all: [String: ParameterValue] = [:]
        for stage in stages {
            for (key, value) in stage.values {
                all[uses[key] == 1 ? key : "\(stage.name).\(key)"] = value
            }
        }
        return all
    }

    private var namedStages: [(name: String, values: [String: ParameterValue])] {
        var all: [(String, [String: ParameterValue])] = inputStages.map { ($0.entry.name, $0.values.all) }
        all += sensorFilters.map { stage in
            var values = stage.values.all
            values["sensor"] = stage.sensor.map { .word($0.rawValue) }
            return (stage.entry.name, values)
        }
        var own = estimator.values.all
        own["driver"] =
            estimator.isDrivenByAny ? .word(StageReader.anyDriver) : estimator.driver.map { .word($0.rawValue) }
        own["sha256"] = estimator.entry.sha256.map(ParameterValue.word)
        all.append((estimator.entry.name, own))
        all += orientationFilters.map { ($0.entry.name, $0.values.all) }
        var seen: [String: Int] = [:]
        return all.map { name, values in
            seen[name, default: 0] += 1
            let place = seen[name] ?? 1
            return (place == 1 ? name : "\(name)#\(place)", values)
        }
    }
}

extension PipelineSpecification {
    /// Returns the names of all parameters of a stage.
    public func knownParameters(ofStage index: Int) -> [String] {
        descriptors(ofStage: index).map(\.name)
    }

    /// Returns a Boolean value that indicates whether a stage has a parameter, as far as is known without loading a
    /// library.
    public func accepts(parameter name: String, ofStage index: Int) -> Bool {
        index == estimatorPlace && estimator.entry.acceptsAnyParameter
            || descriptors(ofStage: index).contains { $0.name == name }
    }

    /// Returns a parameter of a stage; `nil` for an unknown name.
    public func parameter(_ name: String, ofStage index: Int) -> ParameterDescriptor? {
        descriptors(ofStage: index).first { $0.name == name }
    }

    private func descriptors(ofStage index: Int) -> [ParameterDescriptor] {
        index == estimatorPlace
            ? estimator.entry.parameters : lookup.descriptors(ofStage: stages[index].name)
    }

    /// Returns the name of a stage in results. The name of an estimator from outside differs from its path in the SPEC.
    public func stageName(at index: Int) -> String {
        index == estimatorPlace ? estimator.entry.name : stages[index].name
    }

    /// Returns the value of a parameter by its name, alone or with its stage's name (`lowPass.alpha`); `nil` for an
    /// unknown name.
    public func value(ofParameter name: String) -> ParameterValue? {
        let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
        return parameters[name] ?? parts.last.flatMap { parts.count == 2 ? parameters[$0] : nil }
    }
}

extension PipelineSpecification {
    /// Returns the pipeline with additional parameters from a recording's layout. Parameters in the SPEC have
    /// precedence.
    ///
    /// - Parameter estimators: parameters by estimator and name.
    /// - Throws: `InputError` for parameters that are invalid for the estimator.
    public func filled(
        from estimators: [String: [String: String]]
    ) throws(InputError) -> PipelineSpecification {
        let name = estimator.entry.name
        let place = estimatorPlace
        guard let given = estimators[name] else { return self }
        let own = stages[place].parameters
        let added = given.filter { own[$0.key] == nil }
        var filledStages = stages
        filledStages[place] = StageText(
            name: name,
            parameters: own.merging(added) { own, _ in own },
            column: stages[place].column,
            line: stages[place].line
        )
        var filled = try PipelineSpecification(text: text, stages: filledStages, lookup: lookup)
        filled.parametersFromRecording = added
        return filled
    }
}

extension PipelineSpecification {
    /// The streams that the pipeline requires if the recording has compass readings.
    public var requiredSensors: [SensorKind] {
        sensorsOfStages(added: estimator.entry.requiredSensors(estimator.values))
    }

    /// Adds the sensors that the input stages need.
    private func sensorsOfStages(added sensors: [SensorKind]) -> [SensorKind] {
        inputStages.flatMap(\.entry.sensors).reduce(into: sensors) { all, sensor in
            if !all.contains(sensor) { all.append(sensor) }
        }
    }

    /// A Boolean value that indicates whether orientations depend on later samples: the estimator is an
    /// `OfflineEstimator`.
    public var isOffline: Bool { estimator.entry.isOffline }

    /// Returns the streams that the pipeline requires.
    ///
    /// A `compass` stage derives headings from the magnetic field if the recording has no compass.
    public func requiredSensors(isCompassRecorded: Bool) -> [SensorKind] {
        guard !isCompassRecorded, derivesCompass else { return requiredSensors }
        return requiredSensors.filter { $0 != .heading && $0 != .magnetometer } + [.magnetometer]
    }

    /// A Boolean value that indicates whether a `compass` stage can derive headings from the magnetic field.
    public var derivesCompass: Bool {
        inputStages.contains { $0.entry.name == StreamStageCatalogue.compass.name }
    }

    /// A Boolean value that indicates whether the estimator measures north with the magnetometer, so that the
    /// declination converts its result to true north.
    public var countsFromMagneticNorth: Bool { estimator.entry.north == .magnetic && knowsNorth }

    /// A Boolean value that indicates whether headings refer to a north. Without the magnetometer, headings start at an
    /// arbitrary angle.
    public var knowsNorth: Bool { estimator.entry.knowsNorth(estimator.values) }

    /// Returns the pipeline with `magnetometer=auto` replaced for a recording; unchanged if a stage needs the
    /// magnetometer.
    ///
    /// - Parameter isRecorded: whether the recording has a magnetometer.
    public func withMagnetometer(_ isRecorded: Bool) -> PipelineSpecification {
        guard !inputStages.contains(where: { $0.entry.sensors.contains(.magnetometer) }) else { return self }
        var fitted = self
        fitted.estimator.values = estimator.entry.values(estimator.values, withMagnetometer: isRecorded)
        return fitted
    }

    /// A Boolean value that indicates whether the device's own attitude is read relative to magnetic north, as an app
    /// can request it.
    public var readsMagneticAttitude: Bool { estimator.values.word("north") == "magnetic" }

    /// Returns the rotation about Up from the estimator's north to the pipeline's north; `nil` for no rotation.
    ///
    /// - Parameter declination: magnetic declination, east positive.
    func northTurn(declination: Angle) -> UnitQuaternion? {
        if countsFromMagneticNorth { return .toTrueNorth(declination: declination) }
        return readsMagneticAttitude ? .toTrueNorth(declination: -declination) : nil
    }

    /// Returns the differences between the recorded samples and those that the pipeline reads, one sentence each.
    ///
    /// - Parameter isCompassRecorded: whether the recording has compass readings.
    public func inputRemarks(isCompassRecorded: Bool) -> [String] {
        var remarks = resampled.map { stage in
            "\(stage.sensor.rawValue) resampled at \(DecimalText.exact(stage.rate)) Hz, \(stage.method.rawValue)"
        }
        if readsMagneticAttitude {
            remarks.append(
                "attitudes count from magnetic north: a known declination is subtracted from the recorded attitudes"
            )
        }
        if derivesCompass, !isCompassRecorded {
            remarks.append("no recorded compass: derived from field and gravity, as the operating system reports it")
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
