public import SensorFilters
public import SensorModel

/// A chain of filters without an estimator: `lowPass:cutoff=5Hz` or `movingMedian+lowPass`.
///
/// ```swift
/// let specification = try FilterSpecification(parsing: "lowPass:cutoff=5Hz")
/// var chain = try specification.makeVector()
/// ```
public struct FilterSpecification: Sendable {
    private struct Stage: Sendable {
        let text: StageText
        let entry: FilterEntry
        let values: ParameterValues
    }

    /// The SPEC as written.
    public let text: String
    private let stages: [Stage]

    /// Parses a SPEC.
    ///
    /// - Parameters:
    ///   - text: the SPEC.
    ///   - lookup: the filters that the SPEC can name; those of the catalogue by default.
    /// - Throws: `InputError` for an unknown filter or parameter, with the nearest name, and for an
    ///   invalid value.
    public init(parsing text: String, lookup: StageLookup = .catalogue) throws(InputError) {
        let reader = StageReader(text: text, lookup: lookup)
        var stages: [Stage] = []
        for stage in try StageText.parse(text) {
            let (entry, values) = try reader.filter(stage)
            stages.append(Stage(text: stage, entry: entry, values: values))
        }
        self.text = text
        self.stages = stages
    }

    /// The domains that all of the filters support.
    public var domains: [FilterDomain] {
        FilterDomain.allCases.filter { domain in stages.allSatisfy { $0.entry.domains.contains(domain) } }
    }

    /// Creates the chain for numbers.
    ///
    /// - Throws: `InputError` if a filter does not support them, or a parameter is an angle.
    public func makeScalar() throws(InputError) -> FilterChain<Double> {
        try checkUnits(in: .scalar)
        return try make { entry, values throws(InputError) in try entry.makeScalar(values) }
    }

    /// Creates the chain for headings.
    ///
    /// - Throws: `InputError` if a filter does not support them.
    public func makeHeading() throws(InputError) -> FilterChain<Heading> {
        try make { entry, values throws(InputError) in try entry.makeHeading(values) }
    }

    /// Creates the chain for vectors.
    ///
    /// - Throws: `InputError` if a filter does not support them, or a parameter is an angle.
    public func makeVector() throws(InputError) -> FilterChain<Vector3> {
        try checkUnits(in: .vector)
        return try make { entry, values throws(InputError) in try entry.makeVector(values) }
    }

    /// Creates the chain for orientations.
    ///
    /// - Throws: `InputError` if a filter does not support them.
    public func makeQuaternion() throws(InputError) -> FilterChain<UnitQuaternion> {
        try make { entry, values throws(InputError) in try entry.makeQuaternion(values) }
    }

    private func checkUnits(in domain: FilterDomain) throws(InputError) {
        let reader = StageReader(text: text)
        for stage in stages { try reader.checkUnits(stage.text, of: stage.entry, in: domain) }
    }

    private func make<Value>(
        _ maker: (FilterEntry, ParameterValues) throws(InputError) -> any Filter<Value>
    ) throws(InputError) -> FilterChain<Value> {
        let reader = StageReader(text: text)
        var filters: [any Filter<Value>] = []
        for stage in stages {
            filters.append(
                try reader.located(stage.text) { () throws(InputError) in try maker(stage.entry, stage.values) }
            )
        }
        return FilterChain(filters)
    }
}
