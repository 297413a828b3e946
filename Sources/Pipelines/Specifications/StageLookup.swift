import PublishedEstimators
public import SensorFilters
public import SensorModel

/// The stages that a SPEC can name: those of the catalogues, and estimators and filters from outside.
///
/// ```swift
/// let lookup = StageLookup(estimators: [mine], filters: [pairMean])
/// let specification = try PipelineSpecification(parsing: "mine+pairMean", lookup: lookup)
/// ```
public struct StageLookup: Sendable {
    /// The stages of the catalogues alone.
    public static let catalogue = StageLookup()

    /// The estimators with a fixed name: those of the catalogue, then the added ones.
    public let estimators: [EstimatorEntry]
    /// The filters: those of the catalogue, then the added ones.
    public let filters: [FilterEntry]
    private let outside: @Sendable (String) throws(InputError) -> EstimatorEntry?

    /// Creates a lookup.
    ///
    /// - Parameters:
    ///   - estimators: the added estimators. Their names are new: no stage and no preset has them.
    ///   - filters: the added filters, with new names, too.
    public init(estimators: [EstimatorEntry] = [], filters: [FilterEntry] = []) {
        let names = Self.names(EstimatorCatalogue.entries + estimators, FilterCatalogue.entries + filters)
        let added = estimators.map(\.name) + filters.map(\.name)
        precondition(
            Set(names).count == names.count && added.allSatisfy { PresetCatalogue.preset(named: $0) == nil },
            "the name of an added estimator or filter must be new"
        )
        self.estimators = EstimatorCatalogue.entries + estimators
        self.filters = FilterCatalogue.entries + filters
        outside = { _ throws(InputError) in nil }
    }

    private init(
        _ linked: StageLookup,
        outside: @escaping @Sendable (String) throws(InputError) -> EstimatorEntry?
    ) {
        (estimators, filters) = (linked.estimators, linked.filters)
        self.outside = outside
    }

    /// The lookup with estimators that are found by their name, such as programs.
    ///
    /// - Parameter outside: returns the estimator from outside with this name in a SPEC; `nil` for another name.
    public func adding(
        outside: @escaping @Sendable (_ name: String) throws(InputError) -> EstimatorEntry?
    ) -> StageLookup {
        StageLookup(self, outside: outside)
    }

    /// The estimator with this name in a SPEC; `nil` for an unknown name.
    ///
    /// - Throws: `InputError` for an estimator from outside that cannot be used.
    func estimator(named name: String) throws(InputError) -> EstimatorEntry? {
        if let entry = linkedEstimator(named: name) { return entry }
        return try outside(name)
    }

    func linkedEstimator(named name: String) -> EstimatorEntry? { estimators.first { $0.name == name } }

    func filter(named name: String) -> FilterEntry? { filters.first { $0.name == name } }

    /// The names of all stages, except for estimators that are found by their name.
    var names: [String] { Self.names(estimators, filters) }

    private static func names(_ estimators: [EstimatorEntry], _ filters: [FilterEntry]) -> [String] {
        estimators.map(\.name) + filters.map(\.name) + StreamStageCatalogue.entries.map(\.name)
    }

    /// The parameters of a stage of any kind; empty for an unknown name.
    func descriptors(ofStage name: String) -> [ParameterDescriptor] {
        StreamStageCatalogue.entry(named: name)?.parameters ?? linkedEstimator(named: name)?.parameters
            ?? filter(named: name)?.parameters ?? []
    }

    /// The names that can be set for a stage of any kind: its parameters, and an estimator's driver.
    func settings(ofStage name: String) -> [String] {
        descriptors(ofStage: name).map(\.name)
            + (linkedEstimator(named: name) == nil ? [] : [StageReader.driverKey])
    }
}
