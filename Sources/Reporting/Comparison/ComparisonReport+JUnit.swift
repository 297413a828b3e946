import Evaluation

extension ComparisonReport {
    /// The content of `comparison.xml`: a suite per pipeline, with a case per metric and per missing run.
    ///
    /// A case fails when the candidate fails because of it.
    public func junit() -> String {
        var order: [String] = []
        var cases: [String: [(text: String, fails: Bool)]] = [:]
        func add(_ pipeline: String, _ text: String, fails: Bool) {
            if cases[pipeline] == nil { order.append(pipeline) }
            cases[pipeline, default: []].append((text, fails))
        }
        for metric in comparison.metrics {
            let fails = metric.isFailure && (failsOnDoubt || metric.verdict != .cannotTell)
            add(metric.pipeline, Self.testCase(metric, fails: fails), fails: fails)
        }
        for run in comparison.missing {
            let message = failsOnMissing ? "the candidate lacks the run" : nil
            let name = "run over \(run.recording)"
            add(
                run.pipeline,
                Self.testCase(run.pipeline, name, failure: message, type: "missing", output: "missing"),
                fails: failsOnMissing
            )
        }
        let suites = order.map { pipeline in
            let cases = cases[pipeline, default: []]
            let opening = XMLText.opening(
                "testsuite",
                [
                    "name": pipeline,
                    "tests": String(cases.count),
                    "failures": String(cases.count(where: \.fails)),
                    "errors": "0",
                    "skipped": "0",
                    "timestamp": candidate.host.startedAt,
                ]
            )
            return "  \(opening)>\n\(cases.map(\.text).joined())  </testsuite>\n"
        }
        let all = cases.values.flatMap(\.self)
        let root = XMLText.opening(
            "testsuites",
            [
                "name": "sextant comparison",
                "tests": String(all.count),
                "failures": String(all.count(where: \.fails)),
                "errors": "0",
            ]
        )
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\(root)>\n\(suites.joined())</testsuites>\n"
    }

    private static func testCase(_ metric: MetricComparison, fails: Bool) -> String {
        let figures = [metric.baseline, metric.candidate].map { ComparisonText.figure($0, of: metric) }
        let change = metric.compared == 0 ? [] : [ComparisonText.change(metric.change)]
        let parts = ["\(figures[0]) → \(figures[1])"] + change + [ComparisonText.basis(metric)]
        let words =
            "\(ComparisonText.title(metric.verdict)): "
            + parts.filter { !$0.isEmpty }.joined(separator: ", ")
        let runs = metric.runs.filter { [.worse, .lost].contains($0.verdict) }.map { run in
            run.reason.map { "\(run.recording): \($0)" }
                ?? "\(run.recording): \(ComparisonText.figure(run.baseline, of: metric)) → "
                + "\(ComparisonText.figure(run.candidate, of: metric)), \(ComparisonText.change(run))"
        }
        return testCase(
            metric.pipeline,
            ComparisonText.name(metric),
            failure: fails ? words : nil,
            type: metric.verdict.rawValue,
            output: ([words] + runs).joined(separator: "\n")
        )
    }

    private static func testCase(
        _ pipeline: String,
        _ name: String,
        failure: String?,
        type: String,
        output: String
    ) -> String {
        let lines = output.split(separator: "\n").map { XMLText.escaped(String($0)) + "\n" }.joined()
        let body = failure.map { message in
            "      \(XMLText.opening("failure", ["type": type, "message": message]))>\n\(lines)</failure>\n"
        }
        return "    \(XMLText.opening("testcase", ["classname": pipeline, "name": name]))>\n"
            + (body ?? "      <system-out>\n\(lines)</system-out>\n") + "    </testcase>\n"
    }
}
