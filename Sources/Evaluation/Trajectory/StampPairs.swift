import SensorModel

/// For each stamp of a sparse sequence the nearest one of a dense sequence, where that is near enough.
struct StampPairs {
    /// Places in the sparse sequence, ascending.
    private(set) var sparse: [Int] = []
    /// Places in the dense sequence, as many, never descending.
    private(set) var dense: [Int] = []
    /// Pairs with the dense stamp of the pair before.
    private(set) var repeated = 0

    var count: Int { sparse.count }

    /// `shift` is added to the dense stamps. Both sequences do not run backward. O(n + m).
    init(sparse stamps: [Seconds], dense others: [Seconds], shift: Seconds, limit: Seconds) {
        sparse.reserveCapacity(stamps.count)
        dense.reserveCapacity(stamps.count)
        guard let first = others.first, let last = others.last else { return }
        let span = first + shift - limit...last + shift + limit
        var later = 0
        for (index, stamp) in stamps.enumerated() {
            guard span.contains(stamp) else { continue }
            while later < others.count, others[later] + shift <= stamp { later += 1 }
            guard let nearest = Self.nearest(to: stamp, later, others, shift, limit) else { continue }
            if nearest == dense.last { repeated += 1 }
            sparse.append(index)
            dense.append(nearest)
        }
    }

    /// The nearest of the stamps around `later`, the first one that is later than `stamp`; the earlier of two that are
    /// equally near. The stamp is at most `limit` outside the others' span.
    private static func nearest(
        to stamp: Seconds,
        _ later: Int,
        _ others: [Seconds],
        _ shift: Seconds,
        _ limit: Seconds
    ) -> Int? {
        // Behind the last stamp the last two are compared.
        let upper = min(later, others.count - 1)
        let above = others[upper] + shift - stamp
        let below = upper > 0 ? stamp - (others[upper - 1] + shift) : .infinity
        if above <= limit, above < below { return upper }
        return below <= limit && below <= above ? upper - 1 : nil
    }

    /// The elements at these places; the array itself, without a copy, where that is all of it.
    func select<Element>(_ elements: [Element], _ places: [Int]) -> [Element] {
        let isWhole = places.count == elements.count && zip(places, places.indices).allSatisfy { $0 == $1 }
        return isWhole ? elements : places.map { elements[$0] }
    }
}
