public import SensorFilters
public import SensorModel

/// The estimators that a SPEC can name: those of the catalogue, and estimators from outside.
///
/// ```swift
/// let lookup = EstimatorLookup { name throws(ParameterError) in name == "mine" ? mine : nil }
/// let specification = try PipelineSpecification(parsing: "mine+lowPass", estimators: lookup)
/// ```
public struct EstimatorLookup: Sendable {
    /// The estimators of the catalogue alone.
    public static let catalogue = EstimatorLookup { _ throws(ParameterError) in nil }

    private let outside: @Sendable (String) throws(ParameterError) -> EstimatorEntry?

    /// Creates a lookup.
    ///
    /// - Parameter outside: returns the estimator from outside with this name in a SPEC; nil for another name.
    public init(outside: @escaping @Sendable (_ name: String) throws(ParameterError) -> EstimatorEntry?) {
        self.outside = outside
    }

    /// The estimator with this name in a SPEC; nil for an unknown name.
    ///
    /// - Throws: ``SensorModel/ParameterError`` for an estimator from outside that cannot be used.
    func entry(named name: String) throws(ParameterError) -> EstimatorEntry? {
        if let entry = EstimatorCatalogue.entry(named: name) { return entry }
        return try outside(name)
    }
}
