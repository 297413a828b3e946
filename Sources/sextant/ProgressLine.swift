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
        let left = start.duration(to: .now) / progress.done * (progress.total - progress.done)
        let time = progress.done < progress.total ? ", about \(left.components.seconds) s left" : ""
        show("\(progress.done)/\(progress.total) recordings\(time)  \(progress.name.suffix(40))")
    }

    /// Takes the line away.
    func end() {
        show("")
    }

    private func show(_ text: String) {
        if isShown { Terminal.printError("\r\u{1B}[2K\(text)") }
    }
}
