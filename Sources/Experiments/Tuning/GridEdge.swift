import SensorModel

/// A free parameter whose best value is the smallest or the largest one tried. A better value may be beyond it.
public struct GridEdge: Sendable, Hashable {
    /// The edge of the tried values.
    public enum Side: String, Sendable, Hashable {
        /// The smallest tried value.
        case smallest
        /// The largest tried value.
        case largest
    }

    /// The least number of tried values. With two, the best is always at an edge.
    static let fewestValues = 3

    /// The name of the parameter.
    public let parameter: String
    /// The edge at which the best value is.
    public let side: Side
    /// The best value.
    public let value: Double

    package init(parameter: String, side: Side, value: Double) {
        self.parameter = parameter
        self.side = side
        self.value = value
    }

    /// The numeric parameters of a setting with the smallest or largest value of all settings, by name. Parameters with
    /// fewer than three tried values have no edge.
    static func edges(of setting: CellTable.Setting, among settings: [CellTable.Setting]) -> [GridEdge] {
        setting.parameters.keys.sorted().compactMap { name in
            guard case .number(let value) = setting.parameters[name] else { return nil }
            let tried = Set(settings.compactMap { $0.parameters[name] }.compactMap(\.asNumber))
            guard tried.count >= fewestValues, let least = tried.min(), let most = tried.max() else { return nil }
            if value == least { return GridEdge(parameter: name, side: .smallest, value: value) }
            return value == most ? GridEdge(parameter: name, side: .largest, value: value) : nil
        }
    }
}

extension ParameterValue {
    /// The number; nil for a word.
    fileprivate var asNumber: Double? {
        if case .number(let number) = self { number } else { nil }
    }
}
