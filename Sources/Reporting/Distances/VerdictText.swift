import Evaluation

/// One plain sentence for each formula: how far it can be trusted.
///
/// About random pairs it says up to which range every pair stayed within the tolerance, at any latitude, and where that is
/// further, below the highest limit of latitude for which it is (``DistanceStatistics/reach(formula:latitudes:)``). About
/// given pairs it only counts.
struct VerdictText {
    let results: DistanceResults

    func sentence(formula: Int) -> String {
        let statistics = results.statistics
        let all = statistics.figures(formula: formula)
        var sentence: String
        if case .random = results.source {
            sentence = reach(formula)
        } else {
            let limit = BandText.tolerance(statistics.tolerance)
            let answered = all.error.count
            sentence =
                all.outside == 0
                ? "within \(limit) for all \(answered) pairs"
                : "off by more than \(limit) for \(all.outside) of \(answered) pairs"
            if let error = all.error.maximum {
                let isNothing = error <= BandFigures.errorResolution
                sentence += isNothing ? ", less than 1 µm off" : ", at most \(BandText.error(error)) off"
            } else {
                sentence = "no distance for any pair"
            }
        }
        if all.withoutAnswer > 0 { sentence += "; no answer for \(all.withoutAnswer) of \(all.pairs) pairs" }
        return sentence
    }

    private func reach(_ formula: Int) -> String {
        let statistics = results.statistics
        let start = "good to \(BandText.tolerance(statistics.tolerance)) "
        let anywhere = statistics.reach(formula: formula)
        if anywhere == RangeBand.all.last { return start + "at any range and latitude" }
        let further = LatitudeBand.all.indices.reversed().lazy.compactMap { count in
            statistics.reach(formula: formula, latitudes: count).map { (LatitudeBand.all[count].lowerDegrees, $0) }
        }.first { $0.1.upper > anywhere?.upper ?? 0 }
        let more = further.map { limit, range in
            (range == RangeBand.all.last ? "at any range" : "up to " + BandText.length(range.upper))
                + " below \(NumberText.exact(limit))° latitude"
        }
        guard let anywhere else { return start + (more ?? "nowhere") }
        return start + "up to \(BandText.length(anywhere.upper)) at any latitude" + (more.map { ", \($0)" } ?? "")
    }
}
