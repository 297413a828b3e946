import Evaluation
import Reporting

extension VerbosityOptions {
    /// Writes the pictures of results, and says what is missing.
    func draw(_ results: EvaluationResults, to directory: String) async throws {
        let outcome = try await PlotFiles(directory: directory).write(results)
        for path in outcome.paths { explain("wrote \(path)") }
        if let problem = outcome.problem { note(problem) }
    }
}
