import Evaluation
import Recordings
import SensorModel

/// Results for tests of reports.
enum Specimens {
    static let noRest = "no rest of at least 0.5 s in the recording"
    static let noScreen = "a pipeline has no screen"
    static let noStep = "the recording has no step"
    static let slow = "the reference turns too little (RMS below 5 deg/s)"

    static func results(_ runs: [EvaluationRun]) -> EvaluationResults {
        EvaluationResults(
            tool: ProgramVersion(version: "1.2.3", revision: "0123456789abcdef"),
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

    /// A run whose metrics are multiples of `scale`. Metrics in `unmeasured` have a reason in place of a value.
    static func run(
        _ recording: String,
        _ pipeline: String,
        scale: Double = 1,
        parameters: [String: ParameterValue] = [:],
        unmeasured: [Metric: String] = [:],
        hasSteps: Bool = false,
        hasScreen: Bool = false,
        skipped: [String: Int] = [:],
        remarks: [String] = []
    ) -> EvaluationRun {
        var metrics = MetricValues()
        for (index, metric) in MetricCatalogue.metrics.enumerated() {
            let value = scale * Double(index + 1)
            metrics.set(metric, to: metric.isCount ? value.rounded() : value)
        }
        if !hasSteps { metrics.setUnmeasured([.stepRise, .stepSettling, .stepOvershoot], because: noStep) }
        for metric in MetricCatalogue.metrics where !hasScreen && [.screen, .location].contains(metric.group) {
            metrics.setUnmeasured(metric, because: noScreen)
        }
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

    /// Three recordings and three pipelines, with every kind of remark.
    static let walk: EvaluationResults = {
        var results = Specimens.results(walkRuns)
        results.command = "sextant evaluate walk-01 walk-02 stairs --pipeline triad"
        return results
    }()

    /// Ten walks, which are enough to rank pipelines.
    static let ranked = results(
        (1...10).flatMap { number -> [EvaluationRun] in
            let (name, scale) = ("walk-\(number)", Double(number))
            let unmeasured: [Metric: String] = number > 4 ? [.lag: slow] : [:]
            let factor = number % 2 == 0 ? 0.4 : 0.6
            return [
                run(name, "triad", scale: scale, unmeasured: unmeasured),
                run(name, "madgwick:beta=0.1", scale: 0.5 * scale), run(name, "vqf", scale: factor * scale),
            ]
        }
    )

    private static let walkRuns: [EvaluationRun] =
        ["walk-01", "walk-02", "stairs"].enumerated().flatMap { index, recording in
            let factor = [1, 1.1, 1.7][index]
            let unmeasured: [Metric: String] = index == 2 ? [.stillRMS: noRest, .lag: slow] : [:]
            return [
                run(
                    recording,
                    "triad",
                    scale: 1.23 * factor,
                    parameters: ["driver": .word("accelerometer")],
                    unmeasured: unmeasured,
                    skipped: ["reference samples that are not valid": 12],
                    remarks: ["turned from magnetic to true north by a declination of 2.4 deg"]
                ),
                run(
                    recording,
                    "madgwick:beta=0.1",
                    scale: 0.012 * factor,
                    parameters: ["beta": .number(0.1), "driver": .word("gyroscope")],
                    unmeasured: unmeasured,
                    skipped: ["reference samples that are not valid": 12],
                    remarks: ["turned from magnetic to true north by a declination of 2.4 deg"]
                ),
                run(
                    recording,
                    "triad+derivativeSmoother:stabiliser=5deg/s+lowPass:cutoff=5Hz",
                    scale: 0.9 / factor,
                    parameters: ["cutoff": .number(5), "stabiliser": .number(5)],
                    unmeasured: unmeasured,
                    skipped: ["reference samples that are not valid": 12, "samples before the first orientation": 3]
                ),
            ]
        }

    /// Names that are long or wide, or contain special characters of terminals or Markdown.
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

    /// Names with special characters of browsers, spreadsheets, TeX, XML, Markdown or GitHub.
    static let hostileNames = [
        "<script>alert(1)</script>",
        "\"><img src=x onerror=alert(1)>",
        "Café & <b>Bar</b> &amp; &#60;",
        "a | b || c",
        "one\ntwo\r\nthree\u{2028}four\u{85}five",
        "50% of_$5 #1 ^2 ~3 {x} \\textbf{y} \\\\ \\input{/etc/passwd}",
        "=cmd|' /C calc'!A0",
        "+1+2", "-1", "@SUM(1)", "\t=1", "'quoted'", "＝1",
        "]]><!--<![CDATA[x]]>-->",
        "\u{0}\u{1}\u{1B}[31mred\u{7F}\u{FFFE}\u{202E}backwards",
        "[link](javascript:alert(1)) ![i](http://x/y.png) `code` **b** _i_ ~~s~~ <https://x>",
        "$x^2$ and $$y$$",
        "- item", "# heading", "1. first", "> quote", "```",
        "姿勢推定 ∆θ≈½ 🧭",
        "?` !` -- --- ,, << >>",
    ]

    static let hostile: EvaluationResults = {
        var results = Specimens.results(
            hostileNames.enumerated().flatMap { index, recording -> [EvaluationRun] in
                let unmeasured: [Metric: String] = [.stillRMS: recording]
                return [hostileNames[(index + 1) % hostileNames.count], "triad"].enumerated().map { number, pipeline in
                    run(
                        recording,
                        pipeline,
                        scale: Double(number + 1),
                        parameters: [recording: .word(recording)],
                        unmeasured: number == 0 ? unmeasured : [:],
                        skipped: [recording: 1],
                        remarks: [recording]
                    )
                }
            }
        )
        results.failed = hostileNames.map { FailedRecording(path: $0, error: "\($0): the file is empty") }
        results.command = hostileNames.joined(separator: " ")
        return results
    }()

    static let nasty = results(
        nastyNames.flatMap { recording in
            nastyNames.enumerated().map { index, pipeline in
                run(
                    recording,
                    pipeline,
                    scale: [1e-5, 0.5, 7.77, 123.4, 9_999.96, 1.5e8, 1e300, 3][index],
                    unmeasured: index == 1
                        ? [.stillRMS: nastyNames[2], .lag: nastyNames[1], .totalRMSE: nastyNames[3]] : [:],
                    skipped: [nastyNames[1]: index + 1],
                    remarks: [nastyNames[3], nastyNames[5]]
                )
            }
        }
    )
}
