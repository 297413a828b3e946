/// How many entries of a delta did what to a store: together as many as the delta has.
public struct PlaceDeltaCounts: Sendable, Hashable {
    private var counts: [PlaceDeltaEffect: Int] = [:]

    public init() {}

    public subscript(effect: PlaceDeltaEffect) -> Int { counts[effect, default: 0] }

    public var total: Int { counts.values.reduce(0, +) }

    public mutating func add(_ effect: PlaceDeltaEffect) { counts[effect, default: 0] += 1 }

    public static func += (left: inout PlaceDeltaCounts, right: PlaceDeltaCounts) {
        left.counts.merge(right.counts, uniquingKeysWith: +)
    }
}
