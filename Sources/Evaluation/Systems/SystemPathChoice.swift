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
    private static let sufficientShare = 0.8
    /// The number of samples of a day, the limit.
    private static let maximumSamples = 86_400 * rate

    /// The rank of a place: places that are visible long enough by their path, then the other places by their
    /// visibility.
    private struct Score: Comparable {
        var samples = 0
        /// The length of the path in pixels.
        var length = 0.0
        var isSufficient = false

        static func < (left: Score, right: Score) -> Bool {
            if left.isSufficient != right.isSufficient { return right.isSufficient }
            return left.isSufficient ? left.length < right.length : left.samples < right.samples
        }
    }

    /// The first of the best choices; nil where the camera sees no place.
    func best(
        in search: ClosedRange<Seconds>,
        seenBy meter: ScreenMeter
    ) -> (place: Int, span: ClosedRange<Seconds>)? {
        let samples = samples(over: search, through: meter)
        let width = min(Int(saturating: (duration * Double(Self.rate)).rounded(.up)), max(samples.count, 1))
        var best: (place: Int, start: Int, score: Score)?
        for start in stride(from: 0, through: max(0, samples.count - width), by: Self.rate) {
            let stretch = samples[start..<min(start + width, samples.count)]
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
    private func samples(over range: ClosedRange<Seconds>, through meter: ScreenMeter) -> [[Int: ScreenPoint]] {
        var cursors = (truth: 0, position: 0)
        var storedView: PlaceView?
        let count =
            min(Int(saturating: (range.upperBound - range.lowerBound) * Double(Self.rate)), Self.maximumSamples) + 1
        return (0..<count).map { number in
            let time = range.lowerBound + Double(number) / Double(Self.rate)
            let position = meter.truth.position(at: time, from: &cursors.position) ?? meter.station
            guard let position,
                let orientation = meter.truth.orientations?.orientation(at: time, from: &cursors.truth)
            else { return [:] }
            if storedView?.position != position { storedView = meter.exactView(from: position) }
            guard var view = storedView else { return [:] }
            storedView = nil
            let shown = place.map { [view.place($0, orientation)] } ?? view.visible(orientation)
            storedView = view
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
        for sample in stretch {
            for (place, point) in sample {
                var score = scores[place] ?? Score()
                score.samples += 1
                score.length += before[place].map { $0.distance(to: point) } ?? 0
                score.isSufficient = Double(score.samples) >= Self.sufficientShare * Double(width)
                scores[place] = score
            }
            before = sample
        }
        return scores.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
}
