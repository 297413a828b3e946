public import Evaluation
import GRDB
public import SQLiteStores

extension ExperimentStore {
    /// The families of pipelines whose cells the store holds, in the order of the experiment.
    public func families(of tool: EvaluationResults.Tool) throws(StoreError) -> [String] {
        let select = """
            SELECT family FROM pipeline WHERE id IN
            (SELECT pipeline FROM cell JOIN tool ON tool.id = cell.tool WHERE tool.version = ? AND tool.revision = ?)
            GROUP BY family ORDER BY min(place), family
            """
        return try file.read { database in
            try String.fetchAll(database, sql: select, arguments: [tool.version, tool.revision])
        }
    }

    /// The cells of one family, apart by their conditions. Memory grows with their number.
    public func slices(of family: String, by tool: EvaluationResults.Tool) throws -> [CellSlice] {
        var slices: [CellSlice] = []
        try forEachCell(by: tool, of: family) { cell in
            let place = slices.firstIndex { $0.conditions == cell.recording.conditions } ?? slices.count
            if place == slices.count { slices.append(CellSlice(family: family, conditions: cell.recording.conditions)) }
            slices[place].add(cell)
        }
        return slices
    }

    /// How many cells of an experiment the store holds, of the tool that ran most of them.
    public func completeCells() throws(StoreError) -> Int {
        try file.read { database in
            try Int.fetchOne(database, sql: "SELECT max(n) FROM (SELECT count(*) AS n FROM cell GROUP BY tool)") ?? 0
        }
    }

    /// The tool whose cells came last.
    public func latestTool() throws(StoreError) -> EvaluationResults.Tool? {
        try file.read { database in
            let select =
                "SELECT version, revision FROM tool WHERE id IN (SELECT tool FROM cell) ORDER BY id DESC LIMIT 1"
            return try Row.fetchOne(database, sql: select).map { row in
                EvaluationResults.Tool(version: row[0], revision: row[1])
            }
        }
    }
}
