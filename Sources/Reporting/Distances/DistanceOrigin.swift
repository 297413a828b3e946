import Evaluation
import Geodesy
import SensorModel

/// What was compared, in words.
struct DistanceOrigin {
    let results: DistanceResults

    var pairs: String {
        let count = results.statistics.pairs
        let noun = count == 1 ? "pair" : "pairs"
        switch results.source {
        case .random(let pairs): return "\(count) random \(noun), seed \(pairs.seed)"
        case .pairs(let file): return "\(file): \(count) \(noun)"
        case .from(let point, let file):
            return "\(file): \(count) \(count == 1 ? "point" : "points") from "
                + "\(NumberText.exact(point.latitudeDegrees)),\(NumberText.exact(point.longitudeDegrees))"
        case .along(let file): return "\(file): \(count) \(count == 1 ? "leg" : "legs")"
        }
    }

    /// How long the way is, where it is one; a line for the reference and one for each formula, with its error.
    var totals: [(name: String, length: String, error: String)] {
        guard case .along = results.source else { return [] }
        let statistics = results.statistics
        let reference = statistics.totalDistance
        let formulas = statistics.formulas.indices.map { formula in
            let total = statistics.totalDistance(formula: formula)
            let error = total.map { total in
                (total < reference ? "-" : "+") + BandText.error((total - reference).magnitude)
            }
            return (statistics.formulas[formula].name, Self.length(total), error ?? "–")
        }
        return [("reference", Self.length(reference), "")] + formulas
    }

    private static func length(_ metres: Metres?) -> String {
        guard let metres else { return "–" }
        return metres < 1e8 ? NumberText.fixed(metres, decimals: 3) + " m" : NumberText.short(metres / 1e3) + " km"
    }
}
