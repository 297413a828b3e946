import Evaluation
import ExperimentDatabase

/// What a search found, in a line.
struct SearchText {
    let line: String

    init(_ outcome: ExperimentSearch<ExperimentStore>.Outcome) {
        let metric = outcome.request.metric.rawValue
        var words = "Search by \(outcome.request.plan.method.rawValue) for the best mean \(metric) of \(outcome.family)"
        words += " (\(outcome.conditions.prefix { $0 != "," })): "
        if let best = outcome.best, let mean = outcome.mean {
            words += "\(best) with \((mean * 1e6).rounded() / 1e6)"
        } else {
            words += "nothing that was measured over all recordings"
        }
        let settings = "\(outcome.evaluations) \(outcome.evaluations == 1 ? "setting" : "settings")"
        words += " after \(settings) and \(outcome.restarts) \(outcome.restarts == 1 ? "restart" : "restarts")"
        line = words + (outcome.end.map { ": \($0.rawValue)." } ?? ".")
    }
}
