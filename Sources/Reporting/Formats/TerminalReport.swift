public import Evaluation

/// The results as text for a terminal: a table per recording, the means over recordings, and explanations.
///
/// A `*` follows the best figure of a column, and all figures that look the same at the shown precision. A missing value
/// is `–` with a footnote. A mean over recordings is the arithmetic mean of the recordings' figures, of RMS figures, too,
/// as in BROAD (Laidig et al. 2021). It excludes recordings without a figure, and a footnote reports their number.
public struct TerminalReport: Sendable, Hashable {
    /// The smallest supported width, in columns. A report for a narrower terminal has this width.
    public static let leastWidth = 60

    /// The maximum width of a line, in columns.
    public let width: Int
    /// Whether colour adds emphasis. No information depends on colour.
    public let colour: Bool
    /// The number of recordings above which only the hardest are listed, in one line each. The means cover all.
    public let mostRecordings: Int
    /// Whether the rows are described systems; then columns about their screens are shown, too.
    public let isOfSystems: Bool

    /// Creates a report for a terminal.
    public init(width: Int = 80, colour: Bool = false, mostRecordings: Int = 12, isOfSystems: Bool = false) {
        self.width = max(width, Self.leastWidth)
        self.colour = colour
        self.mostRecordings = mostRecordings
        self.isOfSystems = isOfSystems
    }

    /// The report, with a line end after every line.
    public func render(_ results: EvaluationResults) -> String {
        guard !results.runs.isEmpty else { return "There are no runs to report.\n" }
        return TerminalSections(results, self).lines().map { $0 + "\n" }.joined()
    }
}
