extension TuningResult {
    /// The results of all families of pipelines in a table, in its order. O(settings · recordings²).
    public static func all(
        in table: CellTable
    ) -> [(pipeline: String, result: Result<TuningResult, TuningError>)] {
        table.pipelines.map { pipeline in
            (pipeline, Result { () throws(TuningError) in try TuningResult(table.only(pipeline)) })
        }
    }

    /// Tunes one family of pipelines. O(settings · recordings²).
    ///
    /// - Parameter table: the figures of one family of pipelines.
    /// - Throws: ``TuningError`` where no setting can be chosen.
    public init(_ table: CellTable) throws(TuningError) {
        let grid = try MeasuredGrid(table)
        guard let tunedPlace = grid.best(of: grid.complete, over: grid.recordings) else {
            throw .noCompleteSetting(table.metric, settings: table.settings.count, recordings: grid.recordings.count)
        }
        let standard = Standard(table, grid)
        recordings = grid.recordings.compactMap { recording in
            Self.recording(recording, table, grid, tuned: tunedPlace, standard: standard.place)
        }
        pipeline = table.settings[tunedPlace].pipeline
        metric = table.metric
        settingCount = table.settings.count
        incomplete = table.settings.indices.compactMap { setting in
            let missing = grid.missing(setting).map { table.recordings[$0] }
            return missing.isEmpty ? nil : Incomplete(setting: table.settings[setting], missing: missing)
        }
        unmeasuredRecordings = grid.unmeasured.map { table.recordings[$0] }
        tunedSetting = table.settings[tunedPlace]
        tuned = TuningFigures(recordings.map(\.tuned))
        edges = GridEdge.edges(of: table.settings[tunedPlace], among: table.settings)
        let leftOut = recordings.compactMap { $0.leaveOneOut?.figure }
        leaveOneOut = leftOut.isEmpty ? nil : TuningFigures(leftOut)
        standardSetting = table.settings.first(where: \.isDefault)
        self.standard = standard.place == nil ? nil : TuningFigures(recordings.compactMap(\.standard))
        standardObstacle = standard.obstacle
    }

    /// The default setting as a baseline, or the reason why it is not available.
    private struct Standard {
        let place: Int?
        let obstacle: String?

        init(_ table: CellTable, _ grid: MeasuredGrid) {
            guard let place = table.settings.firstIndex(where: \.isDefault) else {
                self.place = nil
                obstacle = "the default is not among the settings tried"
                return
            }
            let missing = grid.missing(place).count
            self.place = missing == 0 ? place : nil
            obstacle =
                missing == 0
                ? nil : "the default could not be measured on \(missing) of \(grid.recordings.count) recordings"
        }
    }

    private static func recording(
        _ recording: Int,
        _ table: CellTable,
        _ grid: MeasuredGrid,
        tuned: Int,
        standard: Int?
    ) -> RecordingTuning? {
        func choice(_ setting: Int) -> Choice {
            Choice(setting: table.settings[setting], figure: grid.figure(setting, recording))
        }
        let others = grid.recordings.filter { $0 != recording }
        return grid.best(of: grid.measured(recording), over: [recording]).map { best in
            RecordingTuning(
                recording: table.recordings[recording],
                best: choice(best),
                tuned: grid.figure(tuned, recording),
                leaveOneOut: grid.best(of: grid.complete, over: others).map(choice),
                standard: standard.map { grid.figure($0, recording) }
            )
        }
    }
}
