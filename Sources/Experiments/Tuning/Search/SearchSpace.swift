public import SensorModel

/// The box of a search, with an axis per parameter.
public struct SearchSpace: Sendable, Hashable {
    /// The parameters.
    public let axes: [SearchAxis]

    /// Creates a space.
    ///
    /// - Throws: `ParameterError` without an axis, and for two axes with the same name.
    public init(_ axes: [SearchAxis]) throws(ParameterError) {
        guard !axes.isEmpty else {
            throw ParameterError(
                found: "a search without parameters",
                expected: "at least one",
                remedy: "give a parameter and its range"
            )
        }
        var known: Set<String> = []
        for axis in axes where !known.insert(axis.name).inserted {
            throw ParameterError(
                found: "'\(axis.name)' twice",
                expected: "each parameter once",
                remedy: "remove one of them"
            )
        }
        self.axes = axes
    }

    /// The number of points; nil for a continuous space.
    var count: Double? {
        let counts = axes.compactMap(\.count)
        return counts.count == axes.count ? counts.reduce(1, *) : nil
    }

    /// The parameters' values at a point of the unit box.
    func point(at place: [Double]) -> [Double] { zip(axes, place).map { $0.value(at: $1) } }

    /// The point of the unit box for the parameters' values.
    func place(of point: [Double]) -> [Double] { zip(axes, point).map { $0.fraction(of: $1) } }
}
