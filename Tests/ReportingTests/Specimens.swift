import Evaluation
import SensorModel

/// Results to report.
enum Specimens {
    static let noRest = "no rest of at least 0.5 s in the recording"
    static let noStep = "the recording has no step"
    static let slow = "the reference turns too little (RMS below 5 deg/s)"

    static func results(_ runs: [EvaluationRun]) -> EvaluationResults {
        EvaluationResults(
            tool: EvaluationResults.Tool(version: "1.2.3", revision: "0123456789abcdef"),
            host: EvaluationResults.Host(
                system: "Debian GNU/Linux 12 (bookworm)",
                architecture: "x86_64",
                cores: 4,
                build: "release",
                jobs: 2,
                startedAt: "2025-01-02T03:04:05Z",
                elapsedSeconds: 3.25
            ),
            runs: runs
        )
    }

    /// A run whose metrics grow from `scale`. Metrics in `unmeasured` have that reason in place of a value.
    static func run(
        _ recording: String,
        _ pipeline: String,
        scale: Double = 1,
        parameters: [String: ParameterValue] = [:],
        unmeasured: [MetricName: String] = [:],
        hasSteps: Bool = false,
        skipped: [String: Int] = [:],
        remarks: [String] = []
    ) -> EvaluationRun {
        var metrics = MetricValues()
        for (place, metric) in MetricCatalogue.metrics.enumerated() {
            let value = scale * Double(place + 1)
            metrics.set(metric.name, to: metric.isCount ? value.rounded() : value)
        }
        if !hasSteps { metrics.setUnmeasured([.stepRise, .stepSettling, .stepOvershoot], because: noStep) }
        for (metric, reason) in unmeasured { metrics.setUnmeasured(metric, because: reason) }
        return EvaluationRun(
            recording: EvaluationRun.RecordingSummary(
                name: recording,
                sha256: String(repeating: "0123456789abcdef", count: 4),
                samples: 6_240,
                durationSeconds: 62.4
            ),
            pipeline: EvaluationRun.PipelineSummary(name: pipeline, parameters: parameters),
            orientations: 6_238,
            metrics: metrics,
            skipped: skipped,
            remarks: remarks
        )
    }

    /// Three recordings, three pipelines, with everything that a report has to say.
    static let walk = results(
        ["walk-01", "walk-02", "stairs"].enumerated().flatMap { place, recording in
            let factor = [1, 1.1, 1.7][place]
            let unmeasured: [MetricName: String] = place == 2 ? [.stillRMS: noRest, .lag: slow] : [:]
            return [
                run(
                    recording,
                    "triad",
                    scale: 1.23 * factor,
                    parameters: ["driver": .word("accelerometer")],
                    unmeasured: unmeasured,
                    skipped: ["reference samples that are no truth": 12],
                    remarks: ["turned from magnetic to true north by a declination of 2.4 deg"]
                ),
                run(
                    recording,
                    "madgwick:beta=0.1",
                    scale: 0.012 * factor,
                    parameters: ["beta": .number(0.1), "driver": .word("gyroscope")],
                    unmeasured: unmeasured,
                    skipped: ["reference samples that are no truth": 12],
                    remarks: ["turned from magnetic to true north by a declination of 2.4 deg"]
                ),
                run(
                    recording,
                    "triad+derivativeSmoother:stabiliser=5deg/s+lowPass:cutoff=5Hz",
                    scale: 0.9 / factor,
                    parameters: ["cutoff": .number(5), "stabiliser": .number(5)],
                    unmeasured: unmeasured,
                    skipped: ["reference samples that are no truth": 12, "samples before the first orientation": 3]
                ),
            ]
        }
    )

    /// Names that are long, wide, or mean something to a terminal or to Markdown.
    static let nastyNames = [
        "a",
        "complementary:alpha=0.98,beta=0.0123456789|oneEuro:minCutoff=1,beta=0.007,derivativeCutoff=1+slerp:factor=0.5",
        String(repeating: "unbreakable", count: 20),
        "姿勢推定フィルタ+低域通過フィルタ:遮断周波数=5+姿勢推定フィルタ+低域通過フィルタ:遮断周波数=5+平均",
        "👨‍👩‍👧‍👦+🧭🧭🧭🧭🧭🧭🧭🧭🧭🧭🧭🧭🧭🧭🧭🧭🧭🧭🧭🧭🧭🧭🧭🧭🧭🧭🧭🧭🧭🧭🧭🧭🧭",
        "**bold** | _pipe_ `code` <b>&amp;</b> [link](x)",
        "line\nend\r\nand \u{1B}[31mred\u{1B}[0m \u{202E}backwards",
        "",
    ]

    static let nasty = results(
        nastyNames.flatMap { recording in
            nastyNames.enumerated().map { place, pipeline in
                run(
                    recording,
                    pipeline,
                    scale: [1e-5, 0.5, 7.77, 123.4, 9_999.96, 1.5e8, 1e300, 3][place],
                    unmeasured: place == 1
                        ? [.stillRMS: nastyNames[2], .lag: nastyNames[1], .totalRMSE: nastyNames[3]] : [:],
                    skipped: [nastyNames[1]: place + 1],
                    remarks: [nastyNames[3], nastyNames[5]]
                )
            }
        }
    )
}
