import Evaluation
import GRDB
import SQLiteStores

/// The tables of a store of cells.
enum ExperimentSchema {
    static let kind = StoreKind(
        name: "a store of an experiment's results",
        // `SxEx`
        application: 0x5378_4578,
        version: 1,
        kept: "what was run before is kept, --resume goes on from there",
        retry: "run again with --resume",
        renewal: "run the experiment again with another --output",
        making: "'sextant run' makes a store"
    )

    /// The columns of figures: every metric's, by its name.
    static let metrics = MetricName.allCases
    static let metricColumns = metrics.map { "\"\($0.rawValue)\"" }

    /// `cell` has a row per recording, pipeline and tool. What its runs have in common with others' (notes, remarks,
    /// counts) is kept once, in `context`. A `claim` says which session set out to run a cell, and stays.
    static let tables = """
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
            session INTEGER NOT NULL, context INTEGER NOT NULL, \(metricColumns.map { "\($0) REAL" }.joined(separator: ", ")),
            PRIMARY KEY (recording, pipeline, tool)) STRICT, WITHOUT ROWID;
        CREATE VIEW cells AS SELECT recording.name AS recording, recording.sha256, recording.conditions,
            recording.tags, pipeline.family, pipeline.spec, pipeline.free, pipeline.is_default, pipeline.parameters,
            tool.version, tool.revision, \(metricColumns.joined(separator: ", "))
            FROM cell JOIN recording ON recording.id = cell.recording JOIN pipeline ON pipeline.id = cell.pipeline
            JOIN tool ON tool.id = cell.tool
            ORDER BY tool.id, recording.place, recording.name, recording.conditions, pipeline.place, pipeline.spec;
        """
}
