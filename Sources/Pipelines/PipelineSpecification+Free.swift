import SensorFilters
public import SensorModel

extension PipelineSpecification {
    /// The names of the parameters that a stage has, given or not.
    public func knownParameters(ofStage index: Int) -> [String] {
        descriptors(ofStage: index).map(\.name)
    }

    /// One of the parameters that a stage has; nil where it has none of that name.
    public func parameter(_ name: String, ofStage index: Int) -> ParameterDescriptor? {
        descriptors(ofStage: index).first { $0.name == name }
    }

    private func descriptors(ofStage index: Int) -> [ParameterDescriptor] {
        let name = stages[index].name
        return StageReader.descriptors(ofStage: name)
    }

    /// The value of a parameter, by its name or by its stage's and its own (`lowPass.alpha`); nil where it has none.
    public func value(ofParameter name: String) -> ParameterValue? {
        let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
        return parameters[name] ?? parts.last.flatMap { parts.count == 2 ? parameters[$0] : nil }
    }
}
