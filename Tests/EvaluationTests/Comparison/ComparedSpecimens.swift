import Evaluation
import Recordings
import SensorModel

/// Results for comparisons.
enum ComparedSpecimens {
    /// A run with these figures; all other metrics are unmeasured.
    static func run(
        _ recording: String,
        _ pipeline: String,
        _ figures: [Metric: Double],
        sha256: String = "same",
        beta: Double = 0.1,
        reason: String = "nothing rests"
    ) -> EvaluationRun {
        var metrics = MetricValues()
        for name in MetricCatalogue.metrics { metrics.setUnmeasured(name, because: reason) }
        for (name, value) in figures { metrics.set(name, to: value) }
        return EvaluationRun(
            recording: EvaluationRun.RecordingSummary(
                name: recording,
                sha256: sha256,
                samples: 100,
                durationSeconds: 1
            ),
            pipeline: EvaluationRun.PipelineSummary(name: pipeline, parameters: ["beta": .number(beta)]),
            metrics: metrics
        )
    }

    static func results(_ runs: [EvaluationRun], startedAt: String = "2025-01-02T03:04:05Z") -> EvaluationResults {
        EvaluationResults(
            tool: ProgramVersion(version: "1.2.3", revision: "0123456789abcdef"),
            host: EvaluationResults.Host(
                system: "Debian",
                architecture: "x86_64",
                cores: 2,
                build: "release",
                jobs: 1,
                startedAt: startedAt,
                elapsedSeconds: 1
            ),
            runs: runs
        )
    }

    /// Results of one metric of one pipeline over recordings with the same content.
    static func single(
        _ metric: Metric,
        _ figures: [Double],
        sha256: String = "same",
        beta: Double = 0.1
    ) -> EvaluationResults {
        results(
            figures.enumerated().map { index, figure in
                run("walk-\(index)", "vqf", [metric: figure], sha256: sha256, beta: beta)
            }
        )
    }
}
