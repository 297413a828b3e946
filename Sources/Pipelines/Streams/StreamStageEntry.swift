public import SensorModel

/// A stage at the start of a pipeline, in the catalogue: what it is called, what it is, and what it takes.
public struct StreamStageEntry: Sendable {
    public let name: String
    /// One line for listings.
    public let summary: String
    /// Where it comes from.
    public let source: String
    public let parameters: [ParameterDescriptor]

    /// The complete parameters for what a SPEC gives.
    public func values(_ texts: [String: String]) throws(ParameterError) -> ParameterValues {
        try ParameterValues(texts, for: parameters, of: name, listing: "see 'sextant list pipelines'")
    }
}
