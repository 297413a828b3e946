public import SensorFilters
public import SensorModel

/// A chain of filters without an estimator: `lowPass:cutoff=5Hz` or `movingMedian+lowPass`.
///
/// ```swift
/// let specification = try FilterSpecification(parsing: "lowPass:cutoff=5Hz")
/// var chain = try specification.makeVector()
/// ```
public struct FilterSpecification: Sendable {
    /// The text from which the chain was parsed.
    public let text: String
    private let stages: [(text: StageText, entry: FilterEntry, values: ParameterValues)]

    /// Parses the text of a filter chain.
    ///
    /// - Parameters:
    ///   - text: the text to parse.
    ///   - lookup: the filters that the text can name; by default, the filters of the catalogue.
    /// - Throws: `InputError` for an unknown filter or parameter, with the nearest name, and for an invalid value.
    public init(parsing text: String, lookup: StageLookup = .catalogue) throws(InputError) {
        try self.init(text: text, stages: StageText.parse(text), lookup: lookup)
    }

    /// Creates a chain from parsed stages.
    init(text: String, stages: [StageText], lookup: StageLookup) throws(InputError) {
        let reader = StageReader(text: text, lookup: lookup)
        self.text = text
        self.stages = try stages.map { stage throws(InputError) in
            let (entry, values) = try reader.filter(stage)
            return (stage, entry, values)
        }
    }

    /// The kinds of values, such as numbers or headings, that all filters of the chain support.
    public var domains: [FilterDomain] {
        FilterDomain.allCases.filter { domain in stages.allSatisfy { $0.entry.domains.contains(domain) } }
    }

    /// Creates a chain that filters numbers.
    ///
    /// - Throws: `InputError` if a filter does not support numbers, or if a parameter is an angle.
    public func makeScalar() throws(InputError) -> FilterChain<Double> {
        try checkUnits(in: .scalar)
        return try make { entry, values throws(InputError) in try entry.makeScalar(values) }
    }

    /// Creates a chain that filters headings.
    ///
    /// - Throws: `InputError` if a filter does not support headings.
    public func makeHeading() throws(InputError) -> FilterChain<Heading> {
        try make { entry, values throws(InputError) in try entry.makeHeading(values) }
    }

    /// Creates a chain that filters vectors.
    ///
    /// - Throws: `InputError` if a filter does not support vectors, or if a parameter is an angle.
    public func makeVector() throws(InputError) -> FilterChain<Vector3> {
        try checkUnits(in: .vector)
        return try make { entry, values throws(InputError) in try entry.makeVector(values) }
    }

    /// Creates a chain that filters orientations.
    ///
    /// - Throws: `InputError` if a filter does not support orientations.
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
