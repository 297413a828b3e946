import Evaluation
import Recordings
import SensorModel

/// Functions that return the identifiers of rows, and insert rows that do not exist yet.
extension ExperimentStore {
    static func identifier(of tool: ProgramVersion, in database: SQLiteConnection) throws -> Int64 {
        try identifier(
            in: database,
            "SELECT id FROM tool WHERE version = ? AND revision = ?",
            [tool.version, tool.revision],
            "INSERT INTO tool (version, revision) VALUES (?, ?)",
            [tool.version, tool.revision]
        )
    }

    static func identifier(of recording: CellRecording, in database: SQLiteConnection) throws -> Int64 {
        try identifier(
            in: database,
            "SELECT id FROM recording WHERE content = ? AND name = ? AND conditions = ?",
            [recording.content, recording.name, recording.conditions],
            "INSERT INTO recording (place, name, sha256, content, conditions, tags) VALUES (?, ?, ?, ?, ?, ?)",
            [
                recording.index, recording.name, recording.sha256, recording.content, recording.conditions,
                try StoredJSON.text(recording.tags),
            ]
        )
    }

    static func identifier(of pipeline: CellPipeline, in database: SQLiteConnection) throws -> Int64 {
        let parameters = try StoredJSON.text(pipeline.parameters)
        let setting = pipeline.setting
        return try identifier(
            in: database,
            "SELECT id FROM pipeline WHERE spec = ? AND parameters = ?",
            [setting.spec, parameters],
            "INSERT INTO pipeline (place, family, spec, free, is_default, parameters) VALUES (?, ?, ?, ?, ?, ?)",
            [
                pipeline.index, setting.pipeline, setting.spec, try StoredJSON.text(setting.parameters),
                setting.isDefault,
                parameters,
            ]
        )
    }

    /// Deletes a pipeline's outdated cells and claims on a recording. Outdated cells were computed by another version
    /// of the external estimator, or from another version of the file of estimates. The SHA-256 in the pipeline's
    /// parameters identifies the version.
    static func removeOtherVersions(
        of pipeline: CellPipeline,
        over recording: Int64,
        from database: SQLiteConnection
    ) throws {
        guard case .word(let digest) = pipeline.parameters["sha256"] else { return }
        // A digest cannot occur anywhere else in the parameters' JSON text.
        let others = """
            SELECT id FROM pipeline WHERE spec = ? AND instr(parameters, 'sha256') > 0 AND instr(parameters, ?) = 0
            """
        for table in ["cell", "claim"] {
            try database.execute(
                "DELETE FROM \(table) WHERE recording = ? AND pipeline IN (\(others))",
                [recording, pipeline.setting.spec, digest]
            )
        }
    }

    static func identifier(ofContext run: EvaluationRun, in database: SQLiteConnection) throws -> Int64 {
        let text = try StoredJSON.text(run)
        return try identifier(
            in: database,
            "SELECT id FROM context WHERE run = ?",
            [text],
            "INSERT INTO context (run) VALUES (?)",
            [text]
        )
    }

    private static func identifier(
        in database: SQLiteConnection,
        _ select: String,
        _ key: [any SQLiteConvertible],
        _ insert: String,
        _ row: @autoclosure () throws -> [any SQLiteConvertible]
    ) throws -> Int64 {
        if let known: Int64 = try database.statement(select).value(key) { return known }
        try database.execute(insert, try row())
        return database.lastInsertedRowID
    }
}

extension EvaluationRun {
    /// A copy of the run without the pipeline's name and parameters, and without metric values. Cells with equal copies
    /// share one row in the store.
    var withoutFigures: EvaluationRun {
        var run = self
        run.pipeline = PipelineSummary(name: "", parameters: [:], source: pipeline.source)
        run.metrics = MetricValues()
        for (name, note) in metrics.notes { run.metrics.setUnmeasured(name, because: note) }
        return run
    }
}
