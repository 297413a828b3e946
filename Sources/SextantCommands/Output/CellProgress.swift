import Evaluation
import Experiments
import SensorModel
import Synchronization

/// The progress of an experiment, its speed and the time left: one line on a terminal, nothing in a pipe.
final class CellProgress: Sendable {
    private let line: ProgressLine
    private let isShown: Bool
    private let start = ContinuousClock.now
    private let lastShown: Mutex<ContinuousClock.Instant>

    init(isQuiet: Bool) {
        isShown = Terminal.errorIsTerminal && !isQuiet
        line = ProgressLine(isQuiet: isQuiet)
        lastShown = Mutex(start - .seconds(1))
    }

    /// Redraws the line, at most five times a second.
    func update(_ progress: ExperimentProgress) {
        guard isShown else { return }
        let now = ContinuousClock.now
        let isDue = lastShown.withLock { last in
            guard now - last >= .milliseconds(200) || progress.done == progress.total else { return false }
            last = now
            return true
        }
        if isDue { line.show(Self.text(progress, after: start.duration(to: now))) }
    }

    func end() { line.end() }

    /// The line's text.
    static func text(_ progress: ExperimentProgress, after elapsed: Duration) -> String {
        let seconds = elapsed.seconds
        var words = "\(progress.done)/\(progress.total) cells"
        if progress.found > 0 { words += ", \(progress.found) already done" }
        guard progress.ran > 0, seconds > 0 else { return words }
        let rate = Double(progress.ran) / seconds
        if let text = TimeText.rate(rate) { words += ", \(text)" }
        guard progress.done < progress.total else { return words }
        return words + ", about \(TimeText.rough(Double(progress.total - progress.done) / rate)) left"
    }
}
