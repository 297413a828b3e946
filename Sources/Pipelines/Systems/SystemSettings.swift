internal import SensorFilters
import SensorModel

/// The parameters of all stages as written in a declaration and in the changes to the declaration. The parameters are
/// not validated yet.
struct SystemSettings {
    private let text: String
    private let column: Int
    private let lookup: StageLookup
    /// The stages of the pipeline between sampling and orientation, as written.
    private(set) var pipeline: [StageText]
    private var texts: [SystemStage: [String: String]] = [:]

    init(
        _ declaration: SystemDeclaration,
        text: String,
        column: Int,
        lookup: StageLookup = .catalogue
    ) throws(InputError) {
        self.text = text
        self.column = column
        self.lookup = lookup
        pipeline = if let stages = declaration.pipeline { stages } else { try StageText.parse(declaration.orientation) }
        for constant in declaration.constants {
            if constant.stage == .orientation {
                try set(constant.name, to: constant.text)
            } else {
                texts[constant.stage, default: [:]][constant.name] = constant.text
            }
        }
    }

    /// Returns the parameter values of all stages except the pipeline's stages.
    func values() throws(InputError) -> [SystemStage: ParameterValues] {
        var values: [SystemStage: ParameterValues] = [:]
        for stage in SystemStage.allCases where stage != .orientation {
            do {
                values[stage] = try stage.values(texts[stage] ?? [:])
            } catch {
                throw self.error(message: error.message, advice: error.advice)
            }
        }
        return values
    }

    /// The stages from samples to orientation: sampling, compass, then ``pipeline``.
    var orientationStages: [StageText] {
        let sampling = texts[.sampling] ?? [:]
        var input: [StageText] = []
        for sensor in [SensorKind.accelerometer, .magnetometer] {
            guard let rate = sampling["\(sensor.rawValue)Rate"] else { continue }
            var parameters = ["rate": rate, "sensor": sensor.rawValue]
            parameters["method"] = sampling["method"]
            input.append(StageText(name: StreamStageCatalogue.resample.name, parameters: parameters, column: column))
        }
        let readsHeadings = pipeline.contains {
            lookup.linkedEstimator(named: $0.name)?.sensors.contains(.heading) ?? false
        }
        if readsHeadings, !hasOwnCompass {
            let parameters = texts[.compass] ?? [:]
            input.append(StageText(name: StreamStageCatalogue.compass.name, parameters: parameters, column: column))
        }
        return input + pipeline
    }

    private var hasOwnCompass: Bool { pipeline.contains { $0.name == StreamStageCatalogue.compass.name } }

    /// Sets a parameter by its name, which may include the stage's name: `alpha`, `lowPass.alpha`, `display.rate`.
    mutating func set(_ name: String, to value: String) throws(InputError) {
        let places = places
        let found = places.filter { $0.name == name || $0.fullName == name }
        guard let place = found.first, found.count == 1 else {
            throw found.isEmpty ? unknown(name, among: places) : ambiguous(name, found)
        }
        switch place.stage {
        case .own(let stage): texts[stage, default: [:]][place.name] = value
        case .pipeline(let index):
            let parameters = pipeline[index].parameters.merging([place.name: value]) { $1 }
            pipeline[index] = pipeline[index].with(parameters)
        }
    }

    func error(message: String, advice: String? = nil) -> InputError {
        InputError(specification: text, column: column, message: message, advice: advice)
    }

    private struct Place {
        enum Stage {
            case own(SystemStage)
            case pipeline(Int)
        }

        let stage: Stage
        let fullName: String
        let name: String
    }

    private var places: [Place] {
        let stages = SystemStage.allCases.filter { $0 != .compass || !hasOwnCompass }
        let own = stages.flatMap { stage in
            stage.parameters.map { Place(stage: .own(stage), fullName: "\(stage.rawValue).\($0.name)", name: $0.name) }
        }
        let labels = pipeline.map(\.name).numbered
        return own
            + pipeline.indices.flatMap { index in
                lookup.settings(ofStage: pipeline[index].name).map {
                    Place(stage: .pipeline(index), fullName: "\(labels[index]).\($0)", name: $0)
                }
            }
    }

    private func unknown(_ name: String, among places: [Place]) -> InputError {
        let names = places.map(\.name)
        return error(
            message: "no stage of the system has the parameter '\(name)'",
            advice: NearestName.hint(for: name, among: names + places.map(\.fullName)) ?? "see 'sextant list systems'"
        )
    }

    private func ambiguous(_ name: String, _ places: [Place]) -> InputError {
        let names = places.map(\.fullName).joined(separator: ", ")
        return error(
            message: "several stages have the parameter '\(name)': \(names)",
            advice: "write one of these full names"
        )
    }
}
