import SensorModel

/// A free parameter whose best value is the smallest or the largest that was tried: a better one may lie beyond.
public struct GridEdge: Sendable, Hashable {
    public enum Side: String, Sendable, Hashable {
        case smallest
        case largest
    }

    /// Of fewer values one is always at an edge.
    static let fewestValues = 3

    public let parameter: String
    public let side: Side
    public let value: Double

    /// The numeric parameters of a setting that lie at the edge of those of all settings, by name. Parameters of which
    /// fewer than three values were tried have no edge.
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
    /// The number of a value that is one.
    fileprivate var asNumber: Double? {
        if case .number(let number) = self { number } else { nil }
    }
}
