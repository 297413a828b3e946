public import Evaluation
public import Recordings

/// The treatment of a metric with too few runs for a verdict. The raw value is the argument of `--undecided`.
public enum UndecidedPolicy: String, Sendable, Hashable, CaseIterable {
    /// Undecided metrics do not make the candidate fail. The report lists them.
    case pass
    /// An undecided metric makes the candidate fail.
    case fail
}

/// A comparison of results with a baseline, for people and for build servers.
public struct ComparisonReport: Sendable, Hashable {
    /// One side of the comparison: the baseline or the candidate.
    public struct Side: Sendable, Hashable {
        /// The name of the baseline or the candidate in the report: the path of its results.
        public var name: String
        /// The number of runs.
        public var runs: Int
        /// The tool that computed the results.
        public var tool: ProgramVersion
        /// The machine that ran the tool.
        public var host: EvaluationResults.Host

        /// Creates one side of a comparison from its results and the name that the report shows.
        public init(_ name: String, _ results: EvaluationResults) {
            self.name = name
            runs = results.runs.count
            tool = results.tool
            host = results.host
        }
    }

    /// The comparison to report.
    public let comparison: ResultsComparison
    /// The results before the change.
    public let baseline: Side
    /// The results after the change.
    public let candidate: Side
    /// A Boolean value that indicates whether the candidate fails if it lacks runs of the baseline.
    public let failsOnMissing: Bool
    /// The treatment of a metric with too few runs for a verdict.
    public let undecided: UndecidedPolicy

    /// Creates a report on a comparison.
    public init(
        _ comparison: ResultsComparison,
        baseline: Side,
        candidate: Side,
        failsOnMissing: Bool = true,
        undecided: UndecidedPolicy = .fail
    ) {
        self.comparison = comparison
        self.baseline = baseline
        self.candidate = candidate
        self.failsOnMissing = failsOnMissing
        self.undecided = undecided
    }

    /// The failures, such as `2 values are worse`; empty if the candidate passes.
    public var failures: [String] {
        let doubtful = comparison.count(.cannotTell)
        let counts: [(Int, one: String, many: String)] = [
            (comparison.count(.worse), "value is worse", "values are worse"),
            (comparison.count(.lost), "value is no longer measured", "values are no longer measured"),
            (undecided == .fail ? doubtful : 0, "value is undecided", "values are undecided"),
            (failsOnMissing ? comparison.missing.count : 0, "run is missing", "runs are missing"),
        ]
        let found = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.0 == 1 ? $0.one : $0.many)" }
        guard found.isEmpty, comparison.metrics.isEmpty else { return found }
        return ["nothing could be compared"]
    }

    /// The content of the comparison's file in the given format.
    ///
    /// - Throws: ``ReportError/undrawable(_:)`` if a value cannot be encoded as JSON.
    public func content(_ format: ComparisonFormat) throws(ReportError) -> String {
        switch format {
        case .markdown: markdown()
        case .json: try json()
        case .junit: junit()
        }
    }
}

extension ComparisonReport {
    /// The content of `comparison.xml`: one test suite per pipeline.
    ///
    /// A suite has one test case for each metric and one for each missing run.
    ///
    /// A test case fails if its metric or its missing run makes the candidate fail.
    public func junit() -> String {
        var all: [(pipeline: String, text: String, outcome: JUnitOutcome)] = []
        for metric in comparison.metrics {
            let isSkipped = metric.verdict == .cannotTell && undecided == .pass
            let outcome: JUnitOutcome = isSkipped ? .skipped : metric.isFailure ? .failed : .passed
            all.append((metric.pipeline, testCase(metric, outcome), outcome))
        }
        for run in comparison.missing {
            let outcome: JUnitOutcome = failsOnMissing ? .failed : .passed
            let message = "the candidate lacks the run"
            let name = "run over \(run.recording)"
            let text = Self.testCase(run.pipeline, name, outcome, message: message, type: "missing", output: "missing")
            all.append((run.pipeline, text, outcome))
        }
        let suites = all.grouped(by: \.pipeline).map { pipeline, cases in
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
        /// The outcome of an undecided metric under ``UndecidedPolicy/pass``.
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

extension ComparisonReport {
    private static let maximumRows = 200

    /// The content of `comparison.md`, short enough for a comment on a pull request.
    ///
    /// The page shows the changed values. A folded section contains the unchanged values.
    public func markdown() -> String {
        var parts = ["# Sextant comparison\n", "**\(MarkdownText.escaped(headline))**\n"]
        let changed = ComparisonText.order.filter { $0 != .same }
            .flatMap { verdict in comparison.metrics.filter { $0.verdict == verdict } }
        let same = comparison.metrics.filter { $0.verdict == .same }
        if !changed.isEmpty { parts.append(table(changed)) }
        let lost = comparison.metrics.flatMap { metric in
            metric.runs.filter { $0.verdict == .lost }.map { run in
                "\(metric.pipeline), \(metric.metric.name), \(run.recording): \(run.reason ?? "no reason given")"
            }
        }
        parts += list("No longer measured", lost)
        parts += list("Runs missing in the candidate", comparison.missing.map(ComparisonText.single))
        parts += list("Runs only in the candidate", comparison.added.map(ComparisonText.single))
        if !same.isEmpty {
            let count = "\(same.count) \(same.count == 1 ? "value is" : "values are") the same"
            parts.append("<details><summary>\(count)</summary>\n\n\(table(same))\n</details>\n")
        }
        let sides = [("baseline", baseline), ("candidate", candidate)].map { "\($0.0): \(ComparisonText.side($0.1))" }
        let below =
            sides + ComparisonText.basis(self).map { "compared: \($0)" } + ComparisonText.remarks(self)
        parts.append(below.map { "- \(MarkdownText.escaped($0))\n" }.joined())
        return parts.joined(separator: "\n")
    }

    private func table(_ metrics: [MetricComparison]) -> String {
        let titles = ["baseline", "candidate", "change"]
        var table = FigureTable(text: ["", "pipeline", "metric"], figures: titles)
        table.columns.append(FigureTable.Column(key: "basis", title: "evidence"))
        table.rows = metrics.prefix(Self.maximumRows).map { metric in
            let verdict = FigureTable.Cell(text: ComparisonText.title(metric.verdict), isBest: metric.isFailure)
            let figures = [metric.baseline, metric.candidate].map { figure in
                FigureTable.Cell(text: ComparisonText.figure(figure, of: metric), value: figure)
            }
            let change = metric.compared == 0 ? "–" : ComparisonText.change(metric.change)
            return [verdict, .text(metric.pipeline), .text(ComparisonText.name(metric))] + figures
                + [FigureTable.Cell(text: change, value: metric.change ?? 0), .text(basis(metric))]
        }
        let more = metrics.count - table.rows.count
        return table.markdownRows() + (more > 0 ? "\nand \(more) more\n" : "")
    }

    private func basis(_ metric: MetricComparison) -> String {
        let worst = metric.compared > 1 ? metric.worstRuns.first : nil
        let run = worst.map { "largest change over \($0.recording): \(ComparisonText.change($0))" }
        return [ComparisonText.basis(metric), run].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: ", ")
    }

    private func list(_ title: String, _ items: [String]) -> [String] {
        guard !items.isEmpty else { return [] }
        let more = items.count - Self.maximumRows
        let lines = items.prefix(Self.maximumRows).map { "- \(MarkdownText.escaped($0))\n" }.joined()
        return ["\(title):\n\n\(lines)" + (more > 0 ? "- and \(more) more\n" : "")]
    }
}
