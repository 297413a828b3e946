import Evaluation
import Recordings

extension ExperimentStore {
    /// The error for a cell that has different values in two stores.
    public struct Conflict: Error, Sendable, Hashable, CustomStringConvertible {
        /// The store that is being merged.
        public var file: String
        /// The name of the recording.
        public var recording: String
        /// The SPEC of the pipeline.
        public var spec: String

        /// The message: file, cell and remedy.
        public var description: String {
            "\(file): '\(spec)' on '\(recording)' has other values than in an earlier store; "
                + "omit one of the stores, or run it again"
        }
    }

    /// The number of cells in a merged store, by whether they were new.
    public struct MergeCounts: Sendable, Hashable {
        /// Cells that the target did not have.
        public var added: Int
        /// Cells that the target already had.
        public var known: Int

        /// Creates the counts.
        public init(added: Int = 0, known: Int = 0) {
            self.added = added
            self.known = known
        }
    }

    /// Adds the cells of another store, for example of one shard of the experiment.
    ///
    /// Metrics of run time are not compared, because they differ in each run. O(n log n) for n cells of the other
    /// store.
    ///
    /// - Throws: `StoreError`, or ``Conflict`` when a cell has different values. The store is then unchanged.
    public func merge(_ other: ExperimentStore) throws -> MergeCounts {
        let compared = ExperimentSchema.metrics.filter { !MetricCatalogue.ofTime.contains($0) }
        let differs = compared.map { "mine.\"\($0.rawValue)\" IS NOT theirs.\"\($0.rawValue)\"" }
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
                try database.execute(Self.translation)
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
                    "recording, pipeline, tool, session, context, \(ExperimentSchema.metricColumns.joined(separator: ", "))"
                try database.execute(
                    """
                    INSERT INTO main.cell (\(columns)) SELECT \(columns) FROM temp.theirs WHERE NOT EXISTS
                    (SELECT 1 FROM main.cell AS mine WHERE mine.recording = theirs.recording
                    AND mine.pipeline = theirs.pipeline AND mine.tool = theirs.tool)
                    """
                )
                return MergeCounts(added: database.changedRowCount, known: known)
            }
        } catch {
            if let conflict { throw conflict }
            throw error
        }
    }

    /// Tables whose rows both stores may contain, with their columns other than the identifier.
    private static let sharedTables = [
        ("tool", "version, revision"),
        ("recording", "place, name, sha256, content, conditions, tags"),
        ("pipeline", "place, family, spec, free, is_default, parameters"),
        ("context", "run"),
    ]

    /// The cells of the other store with the identifiers of this store.
    private static let translation = """
        CREATE TEMP VIEW theirs AS SELECT r.id AS recording, p.id AS pipeline, t.id AS tool, 0 AS session,
            c.id AS context,
            \(ExperimentSchema.metricColumns.map { "x.\($0)" }.joined(separator: ", "))
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
