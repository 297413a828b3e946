public import SensorModel

/// The box in which a search looks: one axis per parameter.
public struct SearchSpace: Sendable, Hashable {
    public let axes: [SearchAxis]

    /// - Throws: `ParameterError` for no axis, and for two of the same name.
    public init(_ axes: [SearchAxis]) throws(ParameterError) {
        guard !axes.isEmpty else {
            throw ParameterError(
                found: "a search over no parameter",
                expected: "at least one",
                remedy: "give a parameter and the range in which it is looked for"
            )
        }
        var known: Set<String> = []
        for axis in axes where !known.insert(axis.name).inserted {
            throw ParameterError(
                found: "'\(axis.name)' twice",
                expected: "each parameter once",
                remedy: "leave one of them out"
            )
        }
        self.axes = axes
    }

    /// How many points there are; nil of a continuum.
    var count: Double? {
        let counts = axes.compactMap(\.count)
        return counts.count == axes.count ? counts.reduce(1, *) : nil
    }

    /// The parameters' values at a place of the unit box.
    func point(at place: [Double]) -> [Double] { zip(axes, place).map { $0.value(at: $1) } }

    /// The place in the unit box of parameters' values.
    func place(of point: [Double]) -> [Double] { zip(axes, point).map { $0.fraction(of: $1) } }
}
