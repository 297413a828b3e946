package import SensorModel

/// A filter with declared parameters, which determine ``maximumGap`` and ``reset()``.
package protocol DeclaredFilter: Filter {
    associatedtype Parameters: FilterParameters

    var parameters: Parameters { get }

    /// Creates a filter in the initial state.
    init(_ parameters: Parameters)
}

/// The parameters of a filter that restarts after a gap.
package protocol FilterParameters: DeclaredParameters {
    /// The longest interval between two samples, in seconds, that does not restart the filter.
    var maximumGap: Seconds { get }
}

extension DeclaredFilter {
    /// The longest interval between two samples, in seconds, that does not restart the filter.
    public var maximumGap: Seconds { parameters.maximumGap }

    /// Restores the initial state: no samples, no counts.
    public mutating func reset() { self = Self(parameters) }
}
