public import Evaluation

/// Results as text for a terminal: a table per recording, the means over the recordings, and what explains them.
///
/// The best figure of a column stands before a `*`, those that look the same at the precision shown too. What could
/// not be measured is `–` with a footnote. The mean over recordings is the arithmetic mean of the recordings'
/// figures, of RMS figures too, as in BROAD (Laidig et al. 2021); recordings without a figure are left out of
/// it, and a footnote says so.
public struct TerminalReport: Sendable, Hashable {
    /// The least width that is kept to. A report for a narrower terminal has this width.
    public static let leastWidth = 60

    /// No line takes more columns than this.
    public let width: Int
    /// Whether emphasis is shown by colour, too. Nothing is shown by colour alone.
    public let colour: Bool
    /// With more recordings than this, only the hardest of them are listed, one line each; the means cover all.
    public let mostRecordings: Int
    /// Whether described systems stand side by side, with what their screens show before what else was measured.
    public let isOfSystems: Bool

    public init(width: Int = 80, colour: Bool = false, mostRecordings: Int = 12, isOfSystems: Bool = false) {
        self.width = max(width, Self.leastWidth)
        self.colour = colour
        self.mostRecordings = mostRecordings
        self.isOfSystems = isOfSystems
    }

    /// The report, with a line end behind every line.
    public func render(_ results: EvaluationResults) -> String {
        guard !results.runs.isEmpty else { return "There are no runs to report.\n" }
        return TerminalSections(results, self).lines().map { $0 + "\n" }.joined()
    }
}
