import Evaluation

/// One line on standard error that is drawn over itself; nothing in a pipe.
struct ProgressLine {
    private let isShown: Bool
    private let start = ContinuousClock.now

    init(isQuiet: Bool) {
        isShown = Terminal.errorIsTerminal && !isQuiet
    }

    func begin(_ total: Int) {
        show("reading \(total) recording\(total == 1 ? "" : "s") …")
    }

    func update(_ progress: EvaluationProgress) {
        update(done: progress.done, of: progress.total, "recordings", name: progress.name)
    }

    /// - Parameters:
    ///   - done: how many are, at least one.
    ///   - noun: what is counted.
    ///   - name: what was finished last.
    func update(done: Int, of total: Int, _ noun: String, name: String = "") {
        let left = start.duration(to: .now) / done * (total - done)
        let time = done < total ? ", about \(left.components.seconds) s left" : ""
        show("\(done)/\(total) \(noun)\(time)  \(name.suffix(40))")
    }

    /// Takes the line away.
    func end() {
        show("")
    }

    func show(_ text: String) {
        if isShown { Terminal.printError("\r\u{1B}[2K\(text)") }
    }
}
