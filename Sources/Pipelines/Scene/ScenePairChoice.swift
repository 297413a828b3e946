import SensorModel

/// The selection of the pairs of estimates whose angles are averaged.
///
/// It has the options of Yandex 2017, section "Coordinate system adjustment", and all pairs.
public enum ScenePairChoice: Sendable, Hashable {
    /// All pairs.
    case all
    /// A fraction of all pairs in (0, 1], drawn without replacement; at least one.
    case random(share: Double, seed: UInt64)
    /// Each estimate in at most one pair: the oldest with the one half a buffer later, and so on. On a straight path
    /// these pairs have the largest distances. The document does not define the pairs.
    case disjoint
    /// The fraction of all pairs in (0, 1] with the largest weights; at least one. Of equal weights it prefers the
    /// earlier pair.
    case heaviest(share: Double)
}

extension ScenePairChoice {
    /// The seed of random pairs; 0 for other selections.
    var seed: UInt64 { if case .random(_, let seed) = self { seed } else { 0 } }

    /// The selected pairs of `count` estimates, in the order of time.
    ///
    /// - Parameters:
    ///   - count: number of estimates.
    ///   - generator: source of random numbers.
    ///   - weight: weight of a pair.
    func pairs(
        of count: Int,
        drawingWith generator: inout SplitMix64,
        weight: (_ first: Int, _ second: Int) -> Double
    ) -> [ScenePair] {
        if case .disjoint = self {
            return (0..<count / 2).map { ScenePair($0, $0 + count / 2, weight: weight($0, $0 + count / 2)) }
        }
        var pairs: [ScenePair] = []
        for first in 0..<count {
            for second in first + 1..<max(count, first + 1) {
                pairs.append(ScenePair(first, second, weight: weight(first, second)))
            }
        }
        switch self {
        case .all, .disjoint:
            return pairs
        case .random(let share, _):
            let wanted = Self.part(share, of: pairs.count)
            // The first steps of a Fisher–Yates shuffle.
            for place in 0..<wanted {
                pairs.swapAt(place, place + generator.nextIndex(below: pairs.count - place))
            }
            return pairs.prefix(wanted).sorted { ($0.first, $0.second) < ($1.first, $1.second) }
        case .heaviest(let share):
            let order = pairs.indices.sorted { left, right in
                let (a, b) = (pairs[left].weight, pairs[right].weight)
                return a == b ? left < right : a > b
            }
            return order.prefix(Self.part(share, of: pairs.count)).sorted().map { pairs[$0] }
        }
    }

    private static func part(_ share: Double, of count: Int) -> Int {
        min(count, max(1, Int(saturating: (share * Double(count)).rounded())))
    }
}

/// Two estimates of a buffer, the earlier one first.
struct ScenePair: Sendable, Hashable {
    let first: Int
    let second: Int
    /// The distance of the fixes over the sum of their accuracies.
    let weight: Double

    init(_ first: Int, _ second: Int, weight: Double) {
        self.first = first
        self.second = second
        self.weight = weight
    }
}
