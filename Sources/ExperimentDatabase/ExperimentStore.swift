public import Evaluation
import Foundation
import GRDB
public import SQLiteStores

/// An experiment's cells in an SQLite file.
///
/// A batch of cells is one transaction: whatever ends the process loses only those that were being run. The end of the
/// power may lose the last batches, each whole; they are run again.
///
/// Several processes may use one file: each claims cells before it runs them, and those of a process that has ended
/// are free again.
public final class ExperimentStore: Sendable {
    /// The store's name in an experiment's folder.
    public static let fileName = "results.sqlite"

    let file: StoreFile
    private let locks: SessionLocks?
    private let session: Int64
    private let tool: EvaluationResults.Tool

    public var path: String { file.path }

    /// Opens the store in a file to add to it, and makes it where there is no file.
    ///
    /// - Parameters:
    ///   - path: of the file.
    ///   - tool: what runs the cells: those of another version or revision are not taken for its own.
    /// - Throws: `StoreError` for a file that is something else or cannot be written to.
    public init(path: String, tool: EvaluationResults.Tool) throws(StoreError) {
        let kind = ExperimentSchema.kind
        self.tool = tool
        let file = try StoreFile(path: path, kind: kind, tables: ExperimentSchema.tables, durability: .normal)
        self.file = file
        do {
            let locks = try SessionLocks(besideStore: path)
            self.locks = locks
            session = try file.write { database in
                let arguments: StatementArguments = [
                    ProcessInfo.processInfo.hostName, ProcessInfo.processInfo.processIdentifier,
                    Date().formatted(.iso8601),
                ]
                let insert = "INSERT INTO session (host, process, started_at) VALUES (?, ?, ?)"
                try database.execute(sql: insert, arguments: arguments)
                try locks.hold(database.lastInsertedRowID)
                return database.lastInsertedRowID
            }
        } catch {
            throw StoreError(error, file: path, of: kind)
        }
    }

    /// Opens the store in a file that is there, only to read.
    ///
    /// - Throws: `StoreError` where there is no file, for one that is something else, or cannot be read.
    public init(reading path: String) throws(StoreError) {
        file = try StoreFile(reading: path, kind: ExperimentSchema.kind, tables: ExperimentSchema.tables)
        locks = nil
        session = 0
        tool = EvaluationResults.Tool(version: "", revision: "")
    }

    /// Notes what the store is about.
    ///
    /// - Parameters:
    ///   - name: the experiment's.
    ///   - definition: the experiment's file.
    ///   - cells: the part of the experiment's cells that is to be run here.
    ///   - total: how many cells the experiment has.
    public func note(
        name: String,
        definition: String,
        cells: Range<Int>,
        of total: Int
    ) throws(StoreError) {
        try file.write { database in
            let insert = "INSERT OR REPLACE INTO property (name, value) VALUES (?, ?)"
            try database.execute(sql: insert, arguments: ["name", name])
            try database.execute(sql: insert, arguments: ["definition", definition])
            try database.execute(
                sql: "INSERT OR IGNORE INTO part (first, last, total) VALUES (?, ?, ?)",
                arguments: [cells.lowerBound, cells.upperBound, total]
            )
        }
    }
}

extension ExperimentStore: CellStore {
    public func claim(
        _ pipelines: [CellPipeline],
        over recording: CellRecording
    ) throws(StoreError) -> CellClaim {
        try file.write { database in
            let tool = try Self.identifier(of: tool, in: database)
            let place = try Self.identifier(of: recording, in: database)
            let isDone = try database.cachedStatement(
                sql: "SELECT 1 FROM cell WHERE recording = ? AND pipeline = ? AND tool = ?"
            )
            let others = try database.cachedStatement(
                sql: "SELECT session FROM claim WHERE recording = ? AND pipeline = ? AND tool = ? AND session <> ?"
            )
            let insert = try database.cachedStatement(
                sql: "INSERT INTO claim (recording, pipeline, tool, session) VALUES (?, ?, ?, ?)"
            )
            var living: [Int64: Bool] = [:]
            var claim = CellClaim()
            for (index, pipeline) in pipelines.enumerated() {
                let key = [place, try Self.identifier(of: pipeline, in: database), tool]
                if try Int.fetchOne(isDone, arguments: StatementArguments(key)) != nil {
                    claim.done += 1
                    continue
                }
                let sessions = try Int64.fetchAll(others, arguments: StatementArguments(key + [session]))
                for other in sessions where living[other] == nil { living[other] = locks?.isHeld(other) ?? false }
                if sessions.contains(where: { living[$0] == true }) {
                    claim.elsewhere.append(index)
                } else {
                    try insert.execute(arguments: StatementArguments(key + [session]))
                    claim.granted.append(index)
                }
            }
            return claim
        }
    }

    public func save(
        _ runs: [EvaluationRun],
        of pipelines: [CellPipeline],
        over recording: CellRecording
    ) throws(StoreError) {
        precondition(runs.count == pipelines.count, "a run per pipeline")
        let metrics = ExperimentSchema.metrics
        try file.write { database in
            let tool = try Self.identifier(of: tool, in: database)
            let place = try Self.identifier(of: recording, in: database)
            let columns = ExperimentSchema.metricColumns.joined(separator: ", ")
            let marks = Array(repeating: "?", count: metrics.count + 5).joined(separator: ", ")
            let insert = try database.cachedStatement(
                sql: "INSERT INTO cell (recording, pipeline, tool, session, context, \(columns)) VALUES (\(marks))"
            )
            var contexts: [EvaluationRun: Int64] = [:]
            for (run, pipeline) in zip(runs, pipelines) {
                let context = run.withoutFigures
                let known = try contexts[context] ?? Self.identifier(ofContext: context, in: database)
                contexts[context] = known
                var values: [DatabaseValue] = [
                    place.databaseValue, try Self.identifier(of: pipeline, in: database).databaseValue,
                    tool.databaseValue, session.databaseValue, known.databaseValue,
                ]
                values += metrics.map { run.metrics[$0]?.databaseValue ?? .null }
                try insert.execute(arguments: StatementArguments(values))
            }
        }
    }

    public func figures(
        of metric: MetricName,
        _ specs: [String],
        under conditions: String
    ) throws(StoreError) -> [[Double?]] {
        let select = """
            SELECT cell."\(metric.rawValue)" FROM cell JOIN recording ON recording.id = cell.recording
            JOIN pipeline ON pipeline.id = cell.pipeline WHERE pipeline.spec = ? AND recording.conditions = ?
            AND cell.tool = ? ORDER BY recording.place, recording.name, pipeline.parameters
            """
        return try file.read { database in
            let tools = "SELECT id FROM tool WHERE version = ? AND revision = ?"
            let tool = try Int64.fetchOne(database, sql: tools, arguments: [tool.version, tool.revision]) ?? 0
            let statement = try database.cachedStatement(sql: select)
            return try specs.map { spec in
                try Optional<Double>.fetchAll(statement, arguments: [spec, conditions, tool])
            }
        }
    }
}
