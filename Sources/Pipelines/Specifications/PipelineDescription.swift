public import SensorModel

/// The description of a pipeline that estimates orientations or positions: its stages and their parameters.
public protocol PipelineDescription: Sendable {
    /// The text of the pipeline as written, or the name of a preset.
    var text: String { get }
    /// The stages as written, in the order of the data flow.
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
