import Evaluation
import Recordings

/// Texts shared by all comparison formats.
enum ComparisonText {
    /// The verdicts, most important first.
    static let order: [MetricComparison.Verdict] = [.worse, .lost, .cannotTell, .better, .same]

    static func title(_ verdict: MetricComparison.Verdict) -> String {
        switch verdict {
        case .worse: "worse"
        case .lost: "no longer measured"
        case .cannotTell: "undecided"
        case .better: "better"
        case .same: "the same"
        }
    }

    /// The number of metrics per verdict, such as `1 better, 11 the same`.
    static func counts(_ comparison: ResultsComparison, of verdicts: [MetricComparison.Verdict]) -> String {
        let counts = verdicts.map { ($0, comparison.count($0)) }.filter { $0.1 > 0 }
        return counts.map { "\($0.1) \(title($0.0))" }.joined(separator: ", ")
    }

    /// The name of the metric, such as `lag_ms`. If the values are divided by the values of the pipeline `triad`, the
    /// name is `lag_ms ÷ triad`.
    static func name(_ metric: MetricComparison) -> String {
        metric.yardstick.map { "\(metric.metric.name) ÷ \($0)" } ?? metric.metric.name
    }

    /// The value in the metric's unit, without the name of the unit; `–` for `nil`.
    static func figure(_ value: Double?, of metric: MetricComparison) -> String {
        guard let value else { return "–" }
        return metric.yardstick == nil ? NumberText.short(value, of: metric.metric) : NumberText.short(value)
    }

    /// The relative change as a percentage, such as `+5.1 %`. A change from 0 has no percentage: `share` is `nil`, and
    /// the text is `from 0`.
    static func change(_ share: Double?) -> String {
        guard let share else { return "from 0" }
        return "\(signed(share)) %"
    }

    /// The relative change of the magnitude of a run's value, as text.
    static func change(_ run: MetricComparison.RunChange) -> String {
        guard let old = run.baseline?.magnitude, let new = run.candidate?.magnitude else { return "" }
        return change(old > 0 ? new / old - 1 : new > 0 ? nil : 0)
    }

    /// The interval of the change, such as `[+3.1, +7.4] %`. A missing limit is shown as `…`; the text is `nil` if both
    /// limits are missing.
    static func interval(_ evidence: MetricComparison.Evidence) -> String? {
        guard evidence.lowerChange != nil || evidence.upperChange != nil else { return nil }
        let sides = [evidence.lowerChange, evidence.upperChange].map { $0.map(signed) ?? "…" }
        return "[\(sides[0]), \(sides[1])] %"
    }

    /// The allowed change, such as `allowed 2 %`, or `nil` if no change is allowed.
    static func allowance(_ metric: MetricComparison) -> String? {
        switch metric.threshold {
        case .relative(let share):
            share == 0 ? nil : "allowed \(percent(share)) %"
        case .absolute(let amount):
            "allowed \(NumberText.exact(amount)) \(metric.metric.unit)".withoutTrailingBlanks
        }
    }

    /// The evidence for a verdict: interval, p-value, number of worse runs, and allowed change. Unknown values are
    /// omitted.
    static func basis(_ metric: MetricComparison) -> String {
        var parts: [String] = []
        if let evidence = metric.evidence {
            if let interval = interval(evidence) { parts.append(interval) }
            if metric.verdict == .cannotTell {
                parts.append(shortage(evidence))
            } else if metric.change != 0, let pValue = evidence.pValue {
                // Without a change the p-value has no meaning.
                parts.append("p \(NumberText.short(pValue))")
            }
        } else if metric.verdict == .worse {
            let worse = metric.runs.count { $0.verdict == .worse }
            parts.append("\(worse) of \(metric.compared) \(metric.compared == 1 ? "run" : "runs")")
        }
        if let allowance = allowance(metric) { parts.append(allowance) }
        return parts.joined(separator: ", ")
    }

    /// A text that explains why there are too few cases (recordings or seeds) for a verdict, and how many are needed.
    private static func shortage(_ evidence: MetricComparison.Evidence) -> String {
        let found =
            evidence.isOfPairs
            ? NumberText.count(evidence.baselineCount, "pair")
            : "\(evidence.baselineCount) and \(evidence.candidateCount) cases"
        let smallest = NumberText.short(evidence.smallestPValue)
        var text = "too few cases: with \(found), p is at least \(smallest)"
        if let fewest = evidence.minimumCases {
            let needed = NumberText.short(evidence.neededPValue)
            text += "; a verdict needs p ≤ \(needed), which takes \(cases(fewest, evidence))"
        }
        if let count = evidence.casesForSmallChange {
            text += "; about \(count) would detect a regression of \(percent(MetricComparison.Evidence.smallChange)) %"
        }
        return text
    }

    /// A number of cases, such as `5 pairs` or `3 on each side`.
    static func cases(_ count: Int, _ evidence: MetricComparison.Evidence) -> String {
        evidence.isOfPairs ? NumberText.count(count, "pair") : "\(count) on each side"
    }

    /// Returns a clause that states how undecided values are treated, with the command-line option in parentheses.
    static func policy(_ undecided: UndecidedPolicy) -> String {
        let verb = undecided == .pass ? "pass" : "fail"
        return "undecided values \(verb) (--undecided \(undecided.rawValue))"
    }

    /// A sentence that states how many cases (recordings or seeds) are needed to detect a small regression; `nil` if
    /// the comparison had enough cases. The sentence is about the first tested metric.
    private static func casesForSmallChange(_ comparison: ResultsComparison) -> String? {
        let tested = comparison.metrics.filter { $0.evidence?.casesForSmallChange != nil && $0.verdict != .cannotTell }
        guard let metric = tested.first, let evidence = metric.evidence, let count = evidence.casesForSmallChange,
            count > min(evidence.baselineCount, evidence.candidateCount)
        else { return nil }
        let found = cases(min(evidence.baselineCount, evidence.candidateCount), evidence)
        return "\(found): a regression of \(percent(MetricComparison.Evidence.smallChange)) % in "
            + "\(metric.metric.name) of \(metric.pipeline) is detected with a probability of 80 % from about \(count)"
    }

    /// A changed parameter, such as `vqf: tauAcc 3 → 2.5 (8 runs)`.
    static func parameters(_ change: ResultsComparison.ParameterChange) -> String {
        let count = NumberText.count(change.runs, "run")
        return "\(change.pipeline): \(change.values.map(value).joined(separator: ", ")) (\(count))"
    }

    /// The values of a changed parameter, such as `tauAcc 3 → 2.5`.
    static func value(_ value: ResultsComparison.ParameterChange.Value) -> String {
        "\(value.name) \(value.baseline?.text ?? "none") → \(value.candidate?.text ?? "none")"
    }

    /// A run that only the baseline or only the candidate contains, such as `vqf over walk.csv`.
    static func single(_ run: ResultsComparison.SingleRun) -> String { "\(run.pipeline) over \(run.recording)" }

    /// Remarks on the comparison, such as changed parameters, one sentence each.
    static func remarks(_ report: ComparisonReport) -> [String] {
        let comparison = report.comparison
        var remarks = comparison.failed.map { "the candidate could not evaluate \($0.error)" }
        remarks += comparison.changedParameters.map { "changed parameters: \(parameters($0))" }
        if comparison.count(.cannotTell) > 0 { remarks.append(policy(report.undecided)) }
        if let cases = casesForSmallChange(comparison) { remarks.append(cases) }
        if comparison.leavesTimesOut {
            remarks.append(
                "times are not compared, because they depend on the machine; --yardstick SPEC compares them as "
                    + "multiples of that pipeline's times"
            )
        }
        return remarks
    }

    /// The compared runs and the method of comparison.
    static func basis(_ report: ComparisonReport) -> [String] {
        let comparison = report.comparison
        let (exact, tested) = (comparison.exactRuns, comparison.testedRuns)
        var lines: [String] = []
        if exact > 0 {
            lines.append("\(NumberText.count(exact, "run")) over the same recordings, compared exactly")
        }
        if tested > 0 {
            lines.append("\(NumberText.count(tested, "run")) over new recordings, compared by tests")
        }
        if comparison.metrics.contains(where: { $0.evidence != nil }) {
            let confidence = comparison.rules.confidence
            lines.append(
                "in brackets: \(percent(confidence)) % interval of each change; if nothing changed, all tests together "
                    + "report a change in at most \(percent(1 - confidence)) % of comparisons"
            )
        }
        return lines.isEmpty ? ["nothing"] : lines
    }

    /// The name, the number of runs and the tool version of one side.
    static func side(_ side: ComparisonReport.Side) -> String {
        let count = NumberText.count(side.runs, "run")
        return "\(side.name): \(count), sextant \(side.tool.version) (\(side.tool.revision.prefix(10)))"
    }

    private static func percent(_ share: Double) -> String {
        NumberText.exact(NumberText.significant(100 * share, digits: 6))
    }

    private static func signed(_ share: Double) -> String {
        let percent = 100 * share
        if percent == 0 { return "0" }
        // If both sides cover the same recordings, even a tiny difference is a change, and must not be shown as 0.
        let magnitude = percent.magnitude
        let shown =
            magnitude > 0 && magnitude < 0.000_5
            ? "\(NumberText.significant(magnitude, digits: 2))" : NumberText.short(magnitude)
        return (percent < 0 ? "-" : "+") + shown
    }
}
