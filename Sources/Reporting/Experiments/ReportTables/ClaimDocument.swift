public import Experiments

/// The report table of claims, preceded by the count of verdicts and followed by an explanation of each claim.
public struct ClaimDocument: Sendable {
    /// The claims with their verdicts.
    public let evaluation: ClaimEvaluation

    /// Creates the table for evaluated claims.
    public init(_ evaluation: ClaimEvaluation) { self.evaluation = evaluation }

    /// The table under its definition.
    public func made(_ definition: TableDefinition) -> GeneratedTable {
        var made = GeneratedTable(definition, table: evaluation.table, inputs: [], legend: legend)
        made.summary = [summary]
        return made
    }

    /// The number of claims per verdict.
    private var summary: String {
        let words: [ClaimVerdict: String] = [
            .holds: "hold", .fails: "fail", .depends: "depend on a condition", .undecided: "cannot be decided",
        ]
        let counts = evaluation.counts.map { "\($0.count) \(words[$0.verdict] ?? $0.verdict.rawValue)" }
        return "Of \(evaluation.claims.count) claims, \(counts.joined(separator: ", "))."
    }

    private var legend: [(name: String, meaning: String)] {
        evaluation.claims.map { claim in
            var sentences = ([claim.remark] + evaluation.reasons(claim)).filter { !$0.isEmpty }
                .map { MarkdownText.escaped($0.hasSuffix(".") ? $0 : $0 + ".") }
            if let command = evaluation.command(claim) { sentences.append("`\(command)`") }
            return (claim.name, sentences.joined(separator: " "))
        }
    }
}
