import PublishedEstimators
public import SensorFilters
import SensorModel

/// Converts the parsed stages of a pipeline to catalogue entries with parameter values, and rejects invalid stages.
struct StageReader {
    let text: String
    var lookup = StageLookup.catalogue

    private static let sensorKey = "sensor"
    static let driverKey = "driver"
    static let anyDriver = "any"

    /// Returns the estimator that a stage names; `nil` if the stage is not an estimator.
    func estimatorEntry(_ stage: StageText) throws(InputError) -> EstimatorEntry? {
        try located(stage) { () throws(InputError) in try lookup.estimator(named: stage.name) }
    }

    func checkName(_ stage: StageText) throws(InputError) {
        let names = lookup.names
        guard !names.contains(stage.name) else { return }
        if let preset = PresetCatalogue.preset(named: stage.name) {
            throw error(
                stage,
                message: "the preset '\(preset.name)' cannot be combined with other stages",
                advice: "write the preset's SPEC instead: \(preset.specification)"
            )
        }
        if LocationStage(rawValue: stage.name) != nil {
            throw error(
                stage,
                message: "'\(stage.name)' is a stage of location pipelines, and cannot be combined with an orientation "
                    + "estimator",
                advice: "evaluate a location pipeline, such as fixes+positionKalman, with 'sextant evaluate'"
            )
        }
        if SystemCatalogue.declaration(named: stage.name)?.tracksScene ?? false {
            throw error(
                stage,
                message: "the system '\(stage.name)' needs poses and location fixes, so it cannot run as a pipeline",
                advice: "replay the system with 'sextant systems --system \(stage.name)'"
            )
        }
        let candidates = names + PresetCatalogue.presets.map(\.name)
        throw error(
            stage,
            message: "unknown stage '\(stage.name)'",
            advice: stage.name.contains(",")
                ? "separate a name from its parameters with ':', such as vqf:tauAcc=4,tauMag=9"
                : NearestName.hint(for: stage.name, among: candidates)
                    ?? "see 'sextant list estimators' and 'sextant list filters'"
        )
    }

    /// Throws an error if the stage reads recorded samples. Call this method for stages after a filter or an estimator.
    func checkIsNoInputStage(_ stage: StageText) throws(InputError) {
        guard StreamStageCatalogue.entry(named: stage.name) != nil else { return }
        throw error(
            stage,
            message: "'\(stage.name)' reads recorded samples, so it must precede all filters and estimators"
        )
    }

    func inputStage(
        _ stage: StageText,
        before estimator: PipelineSpecification.EstimatorStage
    ) throws(InputError) -> PipelineSpecification.InputStage {
        guard let entry = StreamStageCatalogue.entry(named: stage.name) else {
            preconditionFailure("names must be checked before stages are read")
        }
        if let unread = estimator.sensorUnread(after: entry) {
            let (stageName, estimatorName) = (stage.name, estimator.entry.name)
            throw error(
                stage,
                message: "'\(stageName)' has no effect, because \(estimatorName) does not read \(unread)",
                advice: "remove '\(stageName)'"
            )
        }
        return try located(stage) { () throws(InputError) in
            let values = try entry.values(stage.parameters)
            return PipelineSpecification.InputStage(
                entry: entry,
                values: values,
                sensor: values.word(Self.sensorKey).flatMap(SensorKind.init)
            )
        }
    }

    func estimator(
        _ stage: StageText,
        _ entry: EstimatorEntry
    ) throws(InputError) -> PipelineSpecification.EstimatorStage {
        // An offline estimator computes orientations at the samples of a single sensor.
        let drivers = entry.isOffline ? [] : entry.sensors.map(\.rawValue) + [Self.anyDriver]
        let choice = ParameterDescriptor.choice(
            Self.driverKey,
            of: drivers.isEmpty ? entry.advancedBy.map(\.rawValue) : drivers,
            default: nil,
            "Sensor whose samples trigger orientations; 'any' means every sensor that the estimator processes."
        )
        return try located(stage) { () throws(InputError) in
            let (driver, rest) = try word(choice, of: stage)
            return PipelineSpecification.EstimatorStage(
                entry: entry,
                values: try entry.values(rest),
                driver: driver.flatMap(SensorKind.init),
                isDrivenByAny: driver == Self.anyDriver
            )
        }
    }

    func sensorFilter(
        _ stage: StageText,
        before estimator: EstimatorEntry
    ) throws(InputError) -> PipelineSpecification.SensorFilterStage {
        let sensors = estimator.sensors.filter(SensorKind.vectors.contains)
        let entry = entry(stage.name)
        let (filterName, estimatorName) = (stage.name, estimator.name)
        if estimator.sensors.contains(.heading), stage.parameters[Self.sensorKey] == SensorKind.heading.rawValue {
            return try headingFilter(stage, entry)
        }
        guard !sensors.isEmpty else {
            throw error(
                stage,
                message: "the filter '\(filterName)' cannot precede \(estimatorName), which reads no vector sensor",
                advice: "write \(estimatorName)+\(filterName)"
            )
        }
        let applicable = entry.applicableSensors(among: sensors)
        guard !applicable.isEmpty else {
            throw error(
                stage,
                message: "'\(filterName)' has no effect, because \(estimatorName) does not read the sensor that "
                    + "\(filterName) corrects",
                advice: "remove '\(filterName)'"
            )
        }
        let filtersHeadings = estimator.sensors.contains(.heading) && entry.domains.contains(.heading)
        let choice = Self.sensorChoice(applicable + (filtersHeadings ? [.heading] : []))
        try checkUnits(stage, of: entry, in: .vector)
        return try located(stage) { () throws(InputError) in
            let (sensor, rest) = try word(choice, of: stage)
            let values = try entry.values(rest)
            return PipelineSpecification.SensorFilterStage(
                entry: entry,
                values: values,
                sensor: sensor.flatMap(SensorKind.init) ?? entry.defaultSensor(among: sensors),
                prototype: .vector(try entry.makeVector(values))
            )
        }
    }

    private static func sensorChoice(_ sensors: [SensorKind]) -> ParameterDescriptor {
        .choice(sensorKey, of: sensors.map(\.rawValue), default: nil, "Sensor that the filter acts on.")
    }

    private func headingFilter(
        _ stage: StageText,
        _ entry: FilterEntry
    ) throws(InputError) -> PipelineSpecification.SensorFilterStage {
        guard entry.domains.contains(.heading) else {
            throw error(
                stage,
                message: "'\(stage.name)' cannot filter compass headings, because \(entry.reasonAgainstHeadings)",
                advice: "use another filter, such as lowPass:sensor=heading"
            )
        }
        return try located(stage) { () throws(InputError) in
            let values = try entry.values(stage.parameters.filter { $0.key != Self.sensorKey })
            return PipelineSpecification.SensorFilterStage(
                entry: entry,
                values: values,
                sensor: .heading,
                prototype: .heading(HeadingReadingFilter(try entry.makeHeading(values)))
            )
        }
    }

    func orientationFilter(
        _ stage: StageText
    ) throws(InputError) -> PipelineSpecification.OrientationFilterStage {
        try located(stage) { () throws(InputError) in
            let entry = entry(stage.name)
            let values = try entry.values(stage.parameters)
            return PipelineSpecification.OrientationFilterStage(
                entry: entry,
                values: values,
                prototype: try entry.makeQuaternion(values)
            )
        }
    }

    /// Returns the filter of a stage in a filter chain without an estimator, and the filter's parameter values.
    func filter(_ stage: StageText) throws(InputError) -> (entry: FilterEntry, values: ParameterValues) {
        guard let entry = lookup.filter(named: stage.name) else {
            if try estimatorEntry(stage) != nil {
                throw error(
                    stage,
                    message: "'\(stage.name)' estimates orientations, and is not a filter",
                    advice: "evaluate it as a pipeline of its own: --pipeline \(stage.name)"
                )
            }
            throw error(
                stage,
                message: "unknown filter '\(stage.name)'",
                advice: NearestName.hint(for: stage.name, among: lookup.filters.map(\.name))
                    ?? "see 'sextant list filters'"
            )
        }
        let values = try located(stage) { () throws(InputError) in try entry.values(stage.parameters) }
        return (entry, values)
    }

    /// Rejects an angle, such as `2deg`, for a parameter that has the unit of the filtered values. The check is for
    /// filters of numbers and vectors, whose values are not angles.
    func checkUnits(_ stage: StageText, of entry: FilterEntry, in domain: FilterDomain) throws(InputError) {
        for parameter in entry.parameters {
            guard case .number(.degreesOrOwn, _) = parameter.kind, let given = stage.parameters[parameter.name],
                Double(given) == nil
            else { continue }
            let (parameterName, filterName) = (parameter.name, entry.name)
            throw error(
                stage,
                message: "\(parameterName)=\(given) is an angle, but the filter '\(filterName)' receives "
                    + "\(domain.rawValue) values here",
                advice: "write a number in the unit of these values"
            )
        }
    }

    func error(_ stage: StageText, message: String, advice: String? = nil) -> InputError {
        InputError(
            specification: text,
            line: stage.line,
            column: stage.column,
            message: message,
            advice: advice
        )
    }

    private func entry(_ name: String) -> FilterEntry {
        guard let entry = lookup.filter(named: name) else {
            preconditionFailure("names must be checked before stages are read")
        }
        return entry
    }

    /// Returns the word for one parameter of a stage, such as `driver`, and the stage's other parameters. The word is
    /// `nil` if the parameter is not set.
    private func word(
        _ descriptor: ParameterDescriptor,
        of stage: StageText
    ) throws(InputError) -> (String?, [String: String]) {
        var rest = stage.parameters
        guard let text = rest.removeValue(forKey: descriptor.name) else { return (nil, rest) }
        guard case .word(let word) = try descriptor.parse(text) else { return (nil, rest) }
        return (word, rest)
    }

    func located<Result>(
        _ stage: StageText,
        _ body: () throws(InputError) -> Result
    ) throws(InputError) -> Result {
        do {
            return try body()
        } catch {
            throw self.error(stage, message: error.statement, advice: error.advice)
        }
    }
}

extension PipelineSpecification.EstimatorStage {
    /// Returns the name of the sensor that an input stage corrects, if the estimator does not use this sensor. Returns
    /// `nil` otherwise.
    fileprivate func sensorUnread(after stage: StreamStageEntry) -> String? {
        switch stage.name {
        case StreamStageCatalogue.compass.name: entry.sensors.contains(.heading) ? nil : "headings"
        case StreamStageCatalogue.magnetometerCalibrator.name:
            entry.sensors.contains(.magnetometer) && MagnetometerUse(values).isUsed ? nil : "the magnetometer"
        default: nil
        }
    }
}

extension FilterEntry {
    /// Returns those of the estimator's sensors whose samples the filter can process.
    fileprivate func applicableSensors(among sensors: [SensorKind]) -> [SensorKind] {
        switch kind {
        case .smoother: sensors
        case .calibration(let own): own.filter(sensors.contains)
        }
    }

    /// The reason why the filter does not process headings, as a clause.
    fileprivate var reasonAgainstHeadings: String {
        switch kind {
        case .calibration: "it corrects the axes of a vector sensor, and a heading is a single angle"
        case .smoother:
            domains == [.quaternion]
                ? "it is defined for rotations about any axis, and a heading is a single angle"
                : "it has no rule for angles that wrap from 360 deg to 0"
        }
    }

    /// Returns the sensor on which the filter acts by default; `nil` for all vector sensors.
    fileprivate func defaultSensor(among sensors: [SensorKind]) -> SensorKind? {
        switch kind {
        case .smoother: nil
        case .calibration: applicableSensors(among: sensors).first
        }
    }
}

/// The catalogue of orientation estimators, by the names that specifications of pipelines use.
public enum EstimatorCatalogue {
    /// The estimators in the order in which they are listed.
    public static let entries: [EstimatorEntry] = [
        .triad,
        .singleFrame,
        .gyroscope,
        .madgwick,
        .mahony,
        .fusion,
        .fourati,
        .martin,
        .complementary,
        .aqua,
        .roleq,
        .ekf,
        .quaternionEKF,
        .choukroun,
        .renaudin,
        .guo,
        .selfCalibrating,
        .selfCalibratingOffline,
        .compassHeading,
        .vqf,
        .vqfOffline,
        .deviceAttitude,
    ]

    /// Returns the estimator with a name; `nil` if the name is unknown. O(n) for n estimators.
    public static func entry(named name: String) -> EstimatorEntry? {
        entries.first { $0.name == name }
    }
}

/// The presets: pipelines with a name that can be used instead of their specification.
///
/// The preset of a system in ``SystemCatalogue`` contains the system's sampling, compass, filters and estimator, but
/// not its screen. The preset computes the same orientations as ``SystemReplay``.
public enum PresetCatalogue {
    /// All presets.
    public static let presets: [PipelinePreset] =
        SystemCatalogue.declarations.compactMap(PipelinePreset.init) + [
            PipelinePreset(
                name: "stabilised",
                specification: "ekf:accelerationTolerance=0.5m/s2+derivativeSmoother",
                summary:
                    "A Kalman filter that rejects accelerated samples, then a smoother, as iBetelgeuse's authors proposed.",
                source: "Stevense & van der Tak 2010, sections 6.3 and 6.4"
            )
        ]

    /// Returns the preset with a name; `nil` if the name is unknown. O(n) for n presets.
    public static func preset(named name: String) -> PipelinePreset? {
        presets.first { $0.name == name }
    }
}

extension PipelinePreset {
    /// Creates a preset with the pipeline of a system. Returns `nil` if the system computes orientations from poses and
    /// fixes, because a pipeline does not read these.
    fileprivate init?(_ system: SystemDeclaration) {
        guard !system.tracksScene, let stages = try? system.orientationStages() else { return nil }
        self.init(
            name: system.name,
            specification: StageText.text(of: stages),
            summary: system.summary,
            source: system.source
        )
    }
}

extension SystemDeclaration {
    /// A Boolean value that indicates whether the system computes orientations from fixes and from poses in a tracked
    /// scene.
    var tracksScene: Bool {
        constants.contains { $0.stage == .tracking && $0.name == "poses" && $0.text == "aligned" }
    }
}

/// A pipeline with a name that can be used instead of its specification.
public struct PipelinePreset: Sendable, Hashable {
    /// The name that can be used instead of the specification.
    public let name: String
    /// The specification that the name replaces, as text.
    public let specification: String
    /// A one-line description for listings.
    public let summary: String
    /// The paper or document that describes the pipeline.
    public let source: String
}
