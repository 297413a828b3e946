import SensorFilters

extension PipelineSpecification {
    /// The same pipeline with parameters that a recording's layout gives, where the SPEC does not give them itself.
    ///
    /// - Parameter estimators: parameters by estimator and name.
    /// - Throws: ``SpecificationError`` when they do not fit the estimator.
    public func filled(
        from estimators: [String: [String: String]]
    ) throws(SpecificationError) -> PipelineSpecification {
        let name = estimator.entry.name
        guard let place = stages.firstIndex(where: { $0.name == name }), let given = estimators[name] else {
            return self
        }
        let own = stages[place].parameters
        let added = given.filter { own[$0.key] == nil }
        var filledStages = stages
        filledStages[place] = StageText(
            name: name,
            parameters: own.merging(added) { own, _ in own },
            column: stages[place].column,
            line: stages[place].line
        )
        var filled = try PipelineSpecification(text: text, stages: filledStages)
        filled.parametersFromRecording = added
        return filled
    }
}
