import Pipelines
import SensorModel

/// Chooses the place and the stretch of a recording that a picture shows best: seen for most of the stretch, and moving
/// most.
struct SystemPathChoice {
    /// nil for any.
    let place: Int?
    let duration: Seconds

    /// Looks are taken so often, in looks per second; stretches begin on whole seconds after the first look.
    private static let rate = 10
    /// Of a stretch's looks, that a place has to be seen in to be preferred for its way.
    private static let enough = 0.8
    /// Those of a day: what lies later is not looked at.
    private static let mostLooks = 86_400 * rate

    /// What is seen long enough comes first, and of it what moves more; of the rest what is seen longer.
    private struct Score: Comparable {
        var looks = 0
        /// In pixels.
        var way = 0.0
        var isEnough = false

        static func < (left: Score, right: Score) -> Bool {
            if left.isEnough != right.isEnough { return right.isEnough }
            return left.isEnough ? left.way < right.way : left.looks < right.looks
        }
    }

    /// The first of the best; nil where the camera sees nothing.
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

    /// The pixels of the places that the camera sees, at each look.
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

    /// In the order of the places.
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
