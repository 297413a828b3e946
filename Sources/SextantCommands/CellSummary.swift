import Evaluation
import SensorModel

/// What a run of an experiment did, in a few lines.
struct CellSummary {
    let outcome: ExperimentOutcome
    let took: Duration
    let folder: String

    init(_ outcome: ExperimentOutcome, took: Duration, folder: String) {
        self.outcome = outcome
        self.took = took
        self.folder = folder
    }

    var text: String {
        let progress = outcome.progress
        let seconds = took.seconds
        var words = "\(progress.ran) \(progress.ran == 1 ? "cell" : "cells") run in \(TimeText.exact(took))"
        if progress.ran > 0, seconds > 0.1 { words += ", \(Int(saturating: Double(progress.ran) / seconds)) a second" }
        if progress.found > 0 { words += "; \(progress.found) were there" }
        if progress.failed > 0 { words += "; \(progress.failed) of recordings that cannot be evaluated are left out" }
        let left = progress.total - progress.done
        if left > 0 { words += "; \(left) are left, go on with --resume" }
        return "\(words)\nresults in \(folder)\n"
    }
}
