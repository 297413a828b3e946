package import SensorModel

/// A filter with declared parameters, from which its catalogue entry, ``maximumGap`` and ``reset()`` follow.
package protocol DeclaredFilter: Filter {
    associatedtype Parameters: FilterParameters

    var parameters: Parameters { get }

    /// Creates a filter in the initial state.
    init(_ parameters: Parameters)
}

/// The parameters of a filter that restarts after a gap.
package protocol FilterParameters: DeclaredParameters {
    /// The maximum interval between two samples in seconds. A longer interval restarts the filter.
    var maximumGap: Seconds { get }
}

extension DeclaredFilter {
    /// The maximum interval between two samples in seconds. A longer interval restarts the filter.
    public var maximumGap: Seconds { parameters.maximumGap }

    /// Restores the initial state: no samples, no counts.
    public mutating func reset() { self = Self(parameters) }
}
