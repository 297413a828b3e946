import SensorFilters
public import SensorModel

extension PipelineSpecification {
    /// The names of the parameters that a stage has, given or not.
    public func knownParameters(ofStage index: Int) -> [String] {
        let name = stages[index].name
        let descriptors =
            EstimatorCatalogue.entry(named: name)?.parameters ?? FilterCatalogue.entry(named: name)?.parameters ?? []
        return descriptors.map(\.name)
    }

    /// The value of a parameter, by its name or by its stage's and its own (`lowPass.alpha`); nil where it has none.
    public func value(ofParameter name: String) -> ParameterValue? {
        let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
        return parameters[name] ?? parts.last.flatMap { parts.count == 2 ? parameters[$0] : nil }
    }
}
