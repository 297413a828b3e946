import Evaluation
import Experiments
import Recordings
import SensorModel
import SextantCommands
import Testing

/// The parser of `table.yaml`.
struct TableDefinitionTests {
    private static let head = "title: T\ncaption: C\n"

    @Test(arguments: [
        (
            "distances: {random: 9, seed: 1, figure: rms, bands: rang}\n",
            "t.yaml:3:53: bands 'rang' must be one of range, latitude; did you mean 'range'?"
        ),
        (
            "",
            "t.yaml:1:1: the table must have exactly one of the keys evaluation, distances, "
                + "scene, trackers, leaderboard, but has no such key"
        ),
        (
            "trackers: {scenarios: [walk]}\ncolour: red\n",
            "t.yaml:4:1: unknown key 'colour': use one of title, caption, mirrors, unchecked, data, "
                + "evaluation, distances, scene, trackers, leaderboard; remove the key"
        ),
        (
            "trackers: {scenarios: [walk]}\nscene: {scenarios: [walk], methods: [{name: m}]}\n",
            "t.yaml:1:1: the table must have exactly one of the keys evaluation, distances, scene, trackers, leaderboard, but has scene and trackers"
        ),
        (
            "claims: []\n",
            "t.yaml:3:9: this program does not support tables of the kind 'claims', only "
                + "evaluation, distances, scene, trackers, leaderboard; run a program that supports the kind 'claims', "
                + "such as sextant-study, or correct the key"
        ),
        (
            "evalution: {}\n",
            "t.yaml:3:12: this program does not support tables of the kind 'evalution', only "
                + "evaluation, distances, scene, trackers, leaderboard; did you mean 'evaluation'?"
        ),
        (
            "distances: {random: 0, seed: 1, figure: rms, bands: range}\n",
            "t.yaml:3:21: random '0' must be a whole number from 1 to 100,000,000"
        ),
        (
            "distances: {random: 9, seed: 1, figure: rms, bands: range, tolerance: -1%}\n",
            "t.yaml:3:71: tolerance is '-1%', but must be a number from 0 to 1e9, in the column's unit or as a percentage; "
                + "write, for example, 0.001 or 0.1%"
        ),
        (
            "trackers: {scenarios: [walk]}\ndata: {name: N, from: F, licence: L, page: P}\n",
            "t.yaml:4:7: the key 'data' states an origin, but the table has no third-party recordings; "
                + "remove the key 'data'"
        ),
        (
            "evaluation: {scenarios: [pan], estimates: [{name: a, path: b.csv}, {name: a, path: c.csv}]}\n",
            "t.yaml:3:68: the name 'a' is repeated; rename one of the estimates"
        ),
    ])
    func `An error in a definition has its line and column`(text: String, message: String) {
        Self.expect(Self.head + text, message)
    }

    @Test(arguments: [
        (
            "  scenarios: [step-jaw]\n  pipelines: [triad]\n  rows: [pipeline]\n  columns: [{metric: lag_ms}]\n",
            "t.yaml:4:15: unknown scenario 'step-jaw'"
        ),
        (
            "  scenarios: [pan]\n  pipelines: [triad+lowpas]\n  rows: [pipeline]\n  columns: [{metric: lag_ms}]\n",
            "t.yaml:5:15: pipeline 'triad+lowpas', column 7: unknown stage 'lowpas'"
        ),
        (
            "  scenarios: [pan]\n  pipelines: [triad]\n  rows: [pipelines]\n  columns: [{metric: lag_ms}]\n",
            "t.yaml:6:10: rows 'pipelines' must be one of recording, group, variant, pipeline, system, value; did you mean 'pipeline'?"
        ),
        (
            "  scenarios: [pan]\n  pipelines: [triad]\n  rows: [pipeline]\n  columns: [{metric: lag}]\n",
            "t.yaml:7:22: unknown metric 'lag'"
        ),
        (
            "  scenarios: [pan]\n  pipelines: [triad]\n  rows: [pipeline]\n  columns: [{metric: lag_ms, group: pam}]\n",
            "t.yaml:7:13: this column shows the group 'pam', but no recording of the table has this group; did you mean 'pan'?"
        ),
        (
            "  data: [trial.csv]\n  pipelines: [triad]\n  rows: [pipeline]\n  columns: [{metric: lag_ms}]\n",
            "t.yaml:1:1: the table has third-party recordings, but no key 'data' that states their origin"
        ),
        (
            "  scenarios: [pan]\n  pipelines: [{spec: madgwick, values: [1]}]\n  rows: [value]\n  columns: []\n",
            "t.yaml:5:22: the entry has 'values', so the SPEC 'madgwick' must contain {value} exactly once"
        ),
    ])
    func `An error in an evaluation has its line and column`(text: String, message: String) {
        Self.expect(Self.head + "evaluation:\n" + text, message)
    }

    @Test func `Runs with the same keys are averaged, and notes give the reasons for gaps`() throws {
        let keys = """
              scenarios: [{scenario: pan, seeds: [1, 2]}]
              pipelines: [{name: m, spec: "madgwick:beta={value}", values: [0.1, 0.2]}, triad]
              rows: [pipeline, value]
              columns:
                - {metric: total_rmse_deg}
                - {metric: lag_ms}
                - {published: [[m, 0.1, 7]]}
            """
        let evaluation = try Self.evaluation(keys)
        #expect(evaluation.inputs.map(\.name) == ["pan, seed 1", "pan, seed 2"])
        #expect(evaluation.subjects.map(\.subject.text) == ["madgwick:beta=0.1", "madgwick:beta=0.2", "triad"])
        // Inputs × pipelines: 1, 2, 3 and 4, 5, 6; no lag in the last.
        let runs = (1...6).map { Self.run(error: Double($0), lag: $0 < 6 ? 10 * Double($0) : nil) }
        let table = evaluation.table(of: runs)
        #expect(table.keyCount == 2)
        #expect(table.columns.map(\.key) == ["pipeline", "value", "total_rmse_deg", "lag_ms", "published"])
        let figures = table.rows.map { $0.dropFirst(2).map(Self.value) }
        #expect(figures == [[2.5, 25, 7], [3.5, 35, nil], [4.5, nil, nil]])
        #expect(table.notes == ["lag_ms: the reference turns too little (1 run)"])
    }

    @Test func `Each value of the 'across' key has its own columns`() throws {
        let keys = """
              scenarios: [{scenario: pan, group: a}, {scenario: walk, group: b}]
              pipelines: [triad, vqf]
              rows: [pipeline]
              across: group
              columns: [{metric: lag_ms, title: lag}]
            """
        let evaluation = try Self.evaluation(keys)
        let table = evaluation.table(of: (1...4).map { Self.run(error: 0, lag: Double($0)) })
        #expect(table.columns.map(\.title) == ["pipeline", "a: lag", "b: lag"])
        #expect(table.columns.map(\.key) == ["pipeline", "a lag_ms", "b lag_ms"])
        #expect(table.rows.map { $0.dropFirst().map(Self.value) } == [[1, 3], [2, 4]])
    }

    @Test func `A column of one group is the mean over that group only`() throws {
        let keys = """
              scenarios: [{scenario: pan, group: turn}, {scenario: still, seeds: [1, 2], group: rest}]
              skip: 5
              pipelines: [triad, vqf]
              rows: [pipeline]
              columns: [{metric: lag_ms, group: turn}, {metric: total_rmse_deg, group: rest}, {metric: total_rmse_deg}]
            """
        let evaluation = try Self.evaluation(keys)
        #expect(evaluation.options.skip == 5)
        // Inputs × pipelines. The run at rest has no lag, but that is no gap in the column of the turn.
        let runs = (1...6).map { Self.run(error: Double($0), lag: $0 < 3 ? 10 * Double($0) : nil) }
        let table = evaluation.table(of: runs)
        #expect(table.rows.map { $0.dropFirst().map(Self.value) } == [[10, 4, 3], [20, 5, 4]])
        #expect(table.notes.isEmpty)
    }

    /// The table with these keys of `evaluation`.
    private static func evaluation(_ keys: String) throws -> EvaluationTable {
        let text = head + "evaluation:\n" + keys
        let definition = try TableDefinition(
            parsing: Array(text.utf8),
            file: "t.yaml",
            name: "t",
            kinds: TableKinds.all
        )
        return try #require(definition.content as? EvaluationTable)
    }

    private static func value(_ cell: TableCell) -> Double? {
        guard case .number(let number) = cell else { return nil }
        return number.value
    }

    private static func run(error: Double, lag: Double?) -> EvaluationRun {
        var metrics = MetricValues()
        metrics.set(.totalRMSE, to: error)
        metrics.setUnmeasured(.lag, because: "the reference turns too little")
        if let lag { metrics.set(.lag, to: lag) }
        return EvaluationRun(
            recording: EvaluationRun.RecordingSummary(name: "r", sha256: "", samples: 1, durationSeconds: 1),
            pipeline: EvaluationRun.PipelineSummary(name: "p", parameters: [:]),
            metrics: metrics
        )
    }

    private static func expect(_ text: String, _ message: String) {
        do {
            _ = try TableDefinition(parsing: Array(text.utf8), file: "t.yaml", name: "t", kinds: TableKinds.all)
            Issue.record("the definition was accepted")
        } catch {
            #expect(error.description.hasPrefix(message), "\(error)")
        }
    }
}
