public import SensorFilters
public import SensorModel

/// The complete and validated description of a pipeline: stages on recorded streams, filters on sensor samples, one
/// estimator, and filters on the estimated orientation.
///
/// Stages are in the order of the data flow. The stages of ``StreamStageCatalogue`` come first. A filter before the
/// estimator acts on every vector that the estimator reads. A parameter such as `sensor=accelerometer` restricts the
/// filter to one sensor; `sensor=heading` selects compass readings. A filter after the estimator acts on the
/// orientation.
///
/// ```swift
/// let specification = try PipelineSpecification(parsing: "lowPass:alpha=0.2,sensor=accelerometer+madgwick")
/// ```
public struct PipelineSpecification: PipelineDescription {
    /// A filter before the estimator, with its parameters.
    public struct SensorFilterStage: Sendable {
        /// The filter's entry in the catalogue.
        public let entry: FilterEntry
        /// The values of the filter's parameters, including defaults.
        public let values: ParameterValues
        /// The only sensor that the filter acts on; `nil` for all vector sensors that the estimator reads.
        public let sensor: SensorKind?
        let prototype: Prototype

        /// The filter in its initial state. Each run starts with a copy of this filter.
        enum Prototype: Sendable {
            case vector(any Filter<Vector3>)
            case heading(HeadingReadingFilter)
        }
    }

    /// A filter after the estimator, with its parameters.
    public struct OrientationFilterStage: Sendable {
        /// The filter's entry in the catalogue.
        public let entry: FilterEntry
        /// The values of the filter's parameters, including defaults.
        public let values: ParameterValues
        /// The filter in its initial state. Each run starts with a copy of this filter.
        let prototype: any Filter<UnitQuaternion>
    }

    /// A stage that changes the recorded streams before all filters, with its parameters.
    public struct InputStage: Sendable {
        /// The stage's entry in the catalogue.
        public let entry: StreamStageEntry
        /// The values of the stage's parameters, including defaults.
        public let values: ParameterValues
        /// The only sensor that the stage acts on; `nil` if the stage acts on all sensors that it supports.
        public let sensor: SensorKind?
    }

    /// The estimator with its parameters.
    public struct EstimatorStage: Sendable {
        /// The estimator's entry in the catalogue.
        public let entry: EstimatorEntry
        /// The values of the estimator's parameters, including defaults.
        public internal(set) var values: ParameterValues
        /// The sensor whose samples trigger orientations. `nil` selects the fastest inertial sensor that the estimator
        /// processes.
        public let driver: SensorKind?
        /// A Boolean value that indicates whether the estimator returns an orientation at each sample of every sensor
        /// that it processes: `driver=any`.
        public let isDrivenByAny: Bool
    }

    /// The text (SPEC) as written, or the name of a preset.
    public let text: String
    /// The stages as written, in the order of the data flow.
    public let stages: [StageText]
    /// The estimator's parameters that a recording's layout sets, by name; see ``filled(from:)``.
    public internal(set) var parametersFromRecording: [String: String] = [:]
    /// The stages that change the recorded streams, in order.
    public let inputStages: [InputStage]
    /// The filters on sensor vectors and compass readings before the estimator, in order.
    public let sensorFilters: [SensorFilterStage]
    /// The estimator with its parameters.
    public internal(set) var estimator: EstimatorStage
    /// The filters on orientations after the estimator, in order.
    public let orientationFilters: [OrientationFilterStage]
    /// The stages that the text of this pipeline can name.
    public let lookup: StageLookup
    /// The index of the estimator in ``stages``.
    private let estimatorPlace: Int

    /// Parses the text (SPEC) of a pipeline, or the name of a preset in ``PresetCatalogue``.
    ///
    /// Examples of a text: `triad+derivativeSmoother:baseCorrection=0.05`,
    /// `lowPass:alpha=0.2,sensor=accelerometer+madgwick`.
    ///
    /// - Parameters:
    ///   - text: the text of a pipeline, or the name of a preset.
    ///   - lookup: the stages that the text can name; by default, the stages of the catalogues.
    /// - Throws: `InputError` for an unknown stage or parameter (with the nearest name), an invalid value, a stage at
    ///   an unsupported position, or a text without exactly one estimator.
    public init(parsing text: String, lookup: StageLookup = .catalogue) throws(InputError) {
        let specification = PresetCatalogue.preset(named: text)?.specification ?? text
        try self.init(text: text, stages: StageText.parse(specification), lookup: lookup)
    }

    /// Creates a specification from parsed stages. `text` is the text as written, or the name of a preset.
    ///
    /// - Throws: `InputError` under the conditions of ``init(parsing:lookup:)``.
    public init(
        text: String,
        stages: [StageText],
        lookup: StageLookup = .catalogue
    ) throws(InputError) {
        let stages = try lookup.listed(stages)
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
            let stage = stages[entries.dropFirst().first?.place ?? 0]
            throw reader.error(
                stage,
                message: entries.isEmpty ? "the pipeline has no estimator" : "'\(stage.name)' is a second estimator",
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
        var before: [SensorFilterStage] = []
        for stage in stages[first..<place] { before.append(try reader.sensorFilter(stage, before: estimator.entry)) }
        sensorFilters = before
        orientationFilters = try stages[(place + 1)...].map(reader.orientationFilter)
    }
}

extension PipelineSpecification {
    /// The values of all parameters by name, including defaults.
    ///
    /// If only one stage has a parameter with a certain name, the name is used alone (`beta`). Otherwise the stage's
    /// name precedes it (`triad.maximumGap`), with a number if the same stage occurs more than once
    /// (`lowPass#2.alpha`).
    public var parameters: [String: ParameterValue] { Self.parameters(of: namedStages) }

    /// The parameter values, by name, of all stages after the input stages: the filters and the estimator.
    var parametersAfterInput: [String: ParameterValue] {
        Self.parameters(of: Array(namedStages.dropFirst(inputStages.count)))
    }

    /// Returns the parameter values of the given stages. The names have the form that ``parameters`` describes.
    ///
    /// - Parameter unnumbered: the stages in order, each with its name and its values.
    static func parameters(
        of unnumbered: [(name: String, values: [String: ParameterValue])]
    ) -> [String: ParameterValue] {
        let stages = zip(unnumbered.map(\.name).numbered, unnumbered).map { (name: $0, values: $1.values) }
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
        return all + orientationFilters.map { ($0.entry.name, $0.values.all) }
    }
}

extension [String] {
    /// The names of stages. If a name occurs more than once, a number is added to it, such as `lowPass#2`.
    var numbered: [String] {
        var seen: [String: Int] = [:]
        return map { name in
            seen[name, default: 0] += 1
            let index = seen[name] ?? 1
            return index == 1 ? name : "\(name)#\(index)"
        }
    }
}

extension PipelineSpecification {
    /// A Boolean value that indicates whether the estimator is a program or a library outside Sextant.
    public var isOutside: Bool { estimator.entry.isOutside }

    /// Returns the names of all parameters of the stage at an index.
    public func knownParameters(ofStage index: Int) -> [String] {
        descriptors(ofStage: index).map(\.name)
    }

    /// Returns `true` if a stage may have a parameter of this name. The result is always `true` for an estimator whose
    /// parameters are known only after its library is loaded.
    public func accepts(parameter name: String, ofStage index: Int) -> Bool {
        index == estimatorPlace && estimator.entry.acceptsAnyParameter
            || descriptors(ofStage: index).contains { $0.name == name }
    }

    /// Returns the description of a stage's parameter; `nil` if the stage has no parameter of this name.
    public func parameter(_ name: String, ofStage index: Int) -> ParameterDescriptor? {
        descriptors(ofStage: index).first { $0.name == name }
    }

    private func descriptors(ofStage index: Int) -> [ParameterDescriptor] {
        index == estimatorPlace
            ? estimator.entry.parameters : lookup.descriptors(ofStage: stages[index].name)
    }

    /// Returns the name of a stage in results. An estimator outside Sextant has its own name, not its path.
    public func stageName(at index: Int) -> String {
        index == estimatorPlace ? estimator.entry.name : stages[index].name
    }
}

extension PipelineSpecification {
    /// Returns the pipeline with additional estimator parameters from a recording's layout. Parameters in ``text`` have
    /// precedence.
    ///
    /// - Parameter estimators: the additional values as text, by the estimator's name and the parameter's name.
    /// - Throws: `InputError` if a parameter is invalid for the estimator.
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

    /// Returns the given sensors and the sensors that the input stages need, without duplicates.
    private func sensorsOfStages(added sensors: [SensorKind]) -> [SensorKind] {
        inputStages.flatMap(\.entry.sensors).reduce(into: sensors) { all, sensor in
            if !all.contains(sensor) { all.append(sensor) }
        }
    }

    /// A Boolean value that indicates whether each orientation also depends on samples after its time, because the
    /// estimator is an `OfflineEstimator`.
    public var isOffline: Bool { estimator.entry.isOffline }

    /// Returns the streams that the pipeline requires, depending on whether the recording has compass readings.
    ///
    /// If the recording has no compass readings, a `compass` stage derives headings from the magnetometer. The pipeline
    /// then requires the magnetometer instead of compass readings.
    public func requiredSensors(isCompassRecorded: Bool) -> [SensorKind] {
        guard !isCompassRecorded, derivesCompass else { return requiredSensors }
        return requiredSensors.filter { $0 != .heading && $0 != .magnetometer } + [.magnetometer]
    }

    /// A Boolean value that indicates whether the pipeline has a `compass` stage, which derives headings from the
    /// magnetic field if the recording has no compass.
    public var derivesCompass: Bool {
        inputStages.contains { $0.entry.name == StreamStageCatalogue.compass.name }
    }

    /// A Boolean value that indicates whether the estimator's orientations are relative to magnetic north, so that the
    /// declination must be applied.
    public var countsFromMagneticNorth: Bool { estimator.entry.north == .magnetic && knowsNorth }

    /// A Boolean value that indicates whether headings are relative to magnetic or true north. Otherwise, for example
    /// without a magnetometer, they start at an arbitrary angle.
    public var knowsNorth: Bool { estimator.entry.knowsNorth(estimator.values) }

    /// Returns the pipeline for a recording: if the recording has no magnetometer, `magnetometer=auto` becomes `none`.
    /// If an input stage needs the magnetometer, the pipeline is returned unchanged.
    ///
    /// - Parameter isRecorded: whether the recording has a magnetometer.
    public func withMagnetometer(_ isRecorded: Bool) -> PipelineSpecification {
        guard !inputStages.contains(where: { $0.entry.sensors.contains(.magnetometer) }) else { return self }
        var fitted = self
        fitted.estimator.values = estimator.entry.values(estimator.values, withMagnetometer: isRecorded)
        return fitted
    }

    /// A Boolean value that indicates whether attitudes recorded relative to true north are converted to magnetic
    /// north. Some apps request attitudes relative to magnetic north.
    public var readsMagneticAttitude: Bool { estimator.values.word("north") == "magnetic" }

    /// Returns the rotation about Up that converts orientations of the estimator to the pipeline's north, true or
    /// magnetic; `nil` if the estimator uses the same north.
    ///
    /// - Parameter declination: the magnetic declination, east positive.
    func northTurn(declination: Angle) -> UnitQuaternion? {
        if countsFromMagneticNorth { return .toTrueNorth(declination: declination) }
        return readsMagneticAttitude ? .toTrueNorth(declination: -declination) : nil
    }

    /// Returns remarks, one clause each, on differences between the recorded samples and the samples that the estimator
    /// reads.
    ///
    /// - Parameter isCompassRecorded: whether the recording has compass readings.
    public func inputRemarks(isCompassRecorded: Bool) -> [String] {
        var remarks = resampled.map { stage in
            "\(stage.sensor.rawValue): resampled to \(DecimalText.exact(stage.rate)) Hz, "
                + "method '\(stage.method.rawValue)'"
        }
        if readsMagneticAttitude {
            remarks.append(
                "attitudes are relative to magnetic north: a known declination is subtracted from recorded attitudes"
            )
        }
        if derivesCompass, !isCompassRecorded {
            remarks.append(
                "no compass in the recording: headings are derived from magnetic field and gravity, and rounded"
            )
        }
        for stage in inputStages where stage.entry.name == StreamStageCatalogue.magnetometerCalibrator.name {
            remarks.append(MagnetometerCalibrator(stage.values).remark)
        }
        return remarks
    }

    /// The sensors that are resampled, with rate and method, in the order of the stages.
    var resampled: [SensorResampler] {
        inputStages.filter { $0.entry.name == StreamStageCatalogue.resample.name }.flatMap(resamplers)
    }

    private func resamplers(of stage: InputStage) -> [SensorResampler] {
        let rate = stage.values.required("rate")
        let method = stage.values.word("method").flatMap(ResamplingMethod.init) ?? .decimate
        return sensors(of: stage).map { SensorResampler(sensor: $0, rate: rate, method: method) }
    }

    private func sensors(of stage: InputStage) -> [SensorKind] {
        if let sensor = stage.sensor { return [sensor] }
        let own = sensorsOfStages(added: estimator.entry.sensors)
        return derivesCompass && !own.contains(.magnetometer) ? own + [.magnetometer] : own
    }

    /// Creates the stages that change the recorded streams, in their initial state.
    ///
    /// - Parameter isCompassRecorded: whether the recording has compass readings.
    func makeInput(isCompassRecorded: Bool) -> [any StreamStage] {
        inputStages.map { stage in
            switch stage.entry.name {
            case StreamStageCatalogue.compass.name:
                return SystemCompass(stage.values, isRecorded: isCompassRecorded)
            case StreamStageCatalogue.magnetometerCalibrator.name: return MagnetometerCalibrator(stage.values)
            default: return StreamResampler(resamplers(of: stage))
            }
        }
    }
}

/// The description of a pipeline that estimates orientations or positions: its stages and their parameters.
public protocol PipelineDescription: Sendable {
    /// The text of the pipeline as written, or the name of a preset.
    var text: String { get }
    /// The stages in the order of the data flow, each with the parameters that the text sets.
    var stages: [StageText] { get }
    /// The stages that the text of this pipeline can name.
    var lookup: StageLookup { get }
    /// The values of all parameters by name, including defaults; see ``PipelineSpecification/parameters``.
    var parameters: [String: ParameterValue] { get }
    /// A Boolean value that indicates whether the pipeline has a program or a library outside Sextant.
    var isOutside: Bool { get }

    /// Creates a description from parsed stages.
    ///
    /// - Throws: `InputError` for an unknown stage or parameter, an invalid value, or a stage at an unsupported
    ///   position.
    init(text: String, stages: [StageText], lookup: StageLookup) throws(InputError)

    /// Returns the names of all parameters of the stage at an index.
    func knownParameters(ofStage index: Int) -> [String]
    /// Returns `true` if a stage may have a parameter of this name.
    func accepts(parameter name: String, ofStage index: Int) -> Bool
    /// Returns the description of a stage's parameter; `nil` if the stage has no parameter of this name.
    func parameter(_ name: String, ofStage index: Int) -> ParameterDescriptor?
    /// Returns the name of a stage in results.
    func stageName(at index: Int) -> String
    /// Returns the pipeline with additional estimator parameters from a recording's layout.
    func filled(from estimators: [String: [String: String]]) throws(InputError) -> Self
}

extension PipelineDescription {
    /// Returns the value of a parameter. The name may include the stage's name (`lowPass.alpha`). Returns `nil` if no
    /// parameter has this name.
    public func value(ofParameter name: String) -> ParameterValue? {
        let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
        return parameters[name] ?? parts.last.flatMap { parts.count == 2 ? parameters[$0] : nil }
    }

    /// Returns `true` if the stage is known to have a parameter of this name.
    public func accepts(parameter name: String, ofStage index: Int) -> Bool {
        knownParameters(ofStage: index).contains(name)
    }

    /// Returns the name of a stage as written in the text of the pipeline.
    public func stageName(at index: Int) -> String { stages[index].name }

    /// Returns the pipeline without changes.
    public func filled(from estimators: [String: [String: String]]) throws(InputError) -> Self { self }
}
