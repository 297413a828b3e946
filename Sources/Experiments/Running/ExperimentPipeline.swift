public import Pipelines
public import SensorModel

/// A pipeline of an experiment: it estimates either orientations or locations.
public enum ExperimentPipeline: Sendable {
    /// A pipeline for orientations.
    case orientation(PipelineSpecification)
    /// A pipeline for locations.
    case location(LocationPipelineSpecification)

    /// Parses a SPEC. A SPEC that begins with a source of positions, such as `fixes`, describes a location pipeline.
    ///
    /// - Throws: `InputError` if the SPEC is invalid.
    init(parsing text: String, lookup: StageLookup) throws(InputError) {
        self =
            LocationPipelineSpecification.isLocation(text)
            ? .location(try LocationPipelineSpecification(parsing: text, lookup: lookup))
            : .orientation(try PipelineSpecification(parsing: text, lookup: lookup))
    }

    /// The SPEC as written, or the name of a preset.
    public var text: String {
        switch self {
        case .orientation(let pipeline): pipeline.text
        case .location(let pipeline): pipeline.text
        }
    }

    /// The values of all parameters by name, including defaults; see `PipelineSpecification.parameters`.
    public var parameters: [String: ParameterValue] {
        switch self {
        case .orientation(let pipeline): pipeline.parameters
        case .location(let pipeline): pipeline.parameters
        }
    }

    /// A Boolean value that indicates whether the pipeline estimates locations.
    public var isOfLocation: Bool {
        if case .location = self { true } else { false }
    }

    /// The stages as written, in the order of the data flow.
    var stages: [StageText] {
        switch self {
        case .orientation(let pipeline): pipeline.stages
        case .location(let pipeline): pipeline.stages
        }
    }

    /// Returns the pipeline with other stages.
    ///
    /// - Throws: `InputError` if the value of a parameter is invalid.
    func with(_ stages: [StageText], text: String) throws(InputError) -> ExperimentPipeline {
        switch self {
        case .orientation(let pipeline):
            .orientation(try PipelineSpecification(text: text, stages: stages, lookup: pipeline.lookup))
        case .location(let pipeline):
            .location(try LocationPipelineSpecification(text: text, stages: stages, lookup: pipeline.lookup))
        }
    }

    /// Returns the pipeline with additional estimator parameters from a recording's layout.
    func filled(from estimators: [String: [String: String]]) throws(InputError) -> ExperimentPipeline {
        guard case .orientation(let pipeline) = self else { return self }
        return .orientation(try pipeline.filled(from: estimators))
    }

    /// Returns the value of a parameter. The name may include the stage's name (`lowPass.alpha`). Returns `nil` if no
    /// parameter has this name.
    func value(ofParameter name: String) -> ParameterValue? {
        let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
        return parameters[name] ?? parts.last.flatMap { parts.count == 2 ? parameters[$0] : nil }
    }

    /// Returns the names of all parameters of the stage at an index.
    func knownParameters(ofStage index: Int) -> [String] {
        switch self {
        case .orientation(let pipeline): pipeline.knownParameters(ofStage: index)
        case .location(let pipeline): pipeline.knownParameters(ofStage: index)
        }
    }

    /// Returns a Boolean value that indicates whether a stage may have a parameter of this name.
    func accepts(parameter name: String, ofStage index: Int) -> Bool {
        switch self {
        case .orientation(let pipeline): pipeline.accepts(parameter: name, ofStage: index)
        case .location(let pipeline): pipeline.knownParameters(ofStage: index).contains(name)
        }
    }

    /// Returns the description of a stage's parameter; `nil` if the stage has no parameter of this name.
    func parameter(_ name: String, ofStage index: Int) -> ParameterDescriptor? {
        switch self {
        case .orientation(let pipeline): pipeline.parameter(name, ofStage: index)
        case .location(let pipeline): pipeline.parameter(name, ofStage: index)
        }
    }

    /// Returns the name of a stage in results.
    func stageName(at index: Int) -> String {
        switch self {
        case .orientation(let pipeline): pipeline.stageName(at: index)
        case .location(let pipeline): pipeline.stages[index].name
        }
    }
}
