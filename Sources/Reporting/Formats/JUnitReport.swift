package import Evaluation
import Recordings

/// `junit.xml`: a test suite per recording and a test case per pipeline, for build servers.
///
/// An evaluation has no pass criterion, so no test case fails. A recording that could not be evaluated is an error.
/// Every metric is a property of its case; an unmeasured metric has the reason instead of a number. The output of a
/// case contains units, polarities and notes. The properties of a suite contain tool, host and the checksum of the
/// recording. The time of a case is the time to compute its orientations. Debug builds omit the time.
package struct JUnitReport: Sendable, Hashable {
    package init() {}

    /// The content of `junit.xml`.
    package func render(_ results: EvaluationResults) -> String {
        let groups = RecordingGroup.groups(of: results.runs)
        let suites = groups.map { Self.suite($0, results) } + results.failed.map { Self.suite($0, results) }
        let root = XMLText.opening(
            "testsuites",
            [
                "name": "sextant evaluation",
                "tests": String(results.runs.count + results.failed.count),
                "failures": "0",
                "errors": String(results.failed.count),
            ]
        )
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\(root)>\n\(suites.joined())</testsuites>\n"
    }

    private static func suite(_ group: RecordingGroup, _ results: EvaluationResults) -> String {
        let recording = group.runs.first?.recording
        let properties =
            [
                ("recording.sha256", recording?.sha256 ?? ""),
                ("recording.samples", recording.map { String($0.samples) } ?? ""),
                ("recording.duration_s", recording.map { NumberText.exact($0.durationSeconds) } ?? ""),
            ] + origin(results)
        return suite(group.title, results, errors: 0, properties, group.runs.map { testCase($0, group.title) })
    }

    private static func suite(_ failed: FailedRecording, _ results: EvaluationResults) -> String {
        let opening = XMLText.opening("testcase", ["classname": failed.path, "name": "evaluation"])
        let error = XMLText.opening("error", ["type": "recording", "message": failed.error])
        let body = "    \(opening)>\n      \(error)>\(XMLText.escaped(failed.error))</error>\n    </testcase>\n"
        return suite(failed.path, results, errors: 1, origin(results), [body])
    }

    private static func suite(
        _ name: String,
        _ results: EvaluationResults,
        errors: Int,
        _ properties: [(String, String)],
        _ cases: [String]
    ) -> String {
        let opening = XMLText.opening(
            "testsuite",
            [
                "name": name,
                "tests": String(cases.count),
                "failures": "0",
                "errors": String(errors),
                "skipped": "0",
                "timestamp": results.host.startedAt,
            ]
        )
        return "  \(opening)>\n" + block(properties, indent: "    ") + cases.joined() + "  </testsuite>\n"
    }

    private static func testCase(_ run: EvaluationRun, _ suite: String) -> String {
        var opening = XMLText.opening("testcase", ["classname": suite, "name": run.pipeline.name])
        if let time = run.metrics[.computeMean] {
            opening += " time=\"\(NumberText.exact(time * Double(run.orientations) / 1e9))\""
        }
        let metrics = MetricCatalogue.metrics(in: [run]).map { metric in
            let value = run.metrics[metric].map(NumberText.exact)
            return (metric.name, value ?? "not measured: \(run.metrics.reason(for: metric))")
        }
        let parameters = run.pipeline.parameters.sorted { $0.key < $1.key }
            .map { ("parameter.\($0.key)", $0.value.text) }
        let output = lines(run).map { XMLText.escaped($0) + "\n" }.joined()
        return "    \(opening)>\n" + block(metrics + parameters, indent: "      ")
            + "      <system-out>\n\(output)</system-out>\n    </testcase>\n"
    }

    /// The results of a run as text for people.
    private static func lines(_ run: EvaluationRun) -> [String] {
        MetricCatalogue.metrics(in: [run]).map { metric in
            guard let value = run.metrics[metric] else {
                return "\(metric.name): not measured: \(run.metrics.reason(for: metric))"
            }
            let unit = metric.unit.isEmpty ? "" : " \(metric.unit)"
            let note = run.metrics.note(for: metric).map { "; \($0)" } ?? ""
            return "\(metric.name): \(NumberText.exact(value))\(unit) (\(metric.polarity.rawValue))\(note)"
        } + run.skipped.sorted { $0.key < $1.key }.map { "skipped: \($0.value) × \($0.key)" } + run.remarks
    }

    private static func origin(_ results: EvaluationResults) -> [(String, String)] {
        [
            ("sextant.version", results.tool.version), ("sextant.revision", results.tool.revision),
            ("host", "\(results.host.system), \(results.host.architecture), \(results.host.cores) cores"),
            ("host.build", results.host.build),
        ]
    }

    private static func block(_ properties: [(String, String)], indent: String) -> String {
        let lines = properties.map { name, value in
            "\(indent)  \(XMLText.opening("property", ["name": name, "value": value]))/>\n"
        }
        return "\(indent)<properties>\n\(lines.joined())\(indent)</properties>\n"
    }
}
