public import Evaluation
package import Foundation
public import Recordings
public import SensorModel

extension ExperimentStore {
    /// Returns the path of the store in the folder of an experiment.
    public static func path(in folder: String) -> String {
        (folder.hasSuffix("/") ? folder : folder + "/") + fileName
    }

    /// Returns the name and the YAML text of the experiment, or `nil` if the store does not contain them.
    ///
    /// - Throws: `InputError` if the file cannot be read.
    public func definition() throws(InputError) -> (name: String, text: String)? {
        try file.read { database in
            let select = try database.statement("SELECT value FROM property WHERE name = ?")
            guard let name: String = try select.value(["name"]), let text: String = try select.value(["definition"])
            else { return nil }
            return (name, text)
        }
    }

    /// Returns the distinct cell ranges of the sessions that used this store, and the number of cells in the whole
    /// experiment. A cell is the result of one pipeline setting on one recording.
    ///
    /// - Throws: `InputError` if the file cannot be read.
    public func parts() throws(InputError) -> (cells: [Range<Int>], total: Int) {
        try file.read { database in
            let select = "SELECT first, last, total FROM part ORDER BY first, last"
            let parts = try database.statement(select).rows { row in
                // Another program may have written these numbers, so they are limited to avoid overflow.
                let (first, last) = (Self.limited(try row.read(0)), Self.limited(try row.read(1)))
                return (cells: first..<max(first, last), total: Self.limited(try row.read(2)))
            }
            return (parts.map(\.cells), parts.map(\.total).max() ?? 0)
        }
    }

    private static func limited(_ count: Int) -> Int { min(max(count, 0), 1 << 53) }

    /// Returns the number of stored cells, that is, of results of a pipeline setting on a recording. O(n).
    ///
    /// - Throws: `InputError` if the file cannot be read.
    public func cellCount() throws(InputError) -> Int {
        try file.read { try $0.statement("SELECT count(*) FROM cell").value() ?? 0 }
    }

    /// Returns the number of claims and the number of cells with a claim. A claim records that a process started a
    /// cell.
    ///
    /// If there are more claims than cells, some cells were started again after a process crashed.
    ///
    /// - Throws: `InputError` if the file cannot be read.
    public func claimCounts() throws(InputError) -> (claims: Int, cells: Int) {
        try file.read { database in
            let select = "SELECT count(*) FROM claim"
            let cells = "SELECT count(*) FROM (SELECT DISTINCT recording, pipeline, tool FROM claim)"
            return (
                try database.statement(select).value() ?? 0,
                try database.statement(cells).value() ?? 0
            )
        }
    }

    /// Returns how often a process started a cell, but did not complete it.
    ///
    /// - Throws: `InputError` if the file cannot be read.
    public func unfinishedClaims() throws(InputError) -> Int {
        let select = """
            SELECT (SELECT count(*) FROM claim) - (SELECT count(*) FROM claim JOIN cell
            ON claim.recording = cell.recording AND claim.pipeline = cell.pipeline AND claim.tool = cell.tool
            AND claim.session = cell.session)
            """
        return try file.read { try $0.statement(select).value() ?? 0 }
    }

    /// Visits the cells in the order of the experiment: by recording, then by pipeline and setting.
    ///
    /// Time is O(n log n) for n cells; memory does not grow with n.
    ///
    /// - Parameters:
    ///   - tool: version of Sextant whose cells are visited; `nil` for all.
    ///   - family: name of the pipeline family whose cells are visited; `nil` for all.
    ///   - body: closure that is called with each cell.
    /// - Throws: `InputError` if the file cannot be read, and errors of `body`.
    public func forEachCell(
        by tool: ProgramVersion? = nil,
        of family: String? = nil,
        _ body: (StoredCell) throws -> Void
    ) throws {
        var conditions: [String] = []
        var arguments: [any SQLiteConvertible] = []
        if let tool {
            conditions.append("tool.version = ? AND tool.revision = ?")
            arguments += [tool.version, tool.revision]
        }
        if let family {
            conditions.append("pipeline.family = ?")
            arguments += [family]
        }
        let condition = conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")
        let columns = metricColumns.joined(separator: ", ")
        let select = """
            SELECT tool.version, tool.revision, cell.context, cell.recording, cell.pipeline, \(columns) FROM cell
            JOIN recording ON recording.id = cell.recording JOIN pipeline ON pipeline.id = cell.pipeline
            JOIN tool ON tool.id = cell.tool\(condition)
            ORDER BY tool.id, recording.place, recording.name, recording.conditions, pipeline.place, pipeline.spec,
            pipeline.id
            """
        var failure: (any Error)?
        do {
            try file.read { database in
                var recordings: [Int64: CellRecording] = [:]
                try database.statement(select).forEachRow(arguments) { row in
                    let identifier: Int64 = try row.read(3)
                    let recording = try recordings[identifier] ?? Self.recording(identifier, in: database)
                    recordings[identifier] = recording
                    let figures = try row.numbers(5..<5 + metrics.count)
                    var values: [Metric: Double] = [:]
                    for (name, figure) in zip(metrics, figures) { values[name] = figure }
                    let cell = StoredCell(
                        recording: recording,
                        pipeline: try Self.pipeline(try row.read(4), in: database),
                        tool: ProgramVersion(version: try row.read(0), revision: try row.read(1)),
                        values: values,
                        context: try row.read(2)
                    )
                    do {
                        try body(cell)
                    } catch {
                        // An error of `body` is rethrown unchanged.
                        failure = error
                        throw error
                    }
                }
            }
        } catch {
            throw failure ?? error
        }
    }

    /// Returns the complete evaluation run of each cell, in the order of the given cells.
    ///
    /// - Throws: `InputError` if the file cannot be read.
    public func runs(of cells: [StoredCell]) throws(InputError) -> [EvaluationRun] {
        try file.read { database in
            let select = try database.statement("SELECT run FROM context WHERE id = ?")
            var contexts: [Int64: EvaluationRun] = [:]
            return try cells.map { cell in
                if contexts[cell.context] == nil {
                    let text = try select.value([cell.context]) ?? ""
                    contexts[cell.context] = try StoredJSON.value(of: text)
                }
                guard var run = contexts[cell.context] else { preconditionFailure("the context must be decoded above") }
                run.recording.name = cell.recording.name
                run.pipeline = EvaluationRun.PipelineSummary(
                    name: cell.pipeline.setting.label,
                    parameters: cell.pipeline.parameters,
                    source: run.pipeline.source
                )
                for (name, value) in cell.values { run.metrics.set(name, to: value, note: run.metrics.note(for: name)) }
                return run
            }
        }
    }

    static func recording(_ identifier: Int64, in database: SQLiteConnection) throws -> CellRecording {
        let select = "SELECT place, name, sha256, content, conditions, tags FROM recording WHERE id = ?"
        let recording = try database.statement(select).firstRow([identifier]) { row in
            CellRecording(
                name: try row.read(1),
                sha256: try row.read(2),
                content: try row.read(3),
                conditions: try row.read(4),
                tags: try StoredJSON.value(of: try row.read(5)),
                index: try row.read(0)
            )
        }
        guard let recording else { throw SQLiteError.corrupt }
        return recording
    }

    static func pipeline(_ identifier: Int64, in database: SQLiteConnection) throws -> CellPipeline {
        let select = "SELECT place, family, spec, free, is_default, parameters FROM pipeline WHERE id = ?"
        let pipeline = try database.statement(select).firstRow([identifier]) { row in
            CellPipeline(
                setting: CellTable.Setting(
                    pipeline: try row.read(1),
                    spec: try row.read(2),
                    parameters: try StoredJSON.value(of: try row.read(3)),
                    isDefault: try row.read(4)
                ),
                parameters: try StoredJSON.value(of: try row.read(5)),
                index: try row.read(0)
            )
        }
        guard let pipeline else { throw SQLiteError.corrupt }
        return pipeline
    }
}

extension ExperimentStore {
    /// Returns the names of the pipeline families that a version of Sextant ran, in the order of the experiment.
    ///
    /// - Throws: `InputError` if the file cannot be read.
    public func families(of tool: ProgramVersion) throws(InputError) -> [String] {
        let select = """
            SELECT family FROM pipeline WHERE id IN
            (SELECT pipeline FROM cell JOIN tool ON tool.id = cell.tool WHERE tool.version = ? AND tool.revision = ?)
            GROUP BY family ORDER BY min(place), family
            """
        return try file.read { database in
            try database.statement(select).values([tool.version, tool.revision])
        }
    }

    /// Returns the cells that the version `tool` of Sextant computed for one pipeline family. Each slice contains the
    /// cells with the same conditions, such as the sampling rate. Memory is proportional to the number of cells.
    ///
    /// - Throws: `InputError` if the file cannot be read.
    public func slices(of family: String, by tool: ProgramVersion) throws -> [CellSlice] {
        var slices: [CellSlice] = []
        try forEachCell(by: tool, of: family) { cell in
            let index = slices.firstIndex { $0.conditions == cell.recording.conditions } ?? slices.count
            if index == slices.count { slices.append(CellSlice(family: family, conditions: cell.recording.conditions)) }
            slices[index].add(cell)
        }
        return slices
    }

    /// Returns the largest number of cells (results) that a single version of Sextant computed.
    ///
    /// - Throws: `InputError` if the file cannot be read.
    public func completeCells() throws(InputError) -> Int {
        try file.read { database in
            try database.statement("SELECT max(n) FROM (SELECT count(*) AS n FROM cell GROUP BY tool)").value() ?? 0
        }
    }

    /// Returns the version of Sextant that was added to the store last; `nil` for an empty store.
    ///
    /// - Throws: `InputError` if the file cannot be read.
    public func latestTool() throws(InputError) -> ProgramVersion? {
        try file.read { database in
            let select =
                "SELECT version, revision FROM tool WHERE id IN (SELECT tool FROM cell) ORDER BY id DESC LIMIT 1"
            return try database.statement(select).firstRow { row in
                ProgramVersion(version: try row.read(0), revision: try row.read(1))
            }
        }
    }
}

/// The schema of an experiment store.
enum ExperimentSchema {
    static let kind = StoreKind(
        name: "a store of an experiment's results",
        // `SxEx`
        application: 0x5378_4578,
        version: 3,
        fullDiskNote: "finished cells are kept; --resume continues after them",
        retryAdvice: "run again with --resume",
        replacementAdvice: "run the experiment again with another --output",
        creationAdvice: "'sextant run' creates a store"
    )

    /// Returns the SQL statements that create the tables.
    ///
    /// The table `cell` has a row for each recording, pipeline and version of Sextant. The table `context` has the
    /// notes, remarks and counts of runs. Cells with equal notes, remarks and counts share a row. A row of `claim`
    /// records that a process started to run a cell. Claims of finished cells remain; only the claims of outdated cells
    /// are deleted.
    ///
    /// - Parameter metrics: metrics of the experiment, each with a column of its name.
    static func tables(_ metrics: [Metric]) -> String {
        let columns = metrics.map { "\"\($0.name)\"" }
        return """
            CREATE TABLE property (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
            CREATE TABLE part (first INTEGER NOT NULL, last INTEGER NOT NULL, total INTEGER NOT NULL,
                PRIMARY KEY (first, last, total)) STRICT, WITHOUT ROWID;
            CREATE TABLE tool (id INTEGER PRIMARY KEY, version TEXT NOT NULL, revision TEXT NOT NULL,
                UNIQUE (version, revision)) STRICT;
            CREATE TABLE recording (id INTEGER PRIMARY KEY, place INTEGER NOT NULL, name TEXT NOT NULL,
                sha256 TEXT NOT NULL, content TEXT NOT NULL, conditions TEXT NOT NULL, tags TEXT NOT NULL,
                UNIQUE (content, name, conditions)) STRICT;
            CREATE TABLE pipeline (id INTEGER PRIMARY KEY, place INTEGER NOT NULL, family TEXT NOT NULL,
                spec TEXT NOT NULL, free TEXT NOT NULL, is_default INTEGER NOT NULL, parameters TEXT NOT NULL,
                UNIQUE (spec, parameters)) STRICT;
            CREATE TABLE context (id INTEGER PRIMARY KEY, run TEXT NOT NULL UNIQUE) STRICT;
            CREATE TABLE session (id INTEGER PRIMARY KEY, host TEXT NOT NULL, process INTEGER NOT NULL,
                started_at TEXT NOT NULL) STRICT;
            CREATE TABLE claim (recording INTEGER NOT NULL, pipeline INTEGER NOT NULL, tool INTEGER NOT NULL,
                session INTEGER NOT NULL, PRIMARY KEY (recording, pipeline, tool, session)) STRICT, WITHOUT ROWID;
            CREATE TABLE cell (recording INTEGER NOT NULL, pipeline INTEGER NOT NULL, tool INTEGER NOT NULL,
                session INTEGER NOT NULL, context INTEGER NOT NULL, \(columns.map { "\($0) REAL" }.joined(separator: ", ")),
                PRIMARY KEY (recording, pipeline, tool)) STRICT, WITHOUT ROWID;
            CREATE VIEW cells AS SELECT recording.name AS recording, recording.sha256, recording.conditions,
                recording.tags, pipeline.family, pipeline.spec, pipeline.free, pipeline.is_default, pipeline.parameters,
                tool.version, tool.revision, \(columns.joined(separator: ", "))
                FROM cell JOIN recording ON recording.id = cell.recording JOIN pipeline ON pipeline.id = cell.pipeline
                JOIN tool ON tool.id = cell.tool
                ORDER BY tool.id, recording.place, recording.name, recording.conditions, pipeline.place, pipeline.spec;
            """
    }
}

/// JSON text of values in stores and results. Keys are sorted, so that equal values have the same text. Infinities and
/// NaN are written as strings.
package enum StoredJSON {
    private static let words = (infinity: "Infinity", minusInfinity: "-Infinity", notANumber: "NaN")

    static func text(_ value: some Encodable) throws -> String {
        String(decoding: try encoder().encode(value), as: UTF8.self)
    }

    static func value<Value: Decodable>(_ type: Value.Type = Value.self, of text: String) throws -> Value {
        try decoder().decode(type, from: Data(text.utf8))
    }

    package static func encoder(_ formatting: JSONEncoder.OutputFormatting = []) -> JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = formatting.union([.sortedKeys, .withoutEscapingSlashes])
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: words.infinity,
            negativeInfinity: words.minusInfinity,
            nan: words.notANumber
        )
        return encoder
    }

    package static func decoder() -> JSONDecoder {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: words.infinity,
            negativeInfinity: words.minusInfinity,
            nan: words.notANumber
        )
        return decoder
    }
}
