import Evaluation

/// Thins lines that consist of stretches.
enum PlotThinning {
    /// All stretches on one grid, so that many short ones take no more room than one long one.
    ///
    /// - Parameter place: where a point stands along x in the picture.
    static func thinned(
        _ stretches: [[Plot.Point]],
        bins: Int,
        place: (Double) -> Double = { $0 }
    ) -> [[Plot.Point]] {
        let points = stretches.flatMap(\.self)
        let kept = MinMaxThinning.positions(x: points.map { place($0.x) }, y: points.map(\.y), bins: bins)
        guard kept.count < points.count else { return stretches }
        var result: [[Plot.Point]] = []
        var end = 0
        var next = stretches[...]
        for position in kept {
            var isNew = result.isEmpty
            while position >= end, let stretch = next.popFirst() {
                end += stretch.count
                isNew = true
            }
            if isNew { result.append([]) }
            result[result.count - 1].append(points[position])
        }
        return result
    }
}
