import Evaluation

extension ComparisonReport {
    /// The content of `comparison.xml`: a suite per pipeline, with a case per metric and per missing run.
    ///
    /// A case fails when the candidate fails because of it.
    public func junit() -> String {
        var order: [String] = []
        var cases: [String: [(text: String, outcome: JUnitOutcome)]] = [:]
        func add(_ pipeline: String, _ text: String, _ outcome: JUnitOutcome) {
            if cases[pipeline] == nil { order.append(pipeline) }
            cases[pipeline, default: []].append((text, outcome))
        }
        for metric in comparison.metrics {
            let isSkipped = metric.verdict == .cannotTell && undecided == .pass
            let outcome: JUnitOutcome = isSkipped ? .skipped : metric.isFailure ? .failed : .passed
            add(metric.pipeline, testCase(metric, outcome), outcome)
        }
        for run in comparison.missing {
            let outcome: JUnitOutcome = failsOnMissing ? .failed : .passed
            let message = "the candidate lacks the run"
            let name = "run over \(run.recording)"
            add(
                run.pipeline,
                Self.testCase(run.pipeline, name, outcome, message: message, type: "missing", output: "missing"),
                outcome
            )
        }
        let suites = order.map { pipeline in
            let cases = cases[pipeline, default: []]
            let opening = XMLText.opening(
                "testsuite",
                [
                    "name": pipeline,
                    "tests": String(cases.count),
                    "failures": String(cases.count { $0.outcome == .failed }),
                    "errors": "0",
                    "skipped": String(cases.count { $0.outcome == .skipped }),
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
                "failures": String(all.count { $0.outcome == .failed }),
                "errors": "0",
            ]
        )
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\(root)>\n\(suites.joined())</testsuites>\n"
    }

    private enum JUnitOutcome {
        case passed
        case failed
        /// An undecided comparison that the author of the gate accepts.
        case skipped
    }

    private func testCase(_ metric: MetricComparison, _ outcome: JUnitOutcome) -> String {
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
        let policy = outcome == .skipped ? "; \(ComparisonText.policy(undecided))" : ""
        return Self.testCase(
            metric.pipeline,
            ComparisonText.name(metric),
            outcome,
            message: words + policy,
            type: metric.verdict.rawValue,
            output: ([words] + runs).joined(separator: "\n")
        )
    }

    private static func testCase(
        _ pipeline: String,
        _ name: String,
        _ outcome: JUnitOutcome,
        message: String,
        type: String,
        output: String
    ) -> String {
        let lines = output.split(separator: "\n").map { XMLText.escaped(String($0)) + "\n" }.joined()
        let output = "      <system-out>\n\(lines)</system-out>\n"
        let body =
            switch outcome {
            case .passed: output
            case .failed:
                "      \(XMLText.opening("failure", ["type": type, "message": message]))>\n\(lines)</failure>\n"
            case .skipped: "      \(XMLText.opening("skipped", ["message": message]))/>\n\(output)"
            }
        return "    \(XMLText.opening("testcase", ["classname": pipeline, "name": name]))>\n\(body)    </testcase>\n"
    }
}
