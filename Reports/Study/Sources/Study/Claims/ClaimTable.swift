import Evaluation
import Experiments
import Recordings
import Reporting
import SensorModel
import SensorSimulation

/// The report table of claims. The number of claims per verdict precedes it, and an explanation of each claim follows.
package struct ClaimTable: TableContent {
    static let kind = "claims"
    package static let program = Study.program

    /// The claims in the order of the definition.
    package let claims: [Claim]

    init(_ value: YAMLValue, catalogue: DefinitionCatalogue) throws(InputError) {
        claims = try value.claims()
    }

    /// Measures all claims. Each recording is simulated once.
    func make(_ definition: TableDefinition, in context: TableContext) async throws -> GeneratedTable {
        var evaluation = ClaimEvaluation(claims)
        let total = evaluation.batches.reduce(0) { $0 + $1.simulations.count }
        var done = 0
        for batch in evaluation.batches {
            let numbers = batch.simulations.indices.map(String.init)
            let outcome = await BatchEvaluation(
                subjects: batch.subjects,
                options: batch.options,
                jobs: context.jobs,
                failsFast: true
            ).evaluate(
                numbers,
                read: { number in batch.simulations[Int(number) ?? 0].recording() },
                report: { [done] progress in
                    context.report(done: done + progress.done, of: total, "recordings", table: definition.name)
                }
            )
            if let failure = outcome.failures.first { throw failure.error }
            done += numbers.count
            evaluation.set(outcome.outcomes.map(\.run), of: batch)
        }
        for batch in evaluation.sceneBatches {
            let scenes = try batch.simulations.map { simulation in
                let recording = simulation.recording()
                return try batch.methods.map {
                    try SceneEvaluation(recording, path: recording.name, options: $0.options)
                }
            }
            evaluation.set(scenes, of: batch)
        }
        var made = GeneratedTable(definition, table: evaluation.table, inputs: [], legend: Self.legend(evaluation))
        made.summary = [Self.summary(evaluation)]
        return made
    }

    /// Returns the number of claims per verdict, in a sentence.
    private static func summary(_ evaluation: ClaimEvaluation) -> String {
        let words: [ClaimVerdict: String] = [
            .holds: "hold", .fails: "fail", .depends: "depend on a condition", .undecided: "cannot be decided",
        ]
        let counts = evaluation.counts.map { "\($0.count) \(words[$0.verdict] ?? $0.verdict.rawValue)" }
        return "Of \(evaluation.claims.count) claims, \(counts.joined(separator: ", "))."
    }

    private static func legend(_ evaluation: ClaimEvaluation) -> [(name: String, meaning: String)] {
        evaluation.claims.map { claim in
            var sentences = ([claim.remark] + evaluation.reasons(claim)).filter { !$0.isEmpty }
                .map { MarkdownText.escaped($0.hasSuffix(".") ? $0 : $0 + ".") }
            if let command = evaluation.command(claim) { sentences.append("`\(command)`") }
            return (claim.name, sentences.joined(separator: " "))
        }
    }
}
