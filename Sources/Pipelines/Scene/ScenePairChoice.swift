import SensorModel

/// Which pairs of estimates a correction is averaged over.
///
/// The ways that Yandex 2017 names in section "Coordinate system adjustment", and all pairs.
public enum ScenePairChoice: Sendable, Hashable {
    case all
    /// A share of all pairs in (0, 1], drawn without replacement; at least one.
    case random(share: Double, seed: UInt64)
    /// Every estimate in one pair at most: the oldest with the one half the buffer later, and so on, which are as far
    /// apart as such pairs can be on a straight way. The document does not say which.
    case disjoint
    /// The share of all pairs in (0, 1] with the largest weights; at least one. Of equal weights the earlier pair.
    case heaviest(share: Double)
}

extension ScenePairChoice {
    /// Of random pairs; 0 where nothing is drawn.
    var seed: UInt64 { if case .random(_, let seed) = self { seed } else { 0 } }

    /// The pairs that are chosen of `count` estimates in the order of time, in the order of time themselves.
    ///
    /// - Parameter generator: what random pairs are drawn with.
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
