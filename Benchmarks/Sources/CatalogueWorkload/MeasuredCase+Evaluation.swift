import Evaluation
import Pipelines
import Recordings
import Reporting
import SensorModel
import SensorSimulation

extension MeasuredCase {
    /// Runs of `triad` over 30 seconds with one metric each; `metric.none` measures no metric.
    static let metrics =
        [evaluating("none", [])]
        + MetricCatalogue.metrics.filter(\.group.isOfOrientation).map {
            evaluating($0.name, [$0])
        }

    /// All described systems over ten seconds, with all metrics.
    static let systems = SystemCatalogue.declarations.map { declaration in
        MeasuredCase(.system, [declaration.name], per: "10 s recording") {
            let recording = try simulated("walk", 10)
            let subject = EvaluationSubject.system(try DescribedSystem(declaration))
            return { count in
                var samples = 0
                for _ in 0..<count {
                    for outcome in try RecordingEvaluation.evaluate(recording, subjects: [subject]) {
                        samples += outcome.run.recording.samples
                    }
                }
                return samples
            }
        }
    }

    /// All formats of a report on two recordings and six pipelines.
    static let reports = ReportFormat.allCases.map { format in
        MeasuredCase(.report, [format.rawValue], per: "report") {
            let results = try makeResults()
            return { count in
                var bytes = 0
                for _ in 0..<count { bytes += try format.content(results).count }
                return bytes
            }
        }
    }

    private static func evaluating(_ name: String, _ metrics: Set<Metric>) -> MeasuredCase {
        MeasuredCase(.metric, [name], per: "30 s recording") {
            var options = EvaluationOptions()
            options.metrics = metrics
            let sweep = RecordingSweep(try simulated("step-yaw", 30), options: options)
            let specification = try PipelineSpecification(parsing: "triad")
            return { count in
                var samples = 0
                for _ in 0..<count {
                    for run in try sweep.evaluate([specification]) { samples += run.recording.samples }
                }
                return samples
            }
        }
    }

    private static func simulated(_ scenario: String, _ duration: Seconds) throws -> Recording {
        let scenario = try ScenarioCatalogue.scenario(scenario, duration: duration)
        return Simulation(scenario, noise: try NoiseCatalogue.noise(named: "nexus5"), seed: 1).recording()
    }

    private static func makeResults() throws -> EvaluationResults {
        let pipelines = try ["triad", "gyroscope", "madgwick", "mahony", "vqf", "triad+oneEuro"].map {
            try PipelineSpecification(parsing: $0)
        }
        let runs = try ["pan", "step-yaw"].flatMap { scenario in
            try RecordingEvaluation.evaluate(try simulated(scenario, 10), pipelines: pipelines).map(\.run)
        }
        let tool = ProgramVersion(version: "0", revision: "unknown")
        let host = EvaluationResults.Host(
            system: "any",
            architecture: "any",
            cores: 1,
            build: "release",
            jobs: 1,
            startedAt: "2000-01-01T00:00:00Z",
            elapsedSeconds: 1
        )
        return EvaluationResults(tool: tool, host: host, runs: runs)
    }
}
