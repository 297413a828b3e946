public import SensorFilters
public import SensorModel

/// Filters one behind the other, without an estimator: `lowPass:cutoff=5Hz` or `movingMedian+lowPass`.
public struct FilterSpecification: Sendable {
    private struct Stage: Sendable {
        let text: StageText
        let entry: FilterEntry
        let values: ParameterValues
    }

    /// The SPEC as it was given.
    public let text: String
    private let stages: [Stage]

    /// - Throws: ``SpecificationError`` for an unknown filter or parameter, with the nearest name, and for a value that
    ///   does not fit.
    public init(parsing text: String) throws(SpecificationError) {
        let reader = StageReader(text: text)
        var stages: [Stage] = []
        for stage in try StageText.parse(text) {
            let (entry, values) = try reader.filter(stage)
            stages.append(Stage(text: stage, entry: entry, values: values))
        }
        self.text = text
        self.stages = stages
    }

    /// The domains in which every one of the filters works.
    public var domains: [FilterDomain] {
        FilterDomain.allCases.filter { domain in stages.allSatisfy { $0.entry.domains.contains(domain) } }
    }

    public func makeScalar() throws(SpecificationError) -> FilterChain<Double> {
        try checkUnits(in: .scalar)
        return try make { entry, values throws(ParameterError) in try entry.makeScalar(values) }
    }

    public func makeHeading() throws(SpecificationError) -> FilterChain<Heading> {
        try make { entry, values throws(ParameterError) in try entry.makeHeading(values) }
    }

    public func makeVector() throws(SpecificationError) -> FilterChain<Vector3> {
        try checkUnits(in: .vector)
        return try make { entry, values throws(ParameterError) in try entry.makeVector(values) }
    }

    public func makeQuaternion() throws(SpecificationError) -> FilterChain<UnitQuaternion> {
        try make { entry, values throws(ParameterError) in try entry.makeQuaternion(values) }
    }

    private func checkUnits(in domain: FilterDomain) throws(SpecificationError) {
        let reader = StageReader(text: text)
        for stage in stages { try reader.checkUnits(stage.text, of: stage.entry, in: domain) }
    }

    private func make<Value>(
        _ maker: (FilterEntry, ParameterValues) throws(ParameterError) -> any Filter<Value>
    ) throws(SpecificationError) -> FilterChain<Value> {
        let reader = StageReader(text: text)
        var filters: [any Filter<Value>] = []
        for stage in stages {
            filters.append(
                try reader.located(stage.text) { () throws(ParameterError) in try maker(stage.entry, stage.values) }
            )
        }
        return FilterChain(filters)
    }
}
