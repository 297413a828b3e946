public import Evaluation
public import Recordings

extension ExperimentStore {
    /// Whether a pipeline has several settings, which a tuning compares.
    ///
    /// - Throws: `StoreError` when the file cannot be read.
    public func hasGrids() throws(StoreError) -> Bool {
        try file.read { database in
            let select = "SELECT count(*) FROM (SELECT 1 FROM pipeline GROUP BY family HAVING count(DISTINCT spec) > 1)"
            return try database.statement(select).value() ?? 0 > 0
        }
    }

    /// The figures of all cells that a tool ran. O(cells · metrics); a second for a hundred thousand cells.
    ///
    /// - Throws: `StoreError` when the file cannot be read.
    public func figures(of metrics: [MetricName], by tool: ProgramVersion) throws(StoreError) -> CellFigures {
        try file.read { database in
            let recordings = try Self.recordings(in: database)
            let pipelines = try Self.pipelines(in: database)
            let settings = pipelines.map(\.value.setting).distinct()
            let recordingPlaces = Dictionary(uniqueKeysWithValues: recordings.enumerated().map { ($1.key, $0) })
            let settingPlaces = Dictionary(uniqueKeysWithValues: settings.enumerated().map { ($1, $0) })
            let pipelinePlaces = Dictionary(
                uniqueKeysWithValues: pipelines.map { ($0.key, settingPlaces[$0.value.setting]) }
            )
            var figures = CellFigures(metrics: metrics, recordings: recordings.map(\.value), pipelines: settings)
            let columns = metrics.map { ", \"\($0.rawValue)\"" }.joined()
            let select = """
                SELECT cell.recording, cell.pipeline\(columns) FROM cell JOIN tool ON tool.id = cell.tool
                WHERE tool.version = ? AND tool.revision = ?
                """
            try database.statement(select).forEachRow([tool.version, tool.revision]) { row in
                guard let recording = recordingPlaces[try row.read(0)],
                    let pipeline = pipelinePlaces[try row.read(1)] ?? nil
                else { return }
                figures.set(try row.numbers(2..<2 + metrics.count), recording: recording, pipeline: pipeline)
            }
            return figures
        }
    }

    /// The recordings in the order of the experiment, with their identifiers.
    private static func recordings(in database: SQLiteConnection) throws -> [(key: Int64, value: CellRecording)] {
        let identifiers: [Int64] = try database.statement("SELECT id FROM recording ORDER BY place, name").values()
        return try identifiers.map { ($0, try recording($0, in: database)) }
    }

    /// The pipelines in the order of the experiment, with their identifiers.
    private static func pipelines(in database: SQLiteConnection) throws -> [(key: Int64, value: CellPipeline)] {
        let identifiers: [Int64] = try database.statement("SELECT id FROM pipeline ORDER BY place, spec").values()
        return try identifiers.map { ($0, try pipeline($0, in: database)) }
    }
}
