import SensorModel

/// Two estimates of a buffer, the earlier one first.
struct ScenePair: Sendable, Hashable {
    let first: Int
    let second: Int
    /// Their distance over the sum of their accuracies.
    let weight: Double

    init(_ first: Int, _ second: Int, weight: Double) {
        self.first = first
        self.second = second
        self.weight = weight
    }
}
