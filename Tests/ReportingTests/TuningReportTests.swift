import Evaluation
import Experiments
import Reporting
import SensorModel
import TestSupport
import Testing

@Suite struct TuningReportTests {
    /// Four recordings; a default in the middle, a best setting at the edge, one setting without a figure.
    private static let mahony = grid(
        "mahony:kp=?,ki=?",
        [
            (["kp": 0.5, "ki": 0], [4.2, 6.5, 3.9, 12.4, nil]), (["kp": 1, "ki": 0], [3.9, 6.1, 3.6, 11.8, nil]),
            (["kp": 2, "ki": 0], [3.2, 5.8, 3.5, 11.1, nil]), (["kp": 2, "ki": 0.0012], [2.8, nil, 3.0, 9.7, nil]),
            (["kp": 1, "ki": 0.0012], [3.6, 6.4, 3.1, 12.9, nil]),
        ]
    )
    private static let lowPass = grid(
        "triad+lowPass:alpha=?",
        [
            (["alpha": 0.1], [5.2, 7.5, 4.9, 14.4, nil]), (["alpha": 0.2], [5.0, 7.6, 5.1, 14.1, nil]),
            (["alpha": 0.3], [5.5, 7.9, 4.6, 15.0, nil]),
        ]
    )

    private static func grid(
        _ pipeline: String,
        _ rows: [(parameters: [String: Double], values: [Double?])]
    ) -> (settings: [CellTable.Setting], values: [[Double?]]) {
        let settings = rows.enumerated().map { index, row in
            let given = row.parameters.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
            return CellTable.Setting(
                pipeline: pipeline,
                spec: "\(pipeline.prefix { $0 != ":" }):\(given.joined(separator: ","))",
                parameters: row.parameters.mapValues { .number($0) },
                isDefault: index == 0
            )
        }
        return (settings, rows.map(\.values))
    }

    private static func table(_ metric: Metric, _ change: (Double) -> Double = { $0 }) -> CellTable {
        CellTable(
            metric: metric,
            recordings: ["Thibaud_iPhone4S_NoDist_FrontPocket", "walk-2", "=walk|3", "walk-4", "broken"],
            settings: mahony.settings + lowPass.settings,
            values: (mahony.values + lowPass.values).map { row in row.map { $0.map(change) } }
        )
    }

    private static func report() throws -> TuningReport {
        let tables = [table(.totalRMSE), table(.incrementRMS) { 1 / $0 }, table(.lag) { 8 - $0 }]
        return TuningReport(tables.flatMap(TuningResult.all), fronts: [try ParetoFront(tables)])
    }

    private static let accuracy = TuningReport(TuningResult.all(in: table(.totalRMSE)))

    @Test func `The report for a terminal of 80 columns equals its snapshot`() throws {
        let text = try Self.report().text(width: 80)
        #expect(text.split(separator: "\n").allSatisfy { DisplayWidth.of(String($0)) <= 80 })
        try Snapshot.expect(text, "tuning-80.txt")
    }

    @Test func `The Markdown report equals its snapshot`() throws {
        try Snapshot.expect(Self.accuracy.markdown(), "tuning.md")
    }

    @Test func `Left-out settings in other metrics and the settings of other groups equal their snapshot`() throws {
        func table(
            _ grid: (settings: [CellTable.Setting], values: [[Double?]]),
            _ metric: Metric,
            of group: String,
            _ change: (Double) -> Double = { $0 }
        ) -> CellTable {
            CellTable(
                metric: metric,
                recordings: (1...4).map { "\(group)-\($0)" },
                settings: grid.settings,
                values: grid.values.map { $0.prefix(4).map { $0.map(change) } }
            )
        }
        let grids = [Self.mahony, Self.lowPass]
        let leftOut = try [Metric.totalRMSE, .incrementRMS].flatMap { metric in
            try grids.compactMap { grid in
                let result = try TuningResult(table(grid, .totalRMSE, of: "indoor"))
                return LeftOutFigures(
                    result,
                    in: table(grid, metric, of: "indoor") { metric == .totalRMSE ? $0 : 9 / $0 }
                )
            }
        }
        let transfers = try grids.compactMap { grid in
            let outdoor = table(grid, .totalRMSE, of: "outdoor") { 20 - $0 }
            return TuningTransfer(
                of: try TuningResult(outdoor),
                group: "outdoor",
                in: outdoor,
                from: try TuningResult(table(grid, .totalRMSE, of: "indoor")),
                group: "indoor"
            )
        }
        let report = TuningReport([], leftOut: leftOut, transfers: transfers)
        try Snapshot.expect(report.markdown(), "tuning-groups.md")
        #expect(report.text(width: 80).split(separator: "\n").allSatisfy { DisplayWidth.of(String($0)) <= 80 })
        // Without a jitter of the first pipeline, no other pipeline takes its place.
        let unmeasured = leftOut.filter { $0.metric == .totalRMSE || $0.pipeline != leftOut[0].pipeline }
        let tables = TuningReport([], leftOut: unmeasured).markdown().split(separator: "\n").filter {
            $0.hasPrefix("| pipeline")
        }
        #expect(tables.map { $0.contains("first row") } == [true, false])
    }

    @Test func `The CSV reports equal their snapshots`() throws {
        try Snapshot.expect(Self.accuracy.csv(), "tuning.csv")
        try Snapshot.expect(Self.accuracy.recordingsCSV(), "tuning-recordings.csv")
    }

    @Test func `A pipeline that cannot be tuned is listed with the reason`() {
        let empty = CellTable(
            metric: .totalRMSE,
            recordings: ["walk"],
            settings: [Self.lowPass.settings[0]],
            values: [[nil]]
        )
        let report = TuningReport(TuningResult.all(in: empty))
        let sentence = "triad+lowPass:alpha=?: not tuned, because total_rmse_deg could not be measured in any cell"
        #expect(report.text(width: 200).contains(sentence))
        #expect(report.csv().hasSuffix(",total_rmse_deg could not be measured in any cell\n"))
    }

    @Test func `A change whose interval contains zero is reported as no difference shown`() {
        let sentences = Self.accuracy.text(width: 400)
        #expect(sentences.contains("mahony:kp=?,ki=?: compared with the default: tuned, better by"))
        #expect(sentences.contains("triad+lowPass:alpha=?: compared with the default: tuned, no difference shown,"))
    }

    @Test func `A long front is thinned evenly and retains both ends`() {
        #expect(TuningTables.spread(5, maximum: 20) == [0, 1, 2, 3, 4])
        #expect(TuningTables.spread(9, maximum: 3) == [0, 4, 8])
        #expect(TuningTables.spread(1_000, maximum: 20).count == 20)
        #expect(TuningTables.spread(1_000, maximum: 20).last == 999)
    }
}
