public import Evaluation
import Foundation
public import Recordings
public import SensorModel

/// The cells of an experiment in an SQLite file. A cell is the result of one pipeline setting on one recording.
///
/// Each batch of cells is one transaction. A crash loses only the cells that were running. A power failure may lose the
/// last batches, but never a part of a batch. Lost cells are run again.
///
/// Several processes may use one file at the same time. A process claims cells before it runs them. A claim is valid
/// until the process ends. Processes also announce the recordings that they begin and finish, so that they work on
/// different recordings.
///
/// ```swift
/// let store = try ExperimentStore(path: "out/results.sqlite", tool: tool)
/// let runner = ExperimentRunner(experiment, store: store, cells: 0..<experiment.cellCount, jobs: 4)
/// let outcome = try await runner.run()
/// ```
public final class ExperimentStore: Sendable {
    /// The name of the store's file in the folder of an experiment's results.
    public static let fileName = "results.sqlite"

    let file: StoreFile
    private let sessions: SessionFile?
    private let session: Int64
    private let tool: ProgramVersion
    /// The metrics of the cells. The table of cells has one column for each metric, with the metric's name.
    let metrics: [Metric]
    var metricColumns: [String] { metrics.map { "\"\($0.name)\"" } }

    /// The metrics of the store that are not part of Sextant, but were added by other packages.
    public var addedMetrics: [Metric] { Array(metrics.dropFirst(MetricCatalogue.metrics.count)) }

    /// The path of the store's file.
    public var path: String { file.path }

    /// A Boolean value that indicates whether other sessions were running when this session opened the store. A session
    /// is an open store in a process.
    public var isShared: Bool { sessions?.isShared ?? false }

    /// Passes the task of writing the reports to the other running sessions, if there are any. A session is an open
    /// store in a process. After passing on the task, this session no longer counts as running.
    ///
    /// If several sessions finish at the same time, exactly one of them writes the reports.
    ///
    /// - Returns: `true` if another session writes the reports, `false` if this session must write them.
    public func leaveReportsToOthers() -> Bool { sessions?.leaveToOthers() ?? false }

    /// Opens a store for reading and writing, and creates it if the file does not exist.
    ///
    /// - Parameters:
    ///   - path: path of the file.
    ///   - tool: version and revision of Sextant that runs the cells. Cells of other versions do not count as finished.
    ///   - addedMetrics: metrics that other packages added. An existing store must have a column for each of these
    ///     metrics.
    /// - Throws: `InputError` if the file is not an experiment store, or if it cannot be written.
    public init(path: String, tool: ProgramVersion, addedMetrics: [Metric] = []) throws(InputError) {
        let kind = ExperimentSchema.kind
        self.tool = tool
        let tables = ExperimentSchema.tables(MetricCatalogue.metrics + addedMetrics)
        let file = try StoreFile(path: path, kind: kind, tables: tables, durability: .normal)
        self.file = file
        metrics = try Self.metrics(in: file, adding: addedMetrics)
        do {
            let sessions = try SessionFile(forStore: path)
            self.sessions = sessions
            session = try file.write { database in
                let arguments: [any SQLiteConvertible] = [
                    ProcessInfo.processInfo.hostName, ProcessInfo.processInfo.processIdentifier,
                    Date().formatted(.iso8601),
                ]
                let insert = "INSERT INTO session (host, process, started_at) VALUES (?, ?, ?)"
                try database.execute(insert, arguments)
                try sessions.hold(database.lastInsertedRowID)
                return database.lastInsertedRowID
            }
        } catch {
            throw InputError(error, file: path, of: kind)
        }
    }

    /// Opens an existing store for reading only.
    ///
    /// - Parameter path: path of the file.
    /// - Throws: `InputError` if the file does not exist, is not an experiment store, or cannot be read.
    public init(reading path: String) throws(InputError) {
        file = try StoreFile(
            reading: path,
            kind: ExperimentSchema.kind,
            tables: ExperimentSchema.tables(MetricCatalogue.metrics)
        )
        metrics = try Self.metrics(in: file)
        sessions = nil
        session = 0
        tool = ProgramVersion(version: "", revision: "")
    }

    /// Returns the built-in metrics and the added metrics of a store. If no added metrics are stored yet, the method
    /// uses and stores `added`.
    private static func metrics(in file: StoreFile, adding added: [Metric] = []) throws(InputError) -> [Metric] {
        let key = "added_metrics"
        let stored: [AddedMetric]? = try file.read { database in
            let text: String? = try database.statement("SELECT value FROM property WHERE name = ?").value([key])
            return try text.map { try StoredJSON.value(of: $0) }
        }
        if let stored { return MetricCatalogue.metrics + stored.compactMap(\.metric) }
        if !added.isEmpty {
            try file.write { database in
                let text = try StoredJSON.text(added.map(AddedMetric.init))
                try database.execute("INSERT OR IGNORE INTO property (name, value) VALUES (?, ?)", [key, text])
            }
        }
        return MetricCatalogue.metrics + added
    }

    /// Stores the definition of the experiment, and the range of cells that this session runs.
    ///
    /// - Parameters:
    ///   - name: name of the experiment.
    ///   - definition: text of the experiment's file.
    ///   - cells: range of cells that this session runs.
    ///   - total: number of cells in the experiment.
    /// - Throws: `InputError` if the file cannot be written.
    public func note(
        name: String,
        definition: String,
        cells: Range<Int>,
        of total: Int
    ) throws(InputError) {
        try file.write { database in
            let insert = "INSERT OR REPLACE INTO property (name, value) VALUES (?, ?)"
            try database.execute(insert, ["name", name])
            try database.execute(insert, ["definition", definition])
            try database.execute(
                "INSERT OR IGNORE INTO part (first, last, total) VALUES (?, ?, ?)",
                [cells.lowerBound, cells.upperBound, total]
            )
        }
    }
}

extension ExperimentStore: CellStore {
    /// Claims the cells of a recording that are neither finished nor claimed by another running session.
    ///
    /// - Throws: `InputError` if the file cannot be written.
    public func claim(
        _ pipelines: [CellPipeline],
        over recording: CellRecording
    ) throws(InputError) -> CellClaim {
        try file.write { database in
            let tool = try Self.identifier(of: tool, in: database)
            let recordingID = try Self.identifier(of: recording, in: database)
            let isDone = try database.statement(
                "SELECT 1 FROM cell WHERE recording = ? AND pipeline = ? AND tool = ?"
            )
            let others = try database.statement(
                "SELECT session FROM claim WHERE recording = ? AND pipeline = ? AND tool = ? AND session <> ?"
            )
            let insert = try database.statement(
                "INSERT INTO claim (recording, pipeline, tool, session) VALUES (?, ?, ?, ?)"
            )
            var living: [Int64: Bool] = [:]
            var claim = CellClaim()
            for (index, pipeline) in pipelines.enumerated() {
                try Self.removeOtherVersions(of: pipeline, over: recordingID, from: database)
                let key = [recordingID, try Self.identifier(of: pipeline, in: database), tool]
                if try isDone.value(key, as: Int.self) != nil {
                    claim.done += 1
                    continue
                }
                let claimants: [Int64] = try others.values(key + [session])
                for other in claimants where living[other] == nil { living[other] = sessions?.isHeld(other) ?? false }
                if claimants.contains(where: { living[$0] == true }) {
                    claim.elsewhere.append(index)
                } else {
                    try insert.execute(key + [session])
                    claim.granted.append(index)
                }
            }
            return claim
        }
    }

    /// Stores finished runs in one transaction.
    ///
    /// - Throws: `InputError` if the file cannot be written. In this case, none of the runs is stored.
    public func save(
        _ runs: [EvaluationRun],
        of pipelines: [CellPipeline],
        over recording: CellRecording
    ) throws(InputError) {
        precondition(runs.count == pipelines.count, "there must be one run for each pipeline")
        try file.write { database in
            let tool = try Self.identifier(of: tool, in: database)
            let recordingID = try Self.identifier(of: recording, in: database)
            let columns = metricColumns.joined(separator: ", ")
            let marks = Array(repeating: "?", count: metrics.count + 5).joined(separator: ", ")
            let insert = try database.statement(
                "INSERT INTO cell (recording, pipeline, tool, session, context, \(columns)) VALUES (\(marks))"
            )
            var contexts: [EvaluationRun: Int64] = [:]
            for (run, pipeline) in zip(runs, pipelines) {
                let context = run.withoutFigures
                let known = try contexts[context] ?? Self.identifier(ofContext: context, in: database)
                contexts[context] = known
                var row: [any SQLiteConvertible] = [
                    recordingID, try Self.identifier(of: pipeline, in: database), tool, session, known,
                ]
                row += metrics.map { run.metrics[$0] }
                try insert.execute(row)
            }
        }
    }

    /// Returns the announced state of a block of cells. Announcements before this session opened the store are ignored.
    public func state(of block: String) -> BlockState { sessions?.state(of: block) ?? .begun(times: 0) }

    /// Announces to other sessions that this session begins a block of cells, or has finished it.
    public func announce(_ state: BlockState, of block: String) {
        sessions?.announce(state, of: block, by: session)
    }

    /// Returns the values of a metric under the given conditions. For each SPEC (the text of a pipeline), the result
    /// has an array with one value for each recording. A value is `nil` if it could not be measured.
    ///
    /// - Throws: `InputError` if the file cannot be read.
    public func figures(
        of metric: Metric,
        _ specs: [String],
        under conditions: [String]
    ) throws(InputError) -> [[Double?]] {
        let select = """
            SELECT cell."\(metric.name)" FROM cell JOIN recording ON recording.id = cell.recording
            JOIN pipeline ON pipeline.id = cell.pipeline WHERE pipeline.spec = ? AND recording.conditions IN
            (SELECT value FROM json_each(?))
            AND cell.tool = ? ORDER BY recording.place, recording.name, pipeline.parameters
            """
        return try file.read { database in
            let tools = try database.statement("SELECT id FROM tool WHERE version = ? AND revision = ?")
            let tool = try tools.value([tool.version, tool.revision], as: Int64.self) ?? 0
            let statement = try database.statement(select)
            let list = try StoredJSON.text(conditions)
            return try specs.map { try statement.values([$0, list, tool]) }
        }
    }
}

extension ExperimentStore {
    /// Returns a Boolean value that indicates whether any pipeline has several settings. Only such pipelines can be
    /// tuned.
    ///
    /// - Throws: `InputError` if the file cannot be read.
    public func hasGrids() throws(InputError) -> Bool {
        try file.read { database in
            let select = "SELECT count(*) FROM (SELECT 1 FROM pipeline GROUP BY family HAVING count(DISTINCT spec) > 1)"
            return try database.statement(select).value() ?? 0 > 0
        }
    }

    /// Returns the values of these metrics in all cells that a version of Sextant ran.
    ///
    /// - Complexity: O(cells · metrics), about 1 s for 100,000 cells.
    /// - Throws: `InputError` if the file cannot be read.
    public func figures(of metrics: [Metric], by tool: ProgramVersion) throws(InputError) -> CellFigures {
        try file.read { database in
            let recordings = try Self.recordings(in: database)
            let pipelines = try Self.pipelines(in: database)
            let settings = pipelines.map(\.value.setting).distinct()
            let recordingIndices = Dictionary(uniqueKeysWithValues: recordings.enumerated().map { ($1.key, $0) })
            let settingIndices = Dictionary(uniqueKeysWithValues: settings.enumerated().map { ($1, $0) })
            let pipelineIndices = Dictionary(
                uniqueKeysWithValues: pipelines.map { ($0.key, settingIndices[$0.value.setting]) }
            )
            var figures = CellFigures(metrics: metrics, recordings: recordings.map(\.value), pipelines: settings)
            let columns = metrics.map { ", \"\($0.name)\"" }.joined()
            let select = """
                SELECT cell.recording, cell.pipeline\(columns) FROM cell JOIN tool ON tool.id = cell.tool
                WHERE tool.version = ? AND tool.revision = ?
                """
            try database.statement(select).forEachRow([tool.version, tool.revision]) { row in
                guard let recording = recordingIndices[try row.read(0)],
                    let pipeline = pipelineIndices[try row.read(1)] ?? nil
                else { return }
                figures.set(try row.numbers(2..<2 + metrics.count), recording: recording, pipeline: pipeline)
            }
            return figures
        }
    }

    /// Returns the recordings with their row identifiers, in the order of the experiment.
    private static func recordings(in database: SQLiteConnection) throws -> [(key: Int64, value: CellRecording)] {
        let identifiers: [Int64] = try database.statement("SELECT id FROM recording ORDER BY place, name").values()
        return try identifiers.map { ($0, try recording($0, in: database)) }
    }

    /// Returns the pipelines with their row identifiers, in the order of the experiment.
    private static func pipelines(in database: SQLiteConnection) throws -> [(key: Int64, value: CellPipeline)] {
        let identifiers: [Int64] = try database.statement("SELECT id FROM pipeline ORDER BY place, spec").values()
        return try identifiers.map { ($0, try pipeline($0, in: database)) }
    }
}

extension ExperimentStore {
    /// The error for a cell that has different values in the two stores to be merged.
    public struct Conflict: Error, Sendable, Hashable, CustomStringConvertible {
        /// The path of the second store, whose cells were to be added.
        public var file: String
        /// The name of the recording.
        public var recording: String
        /// The text (SPEC) of the pipeline.
        public var spec: String

        /// The error message: the path of the second store, the cell and advice.
        public var description: String {
            "\(file): the values of '\(spec)' on '\(recording)' differ from those in an earlier store; "
                + "omit one of the stores, or run one of them again"
        }
    }

    /// Adds the cells of another store, for example of one part of the experiment that ran on another machine.
    ///
    /// Metrics of run time are not compared, because they differ in each run. O(n log n) for n cells of the other
    /// store.
    ///
    /// - Returns: The number of cells that were added, and the number of cells that this store already contained.
    /// - Throws: ``Conflict`` if a cell has different values in the two stores, or `InputError`. After an error, this
    ///   store is unchanged.
    public func merge(_ other: ExperimentStore) throws -> (added: Int, known: Int) {
        guard Set(other.metrics) == Set(metrics) else {
            throw InputError(
                file: other.path,
                message: "this store and '\(path)' have different metrics",
                advice: "merge only stores that were written by the same program"
            )
        }
        let compared = metrics.filter { !MetricCatalogue.ofTime.contains($0) }
        let differs = compared.map { "mine.\"\($0.name)\" IS NOT theirs.\"\($0.name)\"" }
        var conflict: Conflict?
        do {
            return try file.write(attaching: other.file) { database in
                for (table, columns) in Self.sharedTables {
                    try database.execute(
                        """
                        INSERT OR IGNORE INTO main.\(table) (\(columns))
                        SELECT \(columns) FROM part.\(table) ORDER BY rowid
                        """
                    )
                }
                try database.execute("INSERT OR IGNORE INTO main.part SELECT * FROM part.part")
                try database.execute("INSERT OR IGNORE INTO main.property SELECT * FROM part.property")
                try database.execute(translation)
                defer { try? database.execute("DROP VIEW temp.theirs") }
                let same = """
                    FROM temp.theirs JOIN main.cell AS mine ON mine.recording = theirs.recording
                    AND mine.pipeline = theirs.pipeline AND mine.tool = theirs.tool
                    """
                let different = try database.statement(
                    """
                    SELECT recording.name, pipeline.spec \(same)
                    JOIN main.recording ON recording.id = mine.recording JOIN main.pipeline ON pipeline.id = mine.pipeline
                    WHERE \(differs.joined(separator: " OR ")) LIMIT 1
                    """
                )
                conflict = try different.firstRow { row in
                    Conflict(file: other.path, recording: try row.read(0), spec: try row.read(1))
                }
                if let conflict { throw conflict }
                let known = try database.statement("SELECT count(*) \(same)").value() ?? 0
                let columns =
                    "recording, pipeline, tool, session, context, \(metricColumns.joined(separator: ", "))"
                try database.execute(
                    """
                    INSERT INTO main.cell (\(columns)) SELECT \(columns) FROM temp.theirs WHERE NOT EXISTS
                    (SELECT 1 FROM main.cell AS mine WHERE mine.recording = theirs.recording
                    AND mine.pipeline = theirs.pipeline AND mine.tool = theirs.tool)
                    """
                )
                return (added: database.changedRowCount, known: known)
            }
        } catch {
            if let conflict { throw conflict }
            throw error
        }
    }

    /// The tables whose rows can occur in both stores of a merge. The columns of a table are listed without the
    /// identifier.
    private static let sharedTables = [
        ("tool", "version, revision"),
        ("recording", "place, name, sha256, content, conditions, tags"),
        ("pipeline", "place, family, spec, free, is_default, parameters"),
        ("context", "run"),
    ]

    /// The SQL statement that creates the view `theirs`: the cells that a merge adds from another store. In the view,
    /// these cells have the row identifiers of this store.
    private var translation: String {
        """
        CREATE TEMP VIEW theirs AS SELECT r.id AS recording, p.id AS pipeline, t.id AS tool, 0 AS session,
            c.id AS context,
            \(metricColumns.map { "x.\($0)" }.joined(separator: ", "))
            FROM part.cell AS x
            JOIN part.recording AS xr ON xr.id = x.recording
            JOIN main.recording AS r ON r.content = xr.content AND r.name = xr.name AND r.conditions = xr.conditions
            JOIN part.pipeline AS xp ON xp.id = x.pipeline
            JOIN main.pipeline AS p ON p.spec = xp.spec AND p.parameters = xp.parameters
            JOIN part.tool AS xt ON xt.id = x.tool
            JOIN main.tool AS t ON t.version = xt.version AND t.revision = xt.revision
            JOIN part.context AS xc ON xc.id = x.context
            JOIN main.context AS c ON c.run = xc.run;
        """
    }
}
