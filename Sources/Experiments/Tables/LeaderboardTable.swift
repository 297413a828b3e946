public import Evaluation
import Pipelines
public import Recordings
public import SensorModel

/// The definition of a report table that shows an experiment's leaderboard, with a row for each pipeline.
public struct LeaderboardTable: Sendable {
    /// The path of the experiment's definition, relative to the repository.
    public var experiment: String
    /// The folders of third-party data that the experiment needs.
    public var needs: [String]
    /// The programs outside of Sextant that the experiment needs; `nil` if it needs no such programs.
    public var programs: RequiredPrograms?
    /// The pipelines in the table: those that use the magnetometer, or those that do not; `nil` for all pipelines.
    public var usesMagnetometer: Bool?
    /// The accepted difference between the committed value and the regenerated value.
    public var tolerance: TableTolerance

    /// The meanings of the column titles.
    public var legend: [(name: String, meaning: String)] {
        [
            ("mean", "Mean of the datasets' means, with the pipeline's default settings, and its 95 % interval."),
            ("rank", "Mean rank over the recordings with a value for every pipeline."),
            ("transfer", "The mean with the settings that are best on the other datasets."),
            ("oracle", "The mean with the settings that are best on the same dataset: a bound."),
        ]
    }

    /// Computes the table from a leaderboard.
    public func table(of board: Leaderboard) -> ReportTable {
        var table = ReportTable(
            columns: [
                ReportTable.Column("pipeline"),
                ReportTable.Column(key: "spec", title: "SPEC", isNumeric: false),
            ] + columns(of: board).map { ReportTable.Column($0, isNumeric: true) },
            keyCount: 1
        )
        let rows = board.rows(of: .fixed)
        let others = [LeaderboardTrack.transfer, .oracle].map(board.rows)
        let ranks = try? board.ranking(of: rows).get().test.meanRanks
        table.rows = rows.enumerated().map { index, row in
            let tracks = others.map { rows in rows.first { $0.entry.pipeline == row.entry.pipeline } }
            let interval = row.overall[0].interval
            return [.text(row.entry.pipeline), .code(row.entry.settings.compactMap { $0?.spec }.first ?? "")]
                + [row.overall[0].value, interval?.lower, interval?.upper].map { cell($0) }
                + [cell(ranks?[index], decimals: 1)]
                + row.datasets.map { cell($0[0].value) } + tracks.map { cell($0?.overall[0].value) }
        }
        table.notes = zip(board.rules.datasets, board.recordings).map { dataset, recordings in
            let measured = recordings.count { board.measuredEntries(of: $0) > 0 }
            return "\(dataset): \(measured) of \(recordings.count) recordings measured"
        }
        return table
    }

    private func columns(of board: Leaderboard) -> [String] {
        let unit = board.rules.metric.unit
        return ["mean (\(unit == "deg" ? "°" : unit))", "from", "to", "rank"] + board.rules.datasets
            + ["transfer", "oracle"]
    }

    private func cell(_ value: Double?, decimals: Int = 2) -> TableCell {
        value.map { .number(TableNumber($0, .decimals(decimals), tolerance: tolerance)) } ?? .missing
    }
}

extension LeaderboardTable {
    /// Reads the content of a table of the kind `leaderboard`.
    ///
    /// - Parameters:
    ///   - value: value of the key `leaderboard`.
    ///   - catalogue: names that the definition can use.
    /// - Throws: `InputError` with the line and column of the error.
    public init(_ value: YAMLValue, catalogue: DefinitionCatalogue) throws(InputError) {
        let root = try value.mapping("leaderboard")
        try root.allow(["experiment", "needs", "programs", "magnetometer", "tolerance"])
        experiment = try root.required("experiment").text("experiment")
        needs = try root.required("needs").texts("needs")
        programs = try root["programs"].map { item throws(InputError) in try RequiredPrograms(item) }
        usesMagnetometer = try root["magnetometer"].map { item throws(InputError) in
            let text = try item.text("magnetometer")
            try item.check(text, "use of the magnetometer", isOneOf: ["used", "none"])
            return text == "used"
        }
        tolerance = try root.tolerance()
    }

    /// Returns the experiment with only the pipelines that the table shows.
    public func experiment(_ experiment: Experiment) -> Experiment {
        guard let usesMagnetometer else { return experiment }
        var part = experiment
        let kept = experiment.families.indices.filter { index in
            let pipeline = experiment.families[index].base as? PipelineSpecification
            return pipeline?.knowsNorth ?? true == usesMagnetometer
        }
        part.families = kept.map { experiment.families[$0] }
        part.searches = Dictionary(
            uniqueKeysWithValues: kept.enumerated().compactMap { new, old in experiment.searches[old].map { (new, $0) }
            }
        )
        if !usesMagnetometer { part.estimates = [] }
        return part
    }
}
