import Evaluation
import Experiments
import Pipelines
import Recordings
import SensorModel
import Testing

/// The order of systems in each row, and the effect of a changed constant on it.
struct TableRankingTests {
    private static func yaml(_ ranking: String) -> String {
        """
        title: T
        caption: C
        evaluation:
          scenarios:
            - {scenario: pan, noise: none, variant: ×1}
            - {scenario: pan, noise: none, variant: ×2}
            - {scenario: walk, noise: none, variant: ×1}
            - {scenario: walk, noise: none, variant: ×2}
          systems: [area, gamaray, layar]
          rows: [group, variant]
          across: system
          columns: [{metric: pixel_rmse_px}]
          ranking: \(ranking)
        """
    }

    private static func evaluation(_ ranking: String) throws(InputError) -> EvaluationTable {
        let root = try YAMLValue(parsing: Array(yaml(ranking).utf8), file: "t.yaml").mapping("a table")
        return try EvaluationTable(try root.required("evaluation"), catalogue: .builtIn)
    }

    private static func table(_ figures: [Double?]) throws -> ReportTable {
        try evaluation("{metric: pixel_rmse_px, baseline: ×1, margin: 0.02}").table(
            of: figures.map { value in
                var metrics = MetricValues()
                metrics.setUnmeasured(.pixelRMSE, because: "unknown")
                if let value { metrics.set(.pixelRMSE, to: value) }
                return EvaluationRun(
                    recording: EvaluationRun.RecordingSummary(name: "r", sha256: "", samples: 1, durationSeconds: 1),
                    pipeline: EvaluationRun.PipelineSummary(name: "p", parameters: [:]),
                    metrics: metrics
                )
            }
        )
    }

    private static func texts(_ table: ReportTable, _ column: Int) -> [String] {
        table.rows.map { row in
            guard case .text(let text) = row[column] else { return "no text" }
            return text
        }
    }

    @Test func `Pairs that are exchanged by more than the margin are listed`() throws {
        // The systems are area, gamaray and layar. In the pan, gamaray and layar are exchanged. In the walk, area and
        // gamaray are, but within 2 %.
        let table = try Self.table([10, 20, 30, 10, 40, 30, 10, 10.1, 30, 10.1, 10, 30])
        #expect(table.columns.map(\.key).suffix(2) == ["order", "exchanged"])
        #expect(
            Self.texts(table, 5) == [
                "area, gamaray, layar", "area, layar, gamaray", "area = gamaray, layar", "area = gamaray, layar",
            ]
        )
        #expect(Self.texts(table, 6) == ["", "layar before gamaray", "", "none"])
        #expect(
            table.findings == [
                "pan: the order changes: at ×2 layar before gamaray.",
                "walk: the order is the same in every variant.",
            ]
        )
    }

    @Test func `Each row begins with its scenario and variant as text`() throws {
        let table = try Self.table([1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3])
        #expect(Self.texts(table, 0) == ["pan", "pan", "walk", "walk"])
        #expect(Self.texts(table, 1) == ["×1", "×2", "×1", "×2"])
    }

    @Test func `The cell below a system has the system's value`() throws {
        // Each row has one run of each system, so that the mean of a cell is the value of its run.
        let table = try Self.table([10, 20, 30, 40, 50, 60, 1, 2, 3, 4, 5, 6])
        let numbers = table.rows.map { row in
            row[2...4].map { cell -> Double? in
                guard case .number(let number) = cell else { return nil }
                return number.value
            }
        }
        #expect(numbers == [[10, 20, 30], [40, 50, 60], [1, 2, 3], [4, 5, 6]])
    }

    @Test func `A system without a figure is not ranked`() throws {
        let table = try Self.table([10, nil, 30, 10, nil, 30, 1, 2, 3, 1, 2, 3])
        #expect(Self.texts(table, 5).first == "area, layar")
    }

    @Test(arguments: [
        (
            "{metric: pixel_rmse_px, baseline: ×3}",
            "the baseline is the variant '×3', but no scenario has this variant; "
        ),
        ("{metric: pixel_rmse_px, baseline: ×1, margin: -1}", "and a 'margin' of at least 0"),
        ("{metric: pixel_rmse_px}", "'baseline' is missing"),
    ])
    func `An invalid ranking is rejected`(ranking: String, words: String) {
        let error = #expect(throws: InputError.self) { try Self.evaluation(ranking) }
        #expect(error?.description.contains(words) == true, "\(String(describing: error))")
    }
}
