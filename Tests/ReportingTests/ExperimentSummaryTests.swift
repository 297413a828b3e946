import Evaluation
import Experiments
import Reporting
import Testing

/// The means of an experiment with more runs than a report can list.
struct ExperimentSummaryTests {
    private static let names = ["a", "b", "c", "d", "e", "f"]

    /// Two preparations of six recordings, and two pipelines, of which the second is 1° worse; b lacks one figure.
    private static func summary(lacking: Set<String> = []) -> ExperimentSummary {
        let recordings = ["slow", "fast"].enumerated().flatMap { group, conditions in
            names.enumerated().map { index, name in
                let tags = index < 3 ? ["walk"] : ["run"]
                return CellRecording(
                    name: name,
                    sha256: "",
                    content: "\(conditions)\(name)",
                    conditions: conditions,
                    tags: tags,
                    index: index * 2 + group
                )
            }
        }
        let settings = ["triad", "vqf"].map { name in
            CellTable.Setting(pipeline: name, spec: name, parameters: [:], isDefault: true)
        }
        var figures = CellFigures(metrics: [.totalMean, .lag], recordings: recordings, pipelines: settings)
        for (index, recording) in recordings.enumerated() where !lacking.contains(recording.name) {
            let value = Double(index % 6) + (recording.conditions == "fast" ? 10 : 0)
            figures.set([value + 1, nil], recording: index, pipeline: 0)
            figures.set([value, recording.name == "b" ? nil : 5], recording: index, pipeline: 1)
        }
        return ExperimentSummary(
            name: "walks",
            figures,
            preparations: [(["slow"], "10 Hz"), (["fast"], "100 Hz")],
            tags: ["walk", "run"],
            provenance: ["made here"]
        )
    }

    @Test func `Means, intervals and counts are those of the recordings`() throws {
        let table = Self.summary().figures
        #expect(table.columns.map(\.key) == ["preparation", "tag", "pipeline", "total_mean_deg", "lag_ms", "rank"])
        #expect(table.rows.count == 2 * 3 * 2)
        let row = try #require(table.rows.first { $0[0].text == "100 Hz" && $0[1].text == "" && $0[2].text == "vqf" })
        #expect(row[3].value == 12.5 && row[3].count == 6 && row[3].total == 6)
        let interval = try #require(BootstrapInterval(ofMeanOf: [10, 11, 12, 13, 14, 15], isSigned: false))
        #expect(abs((row[3].interval?.lower ?? 0) - interval.lower) < 1e-12)
        #expect(abs((row[3].interval?.upper ?? 0) - interval.upper) < 1e-12)
        #expect(row[4].value == 5 && row[4].count == 5)
        #expect(row[5].value == 1)
        let walks = try #require(table.rows.first { $0[0].text == "10 Hz" && $0[1].text == "walk" })
        #expect(walks[2].text == "triad" && walks[3].value == 2 && walks[4].text == nil)
    }

    @Test func `Tables begin with the best pipeline and mark it`() throws {
        let tables = Self.summary().tables
        #expect(tables.count == 4)
        #expect(tables[0].table.columns.map(\.key) == ["pipeline", "10 Hz", "100 Hz"])
        #expect(tables[0].table.rows.map { $0[0].text } == ["vqf", "triad"])
        let walk = tables[2].table
        #expect(walk.columns.map(\.key) == ["pipeline", "total_mean_deg", "lag_ms", "rank", "walk", "run"])
        #expect(walk.rows[0].map(\.isBest) == [false, true, false, true, true, true])
        #expect(walk.remarks[0].hasPrefix("rank: pipelines differ (Friedman test"))
    }

    @Test(arguments: [ReportFormat.markdown, .csv, .json, .html, .latex])
    func `Every format of tables contains the means`(format: ReportFormat) throws {
        let text = try Self.summary().text(format: format)
        #expect(text.contains("12.5"))
        #expect(text.contains("vqf"))
        #expect(text.contains("made here") || format == .csv)
    }

    @Test(arguments: [ReportFormat.junit, .summary, .githubBenchmark, .bencher])
    func `A format of single runs is an error that names the number of runs`(format: ReportFormat) {
        let error = #expect(throws: ReportError.self) { try Self.summary().text(format: format) }
        #expect("\(error.map(\.description) ?? "")".contains("lists every run, but there are 24"))
    }

    @Test func `Recordings without any figure are named`() {
        #expect(Self.summary().unmeasured.isEmpty)
        #expect(Self.summary(lacking: ["c", "f"]).unmeasured == ["c", "f"])
    }
}
