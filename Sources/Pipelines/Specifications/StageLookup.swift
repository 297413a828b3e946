import PublishedEstimators
public import SensorFilters
public import SensorModel

/// The stages that the text (SPEC) of a pipeline can name: the stages of the catalogues, added estimators and filters,
/// and estimators outside Sextant.
///
/// ```swift
/// let lookup = StageLookup(estimators: [mine], filters: [pairMean])
/// let specification = try PipelineSpecification(parsing: "mine+pairMean", lookup: lookup)
/// ```
public struct StageLookup: Sendable {
    /// The stages of Sextant's own catalogues, without additions.
    public static let catalogue = StageLookup()

    /// The estimators that are listed by name: first the estimators of the catalogue, then the added ones.
    public let estimators: [EstimatorEntry]
    /// The filters: first the filters of the catalogue, then the added ones.
    public let filters: [FilterEntry]
    private var outside: @Sendable (String) throws(InputError) -> EstimatorEntry? = { _ throws(InputError) in nil }
    private var locators: @Sendable (String) throws(InputError) -> LocatorEntry? = { _ throws(InputError) in nil }
    private var lists: @Sendable (String) throws(InputError) -> [StageText]? = { _ throws(InputError) in nil }

    /// Creates a lookup of the catalogues' stages and additional ones.
    ///
    /// - Parameters:
    ///   - estimators: the estimators to add. Their names must differ from the names of all stages and presets.
    ///   - filters: the filters to add. Their names must differ from the names of all stages and presets.
    public init(estimators: [EstimatorEntry] = [], filters: [FilterEntry] = []) {
        let names = Self.names(EstimatorCatalogue.entries + estimators, FilterCatalogue.entries + filters)
        let added = estimators.map(\.name) + filters.map(\.name)
        precondition(
            Set(names).count == names.count && added.allSatisfy { PresetCatalogue.preset(named: $0) == nil },
            "the name of an added estimator or filter must not be that of another stage or preset"
        )
        self.estimators = EstimatorCatalogue.entries + estimators
        self.filters = FilterCatalogue.entries + filters
    }

    /// Returns a lookup that also accepts the names of unlisted estimators, of programs that estimate positions, and
    /// of files with a list of stages.
    ///
    /// - Parameters:
    ///   - outside: a closure that returns the unlisted estimator of the given name, such as a program; `nil` if it
    ///     does not exist.
    ///   - locators: a closure that returns the program of the given name, which estimates positions; `nil` if it does
    ///     not exist.
    ///   - lists: a closure that returns the stages in the file of the given name; `nil` if the file has no list of
    ///     stages.
    public func adding(
        outside: @escaping @Sendable (_ name: String) throws(InputError) -> EstimatorEntry?,
        locators: @escaping @Sendable (_ name: String) throws(InputError) -> LocatorEntry? = { _ throws(InputError) in
            nil
        },
        lists: @escaping @Sendable (_ name: String) throws(InputError) -> [StageText]? = { _ throws(InputError) in nil }
    ) -> StageLookup {
        var lookup = self
        (lookup.outside, lookup.locators, lookup.lists) = (outside, locators, lists)
        return lookup
    }

    /// Returns the program with this name that estimates positions; `nil` without such a program.
    ///
    /// - Throws: `InputError` if the description of the program is invalid.
    func locator(named name: String) throws(InputError) -> LocatorEntry? { try locators(name) }

    /// Returns the given stages. If there is only one and it names a file with a list of stages, returns the stages in
    /// the file.
    func listed(_ stages: [StageText]) throws(InputError) -> [StageText] {
        guard stages.count == 1, stages[0].parameters.isEmpty else { return stages }
        return try lists(stages[0].name) ?? stages
    }

    /// Returns the estimator with this name; `nil` if the name is unknown.
    ///
    /// - Throws: `InputError` if an estimator outside Sextant cannot be used.
    func estimator(named name: String) throws(InputError) -> EstimatorEntry? {
        if let entry = linkedEstimator(named: name) { return entry }
        return try outside(name)
    }

    func linkedEstimator(named name: String) -> EstimatorEntry? { estimators.first { $0.name == name } }

    func filter(named name: String) -> FilterEntry? { filters.first { $0.name == name } }

    /// The names of all listed stages.
    var names: [String] { Self.names(estimators, filters) }

    private static func names(_ estimators: [EstimatorEntry], _ filters: [FilterEntry]) -> [String] {
        estimators.map(\.name) + filters.map(\.name) + StreamStageCatalogue.entries.map(\.name)
    }

    /// Returns the parameters of a stage of any kind; empty if the name is unknown.
    func descriptors(ofStage name: String) -> [ParameterDescriptor] {
        StreamStageCatalogue.entry(named: name)?.parameters ?? linkedEstimator(named: name)?.parameters
            ?? filter(named: name)?.parameters ?? []
    }

    /// Returns the keys that can be set for a stage of any kind: its parameters and, for an estimator, `driver`.
    func settings(ofStage name: String) -> [String] {
        descriptors(ofStage: name).map(\.name)
            + (linkedEstimator(named: name) == nil ? [] : [StageReader.driverKey])
    }
}
