import Evaluation

/// A progress line on standard error that is redrawn in place; nothing in a pipe.
struct ProgressLine {
    private let isShown: Bool
    private let start = ContinuousClock.now

    init(isQuiet: Bool) {
        isShown = Terminal.errorIsTerminal && !isQuiet
    }

    /// Shows that recordings are being read.
    func begin(_ total: Int) {
        show("reading \(total) recording\(total == 1 ? "" : "s") …")
    }

    /// Shows the progress of an evaluation.
    func update(_ progress: EvaluationProgress) {
        update(done: progress.done, of: progress.total, "recordings", name: progress.name)
    }

    /// Shows the number of finished items and the estimated time left.
    ///
    /// - Parameters:
    ///   - done: The number of finished items, at least 1.
    ///   - total: The number of all items.
    ///   - noun: The word for the items.
    ///   - name: The name of the last finished item.
    func update(done: Int, of total: Int, _ noun: String, name: String = "") {
        let left = start.duration(to: .now) / done * (total - done)
        let time = done < total ? ", about \(left.components.seconds) s left" : ""
        show("\(done)/\(total) \(noun)\(time)  \(name.suffix(40))")
    }

    /// Clears the line.
    func end() {
        show("")
    }

    /// Replaces the line.
    func show(_ text: String) {
        if isShown { Terminal.redrawError(text) }
    }
}
