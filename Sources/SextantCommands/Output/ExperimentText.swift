import Evaluation
import Experiments
import Recordings
import SensorModel

/// The summary of an experiment's run, in a few lines.
struct CellSummary {
    let outcome: ExperimentOutcome
    let took: Duration
    let folder: String

    var text: String {
        let progress = outcome.progress
        let seconds = took.seconds
        var words = "\(progress.ran) \(progress.ran == 1 ? "cell" : "cells") run in \(TimeText.exact(took))"
        if seconds > 0.1, let rate = TimeText.rate(Double(progress.ran) / seconds) { words += ", \(rate)" }
        if progress.found > 0 { words += "; \(progress.found) were already done" }
        if progress.failed > 0 {
            words += "; \(progress.failed) cells of recordings that cannot be evaluated are excluded"
        }
        let left = progress.total - progress.done
        if left > 0 { words += "; \(left) remain; continue with --resume" }
        return "\(words)\nresults in \(folder.withoutControlCharacters)\n"
    }
}

/// The outcome of a search, in one line.
struct SearchText {
    let line: String

    init(_ outcome: ExperimentSearch<ExperimentStore>.Outcome) {
        let metric = outcome.request.metric.name
        var words = "Search by \(outcome.request.plan.method.rawValue) for the best mean \(metric) of \(outcome.family)"
        words += " (\(outcome.preparation)): "
        if let best = outcome.best, let mean = outcome.mean {
            words += "\(best) with \((mean * 1e6).rounded() / 1e6)"
        } else {
            words += "no setting was measured over all recordings"
        }
        let settings = "\(outcome.evaluations) \(outcome.evaluations == 1 ? "setting" : "settings")"
        words += " after \(settings) and \(outcome.restarts) \(outcome.restarts == 1 ? "restart" : "restarts")"
        line = (words + (outcome.end.map { ": \($0.rawValue)." } ?? ".")).withoutControlCharacters
    }
}

/// Formatting of durations.
enum TimeText {
    /// Returns a rounded duration, such as "50 s", "12 min" or "3.5 h".
    ///
    /// - Parameter seconds: the duration in seconds.
    static func rough(_ seconds: Double) -> String {
        if seconds < 1 { return "1 s" }
        if seconds < 90 { return "\(Int(saturating: seconds.rounded())) s" }
        if seconds < 5_400 { return "\(Int(saturating: (seconds / 60).rounded())) min" }
        if seconds < 36_000 { return "\((seconds / 360).rounded() / 10) h" }
        return seconds < 172_800
            ? "\(Int(saturating: (seconds / 3_600).rounded())) h"
            : "\(Int(saturating: (seconds / 86_400).rounded())) days"
    }

    /// Returns a number of cells per second, such as "350 a second" or "2.5 a second", or `nil` below a tenth.
    static func rate(_ rate: Double) -> String? {
        if rate >= 10 { return "\(Int(saturating: rate)) a second" }
        let tenths = (rate * 10).rounded() / 10
        return tenths > 0 ? "\(tenths) a second" : nil
    }

    /// Returns a duration in hundredths of a second, such as "0.35 s" or "83.1 s".
    static func exact(_ duration: Duration) -> String {
        "\((duration.seconds * 100).rounded() / 100) s"
    }
}
