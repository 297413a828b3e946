import CBuildInfo
import Evaluation

/// Which Sextant this is.
enum ToolVersion {
    static let number = "0.1.0"

    /// The source revision that was built; "unknown" where the build did not say.
    static let revision = String(cString: sextant_build_revision())

    /// The same in results.
    static let tool = EvaluationResults.Tool(version: number, revision: revision)

    static let description = "sextant \(number) (\(revision))"
}
