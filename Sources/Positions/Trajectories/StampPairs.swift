import SensorModel

/// The pairs of each stamp of a sparse sequence with the nearest stamp of a dense sequence, within a limit.
struct StampPairs {
    /// Indices in the sparse sequence, ascending.
    private(set) var sparse: [Int] = []
    /// Indices in the dense sequence, one for each of ``sparse``, never descending.
    private(set) var dense: [Int] = []
    /// The number of pairs that share their dense stamp with the pair before.
    private(set) var repeated = 0

    var count: Int { sparse.count }

    /// Pairs two sequences that do not decrease; `shift` is added to the dense stamps. O(n + m).
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

    /// The index of the stamp nearest to `stamp`, or nil where it is further away than `limit`.
    ///
    /// `later` is the index of the first stamp after `stamp`. Of two equally near stamps, the earlier one is used.
    private static func nearest(
        to stamp: Seconds,
        _ later: Int,
        _ others: [Seconds],
        _ shift: Seconds,
        _ limit: Seconds
    ) -> Int? {
        // After the last stamp, the last two stamps are compared.
        let upper = min(later, others.count - 1)
        let above = others[upper] + shift - stamp
        let below = upper > 0 ? stamp - (others[upper - 1] + shift) : .infinity
        if above <= limit, above < below { return upper }
        return below <= limit && below <= above ? upper - 1 : nil
    }

    /// The elements at these indices, without a copy where the indices are all of them.
    func select<Element>(_ elements: [Element], _ places: [Int]) -> [Element] {
        let isWhole = places.count == elements.count && zip(places, places.indices).allSatisfy { $0 == $1 }
        return isWhole ? elements : places.map { elements[$0] }
    }
}
