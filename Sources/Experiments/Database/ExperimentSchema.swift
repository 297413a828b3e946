import Evaluation
import Foundation
import Recordings

/// The tables of an experiment store.
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

    /// The metrics, each of which has a column named after it.
    static let metrics = MetricName.allCases
    static let metricColumns = metrics.map { "\"\($0.rawValue)\"" }

    /// A `cell` is a row for each recording, pipeline and tool. Runs share their notes, remarks and counts in
    /// `context`. A `claim` records which session started to run a cell, and is never deleted.
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

/// JSON text of values in a store. Keys are sorted, so that equal values have equal text. Infinities and NaN are
/// strings.
enum StoredJSON {
    private static let words = (infinity: "Infinity", minusInfinity: "-Infinity", notANumber: "NaN")

    static func text(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: words.infinity,
            negativeInfinity: words.minusInfinity,
            nan: words.notANumber
        )
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    static func value<Value: Decodable>(_ type: Value.Type = Value.self, of text: String) throws -> Value {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: words.infinity,
            negativeInfinity: words.minusInfinity,
            nan: words.notANumber
        )
        return try decoder.decode(type, from: Data(text.utf8))
    }
}
