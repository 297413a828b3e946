import Pipelines
import SensorModel

/// The choice of the place and the span that a picture shows best: visible for most of the span, with the longest path.
struct SystemPathChoice {
    /// The index of the place; nil to choose it.
    let place: Int?
    let duration: Seconds

    /// The number of samples per second. Spans begin on whole seconds after the first sample.
    private static let rate = 10
    /// The share of a span's samples in which a place must be visible for its path to count.
    private static let enough = 0.8
    /// The number of samples of a day, the limit.
    private static let mostLooks = 86_400 * rate

    /// The rank of a place: places that are visible long enough by their path, then the other places by their
    /// visibility.
    private struct Score: Comparable {
        var looks = 0
        /// The length of the path in pixels.
        var way = 0.0
        var isEnough = false

        static func < (left: Score, right: Score) -> Bool {
            if left.isEnough != right.isEnough { return right.isEnough }
            return left.isEnough ? left.way < right.way : left.looks < right.looks
        }
    }

    /// The first of the best choices; nil where the camera sees no place.
    func best(
        in search: ClosedRange<Seconds>,
        seenBy meter: ScreenMeter
    ) -> (place: Int, span: ClosedRange<Seconds>)? {
        let looks = looks(over: search, through: meter)
        let width = min(Int(saturating: (duration * Double(Self.rate)).rounded(.up)), max(looks.count, 1))
        var best: (place: Int, start: Int, score: Score)?
        for start in stride(from: 0, through: max(0, looks.count - width), by: Self.rate) {
            let stretch = looks[start..<min(start + width, looks.count)]
            for (place, score) in scores(of: stretch, width: width) where best.map({ $0.score < score }) ?? true {
                best = (place, start, score)
            }
        }
        return best.map { best in
            let from = search.lowerBound + Double(best.start) / Double(Self.rate)
            return (best.place, from...(from + duration))
        }
    }

    /// The pixels of the places that the camera sees, at each sample.
    private func looks(over range: ClosedRange<Seconds>, through meter: ScreenMeter) -> [[Int: ScreenPoint]] {
        var cursors = (truth: 0, position: 0)
        var kept: PlaceView?
        let count = min(Int(saturating: (range.upperBound - range.lowerBound) * Double(Self.rate)), Self.mostLooks) + 1
        return (0..<count).map { number in
            let time = range.lowerBound + Double(number) / Double(Self.rate)
            let position = meter.truth.position(at: time, from: &cursors.position) ?? meter.station
            guard let position,
                let orientation = meter.truth.orientations?.orientation(at: time, from: &cursors.truth)
            else { return [:] }
            if kept?.position != position { kept = meter.exactView(from: position) }
            guard var view = kept else { return [:] }
            kept = nil
            let shown = place.map { [view.place($0, orientation)] } ?? view.visible(orientation)
            kept = view
            let visible = shown.filter(\.placement.isVisible).compactMap { shown in
                shown.placement.point.map { (shown.place, $0) }
            }
            return Dictionary(uniqueKeysWithValues: visible)
        }
    }

    /// The scores in the order of the places.
    private func scores(of stretch: ArraySlice<[Int: ScreenPoint]>, width: Int) -> [(Int, Score)] {
        var scores: [Int: Score] = [:]
        var before: [Int: ScreenPoint] = [:]
        for look in stretch {
            for (place, point) in look {
                var score = scores[place] ?? Score()
                score.looks += 1
                score.way += before[place].map { $0.distance(to: point) } ?? 0
                score.isEnough = Double(score.looks) >= Self.enough * Double(width)
                scores[place] = score
            }
            before = look
        }
        return scores.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
}
