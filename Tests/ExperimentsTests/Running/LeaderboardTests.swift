import Evaluation
import Experiments
import Recordings
import SensorModel
import Testing

/// The tracks, means and tests of a leaderboard.
struct LeaderboardTests {
    private static func setting(_ pipeline: String, gain: Double? = nil, isDefault: Bool = true) -> CellTable.Setting {
        CellTable.Setting(
            pipeline: pipeline,
            spec: gain.map { "\(pipeline):beta=\($0)" } ?? pipeline,
            parameters: gain.map { ["beta": .number($0)] } ?? [:],
            isDefault: isDefault
        )
    }

    /// Six recordings, of which the first two are of the dataset small. `tuned` has two settings: the first is the
    /// better one on small, the second on large. `plain` has 5° everywhere.
    private static func board(
        published: [LeaderboardRules.PublishedFigure] = [],
        lacking: [Int: Int] = [:]
    ) -> Leaderboard {
        let recordings = ["a", "b", "c", "d", "e", "f"].enumerated().map { index, name in
            CellRecording(
                name: name,
                sha256: "",
                content: name,
                conditions: "",
                tags: [index < 2 ? "small" : "large", index % 2 == 0 ? "even" : "odd"],
                index: index
            )
        }
        let settings = [
            setting("tuned", gain: 1), setting("tuned", gain: 2, isDefault: false), setting("plain"),
        ]
        var figures = CellFigures(metrics: [.totalRMSE, .lag], recordings: recordings, pipelines: settings)
        let values: [[Double]] = [[1, 2, 10, 11, 12, 13], [3, 4, 6, 7, 8, 9], [5, 5, 5, 5, 5, 5]]
        for (setting, row) in values.enumerated() {
            for (recording, value) in row.enumerated() where lacking[setting] != recording {
                figures.set([value, -2 * value], recording: recording, pipeline: setting)
            }
        }
        let rules = LeaderboardRules(datasets: ["small", "large"], metric: .totalRMSE, published: published)
        return Leaderboard(figures, rules: rules, tags: ["odd"])
    }

    @Test func `Datasets have the same weight, whatever the number of their recordings`() throws {
        let rows = Self.board().rows(of: .fixed)
        #expect(rows.map(\.entry.pipeline) == ["plain", "tuned"])
        #expect(rows[0].overall.map(\.value) == [5, -10])
        #expect(rows[1].datasets.map { $0[0].value } == [1.5, 11.5])
        #expect(rows[1].overall[0].value == 6.5)
        #expect(rows[1].overall[0].count == 6)
        let tagged: Double = 26 / 3
        #expect(rows[1].tags.map(\.value) == [tagged])
    }

    @Test func `The mean of a tag counts its recordings, with and without a value`() {
        // b, d and f are odd. plain is first, and has no value of f.
        let rows = Self.board(lacking: [2: 5]).rows(of: .fixed)
        #expect(rows.map { $0.tags.map(\.count) } == [[2], [3]])
        #expect(rows.map { $0.tags.map(\.total) } == [[3], [3]])
    }

    @Test func `Transfer takes the setting that is best on the other datasets, and oracle the dataset's own`() throws {
        let board = Self.board()
        let transfer = try #require(board.rows(of: .transfer).first)
        #expect(board.rows(of: .transfer).count == 1)
        #expect(transfer.entry.settings.map { $0?.spec } == ["tuned:beta=2.0", "tuned:beta=1.0"])
        #expect(transfer.overall[0].value == (3.5 + 11.5) / 2)
        let oracle = try #require(board.rows(of: .oracle).first)
        #expect(oracle.entry.settings.map { $0?.spec } == ["tuned:beta=1.0", "tuned:beta=2.0"])
        #expect(oracle.overall[0].value == (1.5 + 7.5) / 2)
    }

    @Test func `A setting that lacks a recording is not chosen`() throws {
        let transfer = try #require(Self.board(lacking: [1: 3]).rows(of: .transfer).first)
        #expect(transfer.entry.settings.map { $0?.spec } == ["tuned:beta=1.0", "tuned:beta=1.0"])
    }

    @Test func `The interval of the overall mean resamples each dataset by itself`() throws {
        let recordings = (0..<12).map { index in
            CellRecording(
                name: "\(index)",
                sha256: "",
                content: "\(index)",
                conditions: "",
                tags: [index < 6 ? "one" : "two"],
                index: index
            )
        }
        let setting = Self.setting("plain")
        var figures = CellFigures(metrics: [.totalRMSE], recordings: recordings, pipelines: [setting])
        for index in 0..<12 { figures.set([index < 6 ? Double(index) : 7], recording: index, pipeline: 0) }
        let rules = LeaderboardRules(datasets: ["one", "two"], metric: .totalRMSE)
        let overall = try #require(Leaderboard(figures, rules: rules).rows(of: .fixed).first?.overall[0].interval)
        let alone = try #require(BootstrapInterval(ofMeanOf: [0, 1, 2, 3, 4, 5], isSigned: false))
        #expect(abs(overall.lower - (alone.lower + 7) / 2) < 1e-12)
        // Student's interval of the logarithm: 4.75 · exp(2.5706 · 0.38188 / 4.75), with five degrees of freedom.
        #expect(abs(overall.upper - 5.8406) < 1e-3)
    }

    @Test func `Recordings without a figure of every entry are not ranked`() throws {
        let board = Self.board(lacking: [2: 5])
        let ranking = try board.ranking(of: board.rows(of: .fixed)).get()
        #expect(ranking.recordingsLeftOut == 1)
        // Sorted: plain, tuned. tuned is better on a and b only.
        #expect(ranking.test.meanRanks == [1.4, 1.6])
    }

    @Test func `The front holds the entries that no other surpasses in all metrics`() {
        let board = Self.board()
        #expect(board.front(of: board.rows(of: .fixed), by: [.totalRMSE, .lag]) == ["plain"])
    }

    @Test func `Published values are compared with those of the default settings`() {
        func figure(_ recording: String, _ metric: Metric = .totalRMSE) -> LeaderboardRules.PublishedFigure {
            LeaderboardRules.PublishedFigure(
                source: "x",
                metric: metric,
                recording: recording,
                pipeline: "tuned",
                value: 1.25
            )
        }
        let board = Self.board(published: [figure("a"), figure("zz"), figure("a", .headingRMSE)])
        #expect(board.published.map(\.ours) == [1, nil, nil])
    }

    private static func rules(_ text: String) throws(InputError) -> LeaderboardRules {
        var options = EvaluationOptions()
        options.metrics = [.totalRMSE, .lag, .count]
        return try LeaderboardRules(
            try YAMLValue(parsing: Array(text.utf8), file: "x.yaml"),
            tags: ["BROAD", "phones"],
            pipelines: ["vqf"],
            among: options
        )
    }

    @Test func `Rules are read from a definition`() throws {
        let rules = try Self.rules(
            """
            datasets: [BROAD, phones]
            metric: total_rmse_deg
            published: [{source: paper, metric: lag_ms, figures: [[walk, vqf, -3.5]]}]
            """
        )
        #expect(rules.datasets == ["BROAD", "phones"])
        #expect(rules.published.map(\.value) == [-3.5])
        #expect(rules.published.map(\.metric) == [.lag])
    }

    @Test(arguments: [
        ("{datasets: [BORAD], metric: lag_ms}", "unknown tag 'BORAD': use one of BROAD, phones"),
        ("{datasets: [], metric: lag_ms}", "the leaderboard has no datasets"),
        ("{datasets: [BROAD], metric: jump_count}", "the list 'metrics' does not contain the metric 'jump_count'"),
        (
            "{datasets: [BROAD], metric: count}",
            "the metric 'count' cannot rank pipelines, because neither small nor large values are better"
        ),
        (
            "{datasets: [BROAD], metric: lag_ms, published: [{source: p, metric: lag_ms, figures: [[a, vfq, 1]]}]}",
            "unknown pipeline 'vfq': use one of vqf"
        ),
        (
            "{datasets: [BROAD], metric: lag_ms, published: [{source: p, metric: lag_ms, figures: [[a, vqf]]}]}",
            "the entry must have 3 values (recording, pipeline and value), but has 2"
        ),
    ])
    func `Mistakes in rules are errors with their line`(text: String, found: String) {
        let error = #expect(throws: InputError.self) { try Self.rules(text) }
        #expect(error?.message == found)
        #expect(error?.line == 1)
    }
}
