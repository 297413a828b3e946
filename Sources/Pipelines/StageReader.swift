import SensorFilters
import SensorModel

/// Turns the stages of one SPEC into checked ones.
struct StageReader {
    let text: String

    private static let sensorKey = "sensor"
    private static let driverKey = "driver"
    private static let vectorSensors: [SensorKind] = [.accelerometer, .gyroscope, .magnetometer]

    func checkName(_ stage: StageText) throws(SpecificationError) {
        let names = EstimatorCatalogue.entries.map(\.name) + FilterCatalogue.entries.map(\.name)
        guard !names.contains(stage.name) else { return }
        throw error(
            stage,
            found: "unknown stage '\(stage.name)'",
            expected: "an estimator or a filter",
            remedy: NearestName.suggestion(for: stage.name, among: names).map { "did you mean '\($0)'?" }
                ?? "see 'sextant list estimators' and 'sextant list filters'"
        )
    }

    func estimator(_ stage: StageText) throws(SpecificationError) -> PipelineSpecification.EstimatorStage {
        guard let entry = EstimatorCatalogue.entry(named: stage.name) else {
            preconditionFailure("names are checked before stages are read")
        }
        let choice = ParameterDescriptor.choice(
            Self.driverKey,
            of: entry.sensors.map(\.rawValue),
            default: nil,
            "The sensor whose samples orientations are given for."
        )
        return try located(stage) { () throws(ParameterError) in
            let (driver, rest) = try word(choice, of: stage)
            return PipelineSpecification.EstimatorStage(
                entry: entry,
                values: try entry.values(rest),
                driver: driver.flatMap(SensorKind.init)
            )
        }
    }

    func sensorFilter(
        _ stage: StageText,
        before estimator: EstimatorEntry
    ) throws(SpecificationError) -> PipelineSpecification.FilterStage<Vector3> {
        let sensors = estimator.sensors.filter(Self.vectorSensors.contains)
        guard !sensors.isEmpty else {
            throw error(
                stage,
                found: "filter '\(stage.name)' before \(estimator.name)",
                expected: "a filter behind it, since \(estimator.name) listens to no vector sensor",
                remedy: "write \(estimator.name)+\(stage.name)"
            )
        }
        let choice = ParameterDescriptor.choice(
            Self.sensorKey,
            of: sensors.map(\.rawValue),
            default: nil,
            "The only sensor that the filter acts on."
        )
        return try located(stage) { () throws(ParameterError) in
            let (sensor, rest) = try word(choice, of: stage)
            let entry = entry(stage.name)
            let values = try entry.values(rest)
            return PipelineSpecification.FilterStage(
                entry: entry,
                values: values,
                sensor: sensor.flatMap(SensorKind.init),
                prototype: try entry.makeVector(values)
            )
        }
    }

    func orientationFilter(
        _ stage: StageText
    ) throws(SpecificationError) -> PipelineSpecification.FilterStage<UnitQuaternion> {
        try located(stage) { () throws(ParameterError) in
            let entry = entry(stage.name)
            let values = try entry.values(stage.parameters)
            return PipelineSpecification.FilterStage(
                entry: entry,
                values: values,
                sensor: nil,
                prototype: try entry.makeQuaternion(values)
            )
        }
    }

    /// A filter that stands by itself.
    func filter(_ stage: StageText) throws(SpecificationError) -> (entry: FilterEntry, values: ParameterValues) {
        let names = FilterCatalogue.entries.map(\.name)
        guard let entry = FilterCatalogue.entry(named: stage.name) else {
            throw error(
                stage,
                found: "unknown filter '\(stage.name)'",
                expected: "one of \(names.joined(separator: ", "))",
                remedy: NearestName.suggestion(for: stage.name, among: names).map { "did you mean '\($0)'?" }
                    ?? "see 'sextant list filters'"
            )
        }
        let values = try located(stage) { () throws(ParameterError) in try entry.values(stage.parameters) }
        return (entry, values)
    }

    func error(_ stage: StageText, found: String, expected: String, remedy: String) -> SpecificationError {
        SpecificationError(
            specification: text,
            line: stage.line,
            column: stage.column,
            found: found,
            expected: expected,
            remedy: remedy
        )
    }

    private func entry(_ name: String) -> FilterEntry {
        guard let entry = FilterCatalogue.entry(named: name) else {
            preconditionFailure("names are checked before stages are read")
        }
        return entry
    }

    /// A parameter that belongs to the pipeline rather than to the stage's own type, and the parameters without it.
    private func word(
        _ descriptor: ParameterDescriptor,
        of stage: StageText
    ) throws(ParameterError) -> (String?, [String: String]) {
        var rest = stage.parameters
        guard let text = rest.removeValue(forKey: descriptor.name) else { return (nil, rest) }
        guard case .word(let word) = try descriptor.parse(text) else { return (nil, rest) }
        return (word, rest)
    }

    func located<Result>(
        _ stage: StageText,
        _ body: () throws(ParameterError) -> Result
    ) throws(SpecificationError) -> Result {
        do {
            return try body()
        } catch {
            throw self.error(stage, found: error.found, expected: error.expected, remedy: error.remedy)
        }
    }
}
